/**
 * Writes an evidence file as PDF/A-3: pages for people, and files for machines, each associated with the document
 * (ISO 19005-3 clause 6.8, ISO 32000-2 clause 14.13). It is not sealed yet.
 */
import { deflateSync } from 'node:zlib'
import {
  dictOf,
  encodeDate,
  encodeText,
  nameOf,
  NewPdf,
  PdfString,
  type PdfObject,
  PdfStream,
  type PdfRef,
} from '@rubrica/pdf'
import { FORMAT, type Manifest, NAMES } from '../format.ts'
import { sha256Of } from '../sha256-of.ts'
import { catalogOf, type Pages } from './write-pages.ts'

export interface EmbeddedFile {
  readonly name: string
  readonly mediaType: string
  /** What it is, for a list of attachments. */
  readonly description: string
  readonly bytes: Uint8Array
}

export interface EvidenceFileParts extends Omit<Pages, 'madeAt'> {
  /** All but the manifest, which names them. */
  readonly files: readonly EmbeddedFile[]
  readonly manifest: Omit<Manifest, 'format' | 'files'>
}

/** The same parts give the same octets. */
export function writeEvidenceFile({ files, manifest: facts, ...pages }: EvidenceFileParts): Buffer {
  const manifest = writeManifest({ manifest: facts, files })
  const madeAt = new Date(facts.madeAt)
  const file = new NewPdf()
  const attachAll = () => {
    const attached = [manifest, ...files].map((one) => ({ name: one.name, ref: attach(file, one, madeAt) }))
    const inOrder = attached.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return {
      AF: attached.map(({ ref }) => ref),
      Names: dictOf({ EmbeddedFiles: dictOf({ Names: inOrder.flatMap(({ name, ref }) => [ascii(name), ref]) }) }),
    }
  }
  const root = file.add(catalogOf(file, { ...pages, madeAt }, attachAll))
  const id = Buffer.from(sha256Of(manifest.bytes), 'hex').subarray(0, 16)
  return file.write({ root, id })
}

function writeManifest({ manifest, files }: Pick<EvidenceFileParts, 'manifest' | 'files'>): EmbeddedFile {
  const named = files.map(({ name, bytes }) => ({
    name,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
  }))
  const whole: Manifest = { format: FORMAT, ...manifest, files: named }
  return {
    name: NAMES.manifest,
    mediaType: 'application/json',
    description: 'The files of this evidence with their digests',
    bytes: Buffer.from(`${JSON.stringify(whole, null, 2)}\n`),
  }
}

const ascii = (text: string): PdfString => new PdfString(Buffer.from(text, 'latin1'))

function attach(file: NewPdf, { name, mediaType, description, bytes }: EmbeddedFile, at: Date): PdfRef {
  const stream = new PdfStream(
    dictOf({
      Type: nameOf('EmbeddedFile'),
      Subtype: nameOf(mediaType),
      Params: dictOf({ Size: bytes.length, ModDate: encodeDate(at), CreationDate: encodeDate(at) }),
      Filter: nameOf('FlateDecode'),
    }),
    deflateSync(bytes),
  )
  const content = file.add(stream)
  const specification: Record<string, PdfObject> = {
    Type: nameOf('Filespec'),
    F: ascii(name),
    UF: encodeText(name),
    Desc: encodeText(description),
    AFRelationship: nameOf('Data'),
    EF: dictOf({ F: content, UF: content }),
  }
  return file.add(dictOf(specification))
}
