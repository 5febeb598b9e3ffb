/**
 * Writes validation data into the document security store (ISO 32000-2 clause 12.8.4.3, ETSI EN 319 142-1 clause 5.4).
 *
 * What is there stays as it is, byte for byte and reference for reference: a validator that compares revisions calls a
 * changed entry tampering. A piece that is there already is not written again. The catalogue is touched only when the
 * store is new.
 */
import { createHash } from 'node:crypto'
import { type Evidence, unrepeated } from '@rubrica/pki'
import {
  dictOf,
  isArray,
  nameOf,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfRef,
  PdfStream,
  type PdfUpdate,
  readVersion,
} from '@rubrica/pdf'
import { type DssValue, readDss } from './read-dss.ts'

/** What belongs to one signature; listed under its name in /VRI. */
export interface SignatureEvidence {
  /** SHA-1 of the value of /Contents, padding included, upper-case hex. */
  readonly vriKey: string
  readonly evidence: Evidence
}

const KINDS = [
  { key: 'certificates', store: 'Certs', single: 'Cert' },
  { key: 'ocsps', store: 'OCSPs', single: 'OCSP' },
  { key: 'crls', store: 'CRLs', single: 'CRL' },
] as const

/** The /VRI key of a signature. */
export const vriKeyOf = (contents: Uint8Array): string =>
  createHash('sha1').update(contents).digest('hex').toUpperCase()

/** False when the store has all of it. */
export function writeDss(update: PdfUpdate, evidence: Evidence, bySignature: readonly SignatureEvidence[]): boolean {
  const place = update.document.catalog.dict.get('DSS')
  const store = readDss(update.document)
  const present = store?.dict ?? new PdfDict()
  const entries: Record<string, PdfObject> = {}
  const lists = KINDS.map((kind) => {
    const pieces = [evidence, ...bySignature.map((one) => one.evidence)].flatMap((one) => one[kind.key])
    const list = extendList(update, present.get(kind.store), { known: store?.[kind.key] ?? [], pieces })
    if (list.written !== undefined) entries[kind.store] = list.written
    return list
  })
  const vri = extendVri(update, present.get('VRI'), { bySignature, lists })
  if (vri !== undefined) entries.VRI = vri
  if (lists.every(({ isExtended }) => !isExtended) && vri === undefined) return false
  writeStore(update, place, present.with({ Type: nameOf('DSS'), ...entries }))
  return true
}

interface ExtendedList {
  readonly refs: ReadonlyMap<string, PdfRef>
  readonly isExtended: boolean
  /** What the store must hold now; undefined when its entry stays. */
  readonly written: PdfObject | undefined
}

interface ListAdditions {
  readonly known: readonly DssValue[]
  readonly pieces: readonly Uint8Array[]
}

function extendList(update: PdfUpdate, place: PdfObject | undefined, { known, pieces }: ListAdditions): ExtendedList {
  const present = update.document.resolve(place)
  const refs = new Map(known.flatMap(({ ref, bytes }) => (ref === null ? [] : [[keyOf(bytes), ref] as const])))
  const fresh = unrepeated(pieces).filter((piece) => !refs.has(keyOf(piece)))
  if (fresh.length === 0) return { refs, isExtended: false, written: undefined }
  const added = fresh.map((piece) => {
    const ref = update.add(new PdfStream(dictOf({}), piece))
    refs.set(keyOf(piece), ref)
    return ref
  })
  const extended = [...(isArray(present) ? present : []), ...added]
  if (!(place instanceof PdfRef) || !isArray(present)) return { refs, isExtended: true, written: extended }
  update.replace(place, extended)
  return { refs, isExtended: true, written: undefined }
}

const keyOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

interface VriAdditions {
  readonly bySignature: readonly SignatureEvidence[]
  readonly lists: readonly ExtendedList[]
}

/** The new value of /VRI; undefined when it stays, or is an object of its own that was replaced. */
function extendVri(
  update: PdfUpdate,
  place: PdfObject | undefined,
  { bySignature, lists }: VriAdditions,
): PdfObject | undefined {
  const present = update.document.resolveDict(place)
  const fresh = bySignature.filter(({ vriKey }) => present?.get(vriKey) === undefined)
  if (fresh.length === 0) return undefined
  const added = fresh.map(({ vriKey, evidence }) => [vriKey, vriEntry(evidence, lists)] as const)
  const extended = (present ?? new PdfDict()).with(Object.fromEntries(added))
  if (!(place instanceof PdfRef) || present === null) return extended
  update.replace(place, extended)
  return place
}

function vriEntry(evidence: Evidence, lists: readonly ExtendedList[]): PdfDict {
  const entries = KINDS.map(({ key, single }, index) => {
    const refs = evidence[key].flatMap((piece) => lists[index]?.refs.get(keyOf(piece)) ?? [])
    return [single, refs.length === 0 ? undefined : refs] as const
  })
  return dictOf(Object.fromEntries(entries))
}

function writeStore(update: PdfUpdate, place: PdfObject | undefined, store: PdfDict): void {
  const { ref, dict } = update.document.catalog
  if (place instanceof PdfRef) {
    update.replace(place, store)
    return
  }
  const value = place === undefined ? update.add(store) : store
  update.replace(ref, declareExtension(update.document, dict.with({ DSS: value })))
}

/** The prefix that ETSI registered. */
const PREFIX = 'ESIC'

/**
 * The catalogue with the declaration that a file before PDF 2.0 uses the store; unchanged when it has one or needs none
 * (ISO 32000-2 clause 7.12, ETSI EN 319 142-1 clause 5.6).
 */
function declareExtension(document: PdfDocument, catalog: PdfDict): PdfDict {
  if (readVersion(document) >= '2.0') return catalog
  const present = document.resolveDict(catalog.get('Extensions')) ?? new PdfDict()
  if (present.get(PREFIX) !== undefined) return catalog
  const declaration = dictOf({ BaseVersion: nameOf('1.7'), ExtensionLevel: 1 })
  return catalog.with({ Extensions: present.with({ [PREFIX]: declaration }) })
}
