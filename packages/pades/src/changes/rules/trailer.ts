/**
 * The trailer (ISO 32000-2 clause 7.5.5): the information dictionary may change, encryption may not.
 *
 * /ID changes with every save, and /Root is judged by what the catalogue says.
 */
import { PdfDict } from '@rubrica/pdf'
import { type Comparison, numberOf, report, settlePart } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'

export function compareTrailers(comparison: Comparison): void {
  const { before, after } = comparison
  // Readers go by the newest trailer, and show an encrypted file as if it were in clear.
  const isLost = before.encryption !== null && (after.trailer.get('Encrypt') ?? null) === null
  if (isLost || !saysTheSame(comparison, before.encryption ?? undefined, after.encryption ?? undefined)) {
    report(comparison, { what: 'ENCRYPTION', num: null })
  }
  const old = before.trailer.get('Info')
  const now = after.trailer.get('Info')
  if (now === undefined || saysTheSame(comparison, old, now)) return
  const valid = after.resolve(now) instanceof PdfDict
  report(comparison, { what: 'INFO', num: numberOf(now), rule: valid ? 'METADATA' : null })
  if (valid) settlePart(comparison, now, { holders: [null], paths: ['Info'] })
}
