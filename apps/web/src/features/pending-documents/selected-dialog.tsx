import { useQuery } from '@tanstack/react-query'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { ChosenDocuments } from '../../shared/selection/chosen-documents.tsx'
import { findSelectedDocuments } from '../../shared/selection/find-selected-documents.ts'
import { unselectDocument, type Selection } from '../../shared/selection/selection-store.ts'
import { useChosenDocuments } from '../../shared/selection/use-chosen-documents.ts'
import { BusyStatus } from '../../shared/ui/status/busy-status.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'

/** The rows of the selection; those that no page of the list has brought yet are asked for. */
function useSelectedRows({ guids, documents }: Selection) {
  const rows = guids.flatMap((guid) => documents.get(guid) ?? [])
  const query = useQuery({
    queryKey: ['selected-documents', ...guids],
    queryFn: ({ signal }) => findSelectedDocuments(signal),
    enabled: rows.length < guids.length,
    gcTime: 0,
  })
  return { rows, query }
}

interface SelectedDialogProps {
  selection: Selection
  onClose: () => void
}

/** Everything that is selected, whether the list shows it or not, each to be taken out. */
export function SelectedDialog({ selection, onClose }: SelectedDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const { rows, query } = useSelectedRows(selection)
  const documents = useChosenDocuments(rows)
  return (
    <Dialog
      open
      light
      size="wide"
      onClose={onClose}
      title={t('documents.selectionBar')}
      description={t('documents.selected', { count: selection.guids.length })}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ChosenDocuments label={t('documents.selectionBar')} documents={documents} onRemove={unselectDocument} />
      {query.isFetching && <BusyStatus words={t('documents.loading')} />}
      {query.error && !query.isFetching && !isSessionExpiry(query.error) && (
        <Notice tone="bad">{errorText(query.error)}</Notice>
      )}
    </Dialog>
  )
}
