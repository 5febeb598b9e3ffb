import type { PendingDocument } from '../api/pending-documents.ts'
import { useText } from '../i18n/use-text.ts'
import { showToast } from '../ui/toast-store.ts'
import { readSelection, selectDocuments } from './selection-store.ts'

/** Selects documents, and says in a toast when some stay out because they demand another certificate. */
export function useSelectDocuments(): (documents: readonly PendingDocument[]) => void {
  const t = useText()
  return (documents) => {
    const leftOut = selectDocuments(documents)
    if (leftOut.length === 0) return
    showToast('info', t('selection.otherCertificate', { alias: readSelection().certificate?.Alias ?? '' }))
  }
}
