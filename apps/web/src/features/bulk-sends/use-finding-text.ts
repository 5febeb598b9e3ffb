import type { BulkRow } from '@rubrica/contract'
import { findText } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'

/** A finding as a sentence, with its column where it has one. */
export function useFindingText(columns: readonly string[]): (finding: BulkRow['findings'][number]) => string {
  const t = useText()
  return ({ code, column, otherRow = 0, detail = '' }) => {
    const text = findText(`bulkSends.findings.${code}`, { row: otherRow, detail }) ?? code
    if (column === null) return text
    const name = columns[column] || t('bulkSends.columnNamed', { number: column + 1 })
    return t('bulkSends.inColumn', { name, text })
  }
}
