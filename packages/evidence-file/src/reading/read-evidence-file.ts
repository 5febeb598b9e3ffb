/** Takes the embedded files out of an evidence file, which may come from anybody. */
import {
  decodeStream,
  decodeText,
  isArray,
  isName,
  PdfDict,
  type PdfDocument,
  PdfError,
  PdfStream,
  PdfString,
  withPdf,
} from '@rubrica/pdf'
import { EvidenceFileError } from '../evidence-file-error.ts'
import { FORMAT, type Manifest, NAMES } from '../format.ts'

/** More than any evidence holds. */
const LIMITS = { files: 200, bytes: 128 * 1024 * 1024, name: 200 }

export interface EvidenceFiles {
  readonly manifest: Manifest
  /** All embedded files by name, the manifest among them. */
  readonly files: ReadonlyMap<string, Buffer>
}

/**
 * @param pdf is read in place
 * @throws CodedError NOT_AN_EVIDENCE_FILE; NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX
 */
export function readEvidenceFile(pdf: Uint8Array): EvidenceFiles {
  const files = withPdf(pdf, readEmbeddedFiles)
  return { files, manifest: readManifest(files) }
}

/** They stand in one leaf of the name tree; a file that has them elsewhere is none of ours. */
function readEmbeddedFiles(document: PdfDocument): Map<string, Buffer> {
  const names = document.resolveDict(document.catalog.dict.get('Names'))
  const leaf = document.resolve(document.resolveDict(names?.get('EmbeddedFiles'))?.get('Names'))
  if (!isArray(leaf) || leaf.length === 0 || leaf.length > 2 * LIMITS.files) throw new EvidenceFileError('FILES')
  const files = new Map<string, Buffer>()
  let left = LIMITS.bytes
  for (let at = 1; at < leaf.length; at += 2) {
    const { name, bytes } = readEmbedded(document, document.resolve(leaf[at]), left)
    if (files.has(name)) throw new EvidenceFileError('NAME_TWICE')
    files.set(name, bytes)
    left -= bytes.length
  }
  return files
}

function readEmbedded(document: PdfDocument, specification: unknown, most: number) {
  if (!(specification instanceof PdfDict)) throw new EvidenceFileError('FILE')
  const name = document.resolve(specification.get('UF'))
  const content = document.resolve(document.resolveDict(specification.get('EF'))?.get('F'))
  if (!(name instanceof PdfString) || name.bytes.length > LIMITS.name) throw new EvidenceFileError('NAME')
  if (!(content instanceof PdfStream) || !isName(content.dict.get('Type'), 'EmbeddedFile'))
    throw new EvidenceFileError('FILE')
  const bytes = decodeStream(content, (object) => document.resolve(object), most)
  if (bytes.length > most) throw new PdfError('PDF_TOO_COMPLEX', { what: 'embedded files' })
  return { name: decodeText(name), bytes: Buffer.from(bytes) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const HEX = /^[0-9a-f]{64}$/

function readManifest(files: ReadonlyMap<string, Buffer>): Manifest {
  const manifest = parseJson(files.get(NAMES.manifest))
  if (!isRecord(manifest) || manifest['format'] !== FORMAT) throw new EvidenceFileError('MANIFEST')
  const { edition, version, previous, events, chain, files: named } = manifest
  const texts = ['documentId', 'subscriptionId', 'installation', 'madeAt'].map((name) => manifest[name])
  const isWhole =
    (edition === 'full' || edition === 'reduced') &&
    [version, events].every((count) => Number.isSafeInteger(count)) &&
    (previous === null || isDigest(previous)) &&
    isDigest(chain) &&
    texts.every((text) => typeof text === 'string') &&
    isFileList(named) &&
    hasReadableRest(manifest)
  if (!isWhole) throw new EvidenceFileError('MANIFEST')
  return manifest as unknown as Manifest
}

const isFileList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((file: unknown) => isRecord(file) && typeof file['name'] === 'string' && isDigest(file['sha256']))

/** What not every file has: the mark is that of a document which has one. */
const hasReadableRest = ({ verification, verifier, previousBytes }: Record<string, unknown>): boolean =>
  isMark(verification) && isVerifier(verifier) && (previousBytes === undefined || Number.isSafeInteger(previousBytes))

const isMark = (value: unknown): boolean =>
  value === undefined || (isRecord(value) && typeof value['code'] === 'string' && typeof value['address'] === 'string')

const isVerifier = (value: unknown): boolean =>
  value === undefined || (isRecord(value) && typeof value['name'] === 'string' && isDigest(value['sha256']))

const isDigest = (value: unknown): boolean => typeof value === 'string' && HEX.test(value)

/** Undefined for what is no JSON. */
export function parseJson(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return undefined
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
