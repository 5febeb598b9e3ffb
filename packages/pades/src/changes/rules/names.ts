/** Names which of the catalogue's name trees was changed (ISO 32000-2 clause 7.7.4). */
import { PdfDict } from '@rubrica/pdf'
import type { ChangeKind } from '../change.ts'
import type { Comparison } from '../comparison.ts'
import { saysTheSame } from '../same-value.ts'

export function kindOfNamesChange(comparison: Comparison): ChangeKind {
  const { before, after } = comparison
  const old = before.resolveDict(before.catalog.dict.get('Names')) ?? new PdfDict()
  const now = after.resolveDict(after.catalog.dict.get('Names')) ?? new PdfDict()
  if (!saysTheSame(comparison, old.get('JavaScript'), now.get('JavaScript'))) return 'JAVASCRIPT'
  return saysTheSame(comparison, old.get('EmbeddedFiles'), now.get('EmbeddedFiles')) ? 'CATALOG' : 'ATTACHMENT'
}
