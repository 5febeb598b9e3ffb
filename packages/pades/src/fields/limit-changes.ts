/**
 * What a new signature allows later revisions to do: certification (DocMDP) and field locks (FieldMDP) (ISO 32000-2
 * clauses 12.8.2, 12.8.6 and 12.7.5.5).
 *
 * A reference names no digest: PDF/A forbids it (ISO 19005-2 clause 6.1.12), and readers ignore it.
 */
import { PadesError } from '../pades-error.ts'
import {
  dictOf,
  encodeText,
  isArray,
  nameOf,
  PdfDict,
  type PdfDocument,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfUpdate,
} from '@rubrica/pdf'
import type { DocumentPermission, FieldLock } from '../types.ts'
import type { SignatureField } from './read-fields.ts'
import { readCertification } from './read-permissions.ts'

const VERSION = nameOf('1.2')

/**
 * A certification is the first signature of a file, and the only one of its kind.
 * @throws PadesError CERTIFICATION_NOT_FIRST
 */
export function assertCertifiable(document: PdfDocument, fields: readonly SignatureField[]): void {
  const signed = fields.find(({ value }) => value !== null)
  if (signed !== undefined) throw new PadesError('CERTIFICATION_NOT_FIRST', { signed: signed.name })
  if (readCertification(document) !== null) throw new PadesError('CERTIFICATION_NOT_FIRST', { certified: true })
}

/** The /Reference entry of a signature; empty when it limits nothing. */
export function signatureReferences(
  document: PdfDocument,
  { certify, lock }: { certify: DocumentPermission | undefined; lock: PdfDict | null },
): readonly PdfDict[] {
  const certification = certify === undefined ? [] : [referenceOf('DocMDP', { P: certify })]
  return [...certification, ...lockReferences(document, lock)]
}

/** A signature must repeat the lock of its field, with the catalogue as what it is about. */
function lockReferences(document: PdfDocument, lock: PdfDict | null): readonly PdfDict[] {
  const action = document.resolve(lock?.get('Action'))
  if (lock === null || !(action instanceof PdfName)) return []
  const listed = document.resolve(lock.get('Fields'))
  const fields = isArray(listed) ? listed.map((item) => document.resolve(item)) : undefined
  const permission = document.resolve(lock.get('P'))
  const parameters = { Action: action, Fields: fields, P: permission ?? undefined }
  return [referenceOf('FieldMDP', parameters).with({ Data: document.catalog.ref })]
}

function referenceOf(method: string, parameters: Readonly<Record<string, PdfObject | undefined>>): PdfDict {
  return dictOf({
    Type: nameOf('SigRef'),
    TransformMethod: nameOf(method),
    TransformParams: dictOf({ Type: nameOf('TransformParams'), V: VERSION, ...parameters }),
  })
}

/**
 * The /Lock dictionary of a new field. Throws PadesError FIELD_NAME_INVALID when it lists something that is no name.
 */
export function lockDictionary(lock: FieldLock): PdfDict {
  const fields = lock.action === 'All' ? undefined : lock.fields
  const wrong = fields?.find((name) => name === '' || name.length > 2000)
  if (wrong !== undefined) throw new PadesError('FIELD_NAME_INVALID', { name: wrong })
  return dictOf({
    Type: nameOf('SigFieldLock'),
    Action: nameOf(lock.action),
    Fields: fields?.map(encodeText),
    P: lock.permission,
  })
}

/** Makes the catalogue name `signature` as the certification of the file. */
export function recordCertification(update: PdfUpdate, signature: PdfRef): void {
  const { ref, dict } = update.document.catalog
  const current = update.resolve(ref)
  const catalog = current instanceof PdfDict ? current : dict
  const place = catalog.get('Perms')
  const present = update.resolve(place)
  const permissions = (present instanceof PdfDict ? present : dictOf({})).with({ DocMDP: signature })
  if (place instanceof PdfRef && present instanceof PdfDict) update.replace(place, permissions)
  else update.replace(ref, catalog.with({ Perms: permissions }))
}
