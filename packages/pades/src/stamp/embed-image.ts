/**
 * Embeds a PNG or JPEG as an image XObject (ISO 32000-2 clause 8.9.5).
 *
 * JPEG goes in as it is; PNG is decoded, because its alpha becomes a soft mask. What a file claims about itself is
 * checked before any memory is spent on it.
 */
import { deflateSync } from 'node:zlib'
import { PadesError } from '../pades-error.ts'
import { dictOf, nameOf, type PdfObject, type PdfRef, PdfStream, type PdfUpdate } from '@rubrica/pdf'
import type { AppearanceRules } from './archival-rules.ts'
import { type DecodedPng, decodePng } from './decode-png.ts'
import { uprightOf } from './read-exif-orientation.ts'
import { readJpegHeader } from './read-jpeg-header.ts'

const MOST_BYTES = 10 * 1024 * 1024

export interface EmbeddedImage {
  readonly ref: PdfRef
  /** Pixels as shown. */
  readonly width: number
  readonly height: number
  /** What turns the stored picture upright inside the unit square. */
  readonly upright: readonly number[]
}

/** @throws PadesError IMAGE_INVALID */
export function embedImage(update: PdfUpdate, bytes: Uint8Array, rules: AppearanceRules): EmbeddedImage {
  if (bytes.length > MOST_BYTES) throw new PadesError('IMAGE_INVALID', { what: 'size', limit: MOST_BYTES })
  if (bytes[0] === 0x89) return embedPng(update, bytes, rules)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return embedJpeg(update, bytes, rules)
  throw new PadesError('IMAGE_INVALID', { what: 'neither PNG nor JPEG' })
}

function embedPng(update: PdfUpdate, bytes: Uint8Array, rules: AppearanceRules): EmbeddedImage {
  const decoded = decodePng(bytes)
  const { width, height, channels, pixels, alpha } = rules.allowsTransparency ? decoded : onWhite(decoded)
  const flate = { Filter: nameOf('FlateDecode'), BitsPerComponent: 8 }
  const mask =
    alpha === null
      ? undefined
      : update.add(
          new PdfStream(
            imageDict({ width, height }, { ...flate, ColorSpace: nameOf('DeviceGray') }),
            deflateSync(alpha),
          ),
        )
  const color = channels === 1 ? rules.gray : rules.rgb
  const dict = imageDict({ width, height }, { ...flate, ColorSpace: color, SMask: mask })
  return { ref: update.add(new PdfStream(dict, deflateSync(pixels))), width, height, upright: uprightOf(1) }
}

/** The picture as it looks on paper. */
function onWhite(image: DecodedPng): DecodedPng {
  const { alpha, channels } = image
  if (alpha === null) return image
  const pixels = image.pixels.map((value, index) => {
    const share = (alpha[Math.floor(index / channels)] as number) / 255
    return Math.round(value * share + 255 * (1 - share))
  })
  return { ...image, pixels, alpha: null }
}

function embedJpeg(update: PdfUpdate, bytes: Uint8Array, rules: AppearanceRules): EmbeddedImage {
  const { width, height, components, inverted, orientation } = readJpegHeader(bytes)
  if (components === 4 && !rules.allowsCmyk) throw new PadesError('IMAGE_INVALID', { what: 'JPEG: CMYK in PDF/A' })
  const colors: Readonly<Record<number, PdfObject>> = { 1: rules.gray, 4: nameOf('DeviceCMYK') }
  const dict = imageDict(
    { width, height },
    {
      Filter: nameOf('DCTDecode'),
      BitsPerComponent: 8,
      ColorSpace: colors[components] ?? rules.rgb,
      Decode: inverted ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined,
    },
  )
  const sideways = orientation >= 5
  const shown = sideways ? { width: height, height: width } : { width, height }
  return { ref: update.add(new PdfStream(dict, bytes)), ...shown, upright: uprightOf(orientation) }
}

function imageDict(size: { width: number; height: number }, more: Readonly<Record<string, PdfObject | undefined>>) {
  return dictOf({
    Type: nameOf('XObject'),
    Subtype: nameOf('Image'),
    Width: size.width,
    Height: size.height,
    ...more,
  })
}
