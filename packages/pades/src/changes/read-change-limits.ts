/**
 * What the signatures of a revision allow later ones to do (ISO 32000-2 clauses 12.8.2.2 and 12.8.2.4).
 *
 * Limits add up: the strictest certification holds, and a field that any signature locked stays so.
 */
import { readFields } from '../fields/read-fields.ts'
import { isLocked, readCertification, transformsOf } from '../fields/read-permissions.ts'
import type { PdfDict, PdfDocument } from '@rubrica/pdf'
import type { ChangeLimits } from './change.ts'

type Certification = ChangeLimits['certification']

/**
 * @param signed the revision that the signature ends
 * @throws CodedError PDF_DAMAGED, PDF_TOO_COMPLEX
 */
export function readChangeLimits(signed: PdfDocument, signature: PdfDict): ChangeLimits {
  const filled = readFields(signed).signatureFields.filter(({ value }) => value !== null)
  const signatures = new Set([signature, ...filled.map(({ value }) => value as PdfDict)])
  const locks = [...signatures].flatMap((value) => transformsOf(signed, value, 'FieldMDP'))
  const fieldLocks = filled.map(({ dict }) => signed.resolveDict(dict.get('Lock')))
  const permissions: Certification[] = [readCertification(signed)]
  for (const value of signatures) permissions.push(...transformsOf(signed, value, 'DocMDP').map(permissionOf(signed)))
  // A lock may end all changes, too (clause 12.7.5.5); its other permissions are what holds anyway.
  if ([...locks, ...fieldLocks].some((lock) => signed.resolve(lock?.get('P')) === 1)) permissions.push(1)
  return {
    certification: strictest(permissions),
    isLocked: (fieldName) => locks.some((lock) => isLocked(signed, lock, fieldName)),
  }
}

function permissionOf(document: PdfDocument): (parameters: PdfDict) => Certification {
  return (parameters) => {
    const level = document.resolve(parameters.get('P'))
    return level === 1 || level === 3 ? level : 2
  }
}

function strictest(permissions: readonly Certification[]): Certification {
  const given = permissions.filter((level) => level !== null)
  return given.length === 0 ? null : (Math.min(...given) as Certification)
}
