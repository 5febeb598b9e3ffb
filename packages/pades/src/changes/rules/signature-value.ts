/**
 * The value that a signature field gets (ISO 32000-2 clauses 12.8.1 and 12.8.5).
 *
 * Whether the signature is good is judged elsewhere; here it is only what it claims to be.
 */
import { isName, PdfDict, type PdfDocument, type PdfObject, PdfRef, PdfString } from '@rubrica/pdf'
import { type Comparison, report } from '../comparison.ts'

interface NewValue {
  /** Number of the field. */
  readonly num: number
  readonly name: string
  readonly value: PdfObject | undefined
  /** Whether the field shows. */
  readonly visible: boolean
}

/** Whether the value is a document timestamp. Reports nothing for a field that stays empty. */
export function judgeSignatureValue(comparison: Comparison, { num, name, value, visible }: NewValue): boolean {
  const { after, touched } = comparison
  if (after.resolve(value) === null) return false
  const signature = after.resolve(value)
  const isNew = !(value instanceof PdfRef) || touched.get(value.num)?.how === 'created'
  const shown = value instanceof PdfRef ? value.num : num
  if (!isNew || !(signature instanceof PdfDict) || !(after.resolve(signature.get('Contents')) instanceof PdfString)) {
    report(comparison, { what: 'SIGNATURE', num })
    return false
  }
  if (isTimestamp(after, signature)) {
    const rule = visible ? 'SIGNATURE' : 'DOCUMENT_TIMESTAMP'
    report(comparison, { what: 'DOCUMENT_TIMESTAMP', num: shown, rule, field: visible ? name : null })
    return true
  }
  report(comparison, { what: 'SIGNATURE', num: shown, rule: 'SIGNATURE', field: name })
  return false
}

/** What it says of its type decides nothing: readers go by how it is encoded. */
function isTimestamp(document: PdfDocument, signature: PdfDict): boolean {
  return isName(document.resolve(signature.get('SubFilter')), 'ETSI.RFC3161')
}
