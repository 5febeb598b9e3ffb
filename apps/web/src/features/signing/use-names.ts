import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'

/** The first name and how many more there are. */
export function useNames(documents: readonly PendingDocument[]): string {
  const t = useText()
  const [first, ...others] = documents.map(({ FileName }) => FileName)
  return others.length === 0 ? (first ?? '') : t('batch.names', { name: first, count: others.length })
}
