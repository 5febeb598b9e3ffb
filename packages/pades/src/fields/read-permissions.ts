/**
 * What earlier signatures allow later ones to change: DocMDP and FieldMDP (ISO 32000-2 clause 12.8.2).
 */
import { PadesError } from '../pades-error.ts'
import { decodeText, isArray, isName, PdfDict, type PdfDocument, PdfString } from '@rubrica/pdf'
import type { DocumentPermission } from '../types.ts'
import type { SignatureField } from './read-fields.ts'

/** The DocMDP permission of the certification signature; null without one. */
export function readCertification(document: PdfDocument): DocumentPermission | null {
  const permissions = document.resolveDict(document.catalog.dict.get('Perms'))
  const signature = document.resolveDict(permissions?.get('DocMDP'))
  if (signature === null) return null
  const [parameters] = transformsOf(document, signature, 'DocMDP')
  const level = document.resolve(parameters?.get('P'))
  return level === 1 || level === 3 ? level : 2
}

/**
 * Rejects a change that an earlier signature forbids.
 * @param fieldName the signature field to be filled or created
 * @throws PadesError CHANGES_FORBIDDEN
 */
export function assertChangesAllowed(
  document: PdfDocument,
  fields: readonly SignatureField[],
  fieldName: string,
): void {
  if (readCertification(document) === 1) throw new PadesError('CHANGES_FORBIDDEN', { by: 'certification' })
  for (const { name, value, dict } of fields) {
    if (value === null) continue
    const locks = transformsOf(document, value, 'FieldMDP')
    const parts = [...locks, document.resolveDict(dict.get('Lock'))]
    const isEnd = parts.some((part) => document.resolve(part?.get('P')) === 1)
    if (isEnd || locks.some((lock) => isLocked(document, lock, fieldName))) {
      throw new PadesError('CHANGES_FORBIDDEN', { by: 'field lock', lockedBy: name })
    }
  }
}

/** The parameters of a signature's transforms with this method (clause 12.8.2.1). */
export function transformsOf(document: PdfDocument, signature: PdfDict, method: string): readonly PdfDict[] {
  const references = document.resolve(signature.get('Reference'))
  if (!isArray(references)) return []
  return references.flatMap((item) => {
    const reference = document.resolve(item)
    if (!(reference instanceof PdfDict) || !isName(document.resolve(reference.get('TransformMethod')), method))
      return []
    const parameters = document.resolve(reference.get('TransformParams'))
    return parameters instanceof PdfDict ? [parameters] : []
  })
}

/** Whether a lock, or the parameters of a FieldMDP, cover a field. */
export function isLocked(document: PdfDocument, lock: PdfDict, fieldName: string): boolean {
  const action = document.resolve(lock.get('Action'))
  if (isName(action, 'All')) return true
  const listed = document.resolve(lock.get('Fields'))
  const covered = isArray(listed) && listed.some((item) => covers(document.resolve(item), fieldName))
  return isName(action, 'Include') ? covered : isName(action, 'Exclude') && !covered
}

/** A name in a lock covers the field and everything below it. */
function covers(item: unknown, fieldName: string): boolean {
  if (!(item instanceof PdfString)) return false
  const name = decodeText(item)
  return fieldName === name || fieldName.startsWith(`${name}.`)
}
