import type { PendingDocument } from '../api/pending-documents.ts'
import { useNameList } from '../i18n/use-name-list.ts'
import { useText } from '../i18n/use-text.ts'
import { showToast } from '../ui/overlays/toast-store.ts'
import { largestGroup } from './largest-group.ts'
import { readSelection, selectDocuments } from './selection-store.ts'

/** Selects of these documents those that are signed together, and names the others in a toast. */
export function useSelectDocuments(): (documents: readonly PendingDocument[]) => void {
  const t = useText()
  const nameList = useNameList()
  return (documents) => {
    const { taken, leftOut } = largestGroup(documents, readSelection())
    selectDocuments(taken)
    if (leftOut.length === 0) return
    const names = nameList(leftOut.map(({ FileName }) => FileName))
    showToast('info', t('selection.leftOut', { names, count: leftOut.length }))
  }
}
