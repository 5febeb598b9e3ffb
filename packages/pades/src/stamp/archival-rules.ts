/**
 * What an archival file allows an appearance to use, so that PDF/A stays PDF/A (ISO 19005-1 clauses 6.2.3 and 6.4,
 * ISO 19005-2 and -3 clauses 6.2.4 and 6.2.10).
 *
 * The part is what the metadata claims. Colours are calibrated in every such file, because device colours need an
 * output intent of the same kind. Transparency needs part 2 or later, and an output intent to blend in.
 */
import { CodedError } from '@rubrica/pki'
import {
  decodeStream,
  dictOf,
  isArray,
  nameOf,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfStream,
} from '@rubrica/pdf'

export interface AppearanceRules {
  /** Whether the file claims to be PDF/A. */
  readonly isArchival: boolean
  readonly allowsTransparency: boolean
  /** CMYK pictures can only be embedded as device colours. */
  readonly allowsCmyk: boolean
  readonly gray: PdfObject
  readonly rgb: PdfObject
}

const WHITE_POINT = [0.9505, 1, 1.089]
/** Primaries of sRGB (IEC 61966-2-1). */
const MATRIX = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]
const CALIBRATED = {
  gray: [nameOf('CalGray'), dictOf({ WhitePoint: WHITE_POINT, Gamma: 2.2 })],
  rgb: [nameOf('CalRGB'), dictOf({ WhitePoint: WHITE_POINT, Gamma: [2.2, 2.2, 2.2], Matrix: MATRIX })],
}

const ORDINARY: AppearanceRules = {
  isArchival: false,
  allowsTransparency: true,
  allowsCmyk: true,
  gray: nameOf('DeviceGray'),
  rgb: nameOf('DeviceRGB'),
}

/** The rules for what is drawn into this file. */
export function readAppearanceRules(document: PdfDocument): AppearanceRules {
  const part = readArchivalPart(document)
  if (part === null) return ORDINARY
  const components = readIntentComponents(document)
  return {
    isArchival: true,
    allowsTransparency: part > 1 && components !== null,
    allowsCmyk: components === 4,
    ...CALIBRATED,
  }
}

/** Octets; no honest metadata comes near it. */
const MOST_METADATA = 4 * 1024 * 1024
const PART = /pdfaid:part\s*(?:=\s*["']|>)\s*([1-9])/

/** The part of ISO 19005 that the XMP metadata names; null when it names none or cannot be read. */
function readArchivalPart(document: PdfDocument): number | null {
  const metadata = document.resolve(document.catalog.dict.get('Metadata'))
  if (!(metadata instanceof PdfStream)) return null
  try {
    const bytes = decodeStream(metadata, (object) => document.resolve(object), MOST_METADATA)
    // In UTF-16 every second byte of this text is zero.
    const text = Buffer.from(bytes.subarray(0, MOST_METADATA)).toString('latin1').replaceAll('\0', '')
    const part = PART.exec(text)?.[1]
    return part === undefined ? null : Number(part)
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

/** Colour components of the PDF/A output intent's profile; null without one. */
function readIntentComponents(document: PdfDocument): number | null {
  const intents = document.resolve(document.catalog.dict.get('OutputIntents'))
  for (const item of isArray(intents) ? intents : []) {
    const intent = document.resolve(item)
    const profile = intent instanceof PdfDict ? document.resolveDict(intent.get('DestOutputProfile')) : null
    const components = document.resolve(profile?.get('N'))
    if (typeof components === 'number') return components
  }
  return null
}
