import type { BulkSend } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { FileDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { useDownload } from '../../shared/page-viewer/use-download.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import screen from '../../shared/sending/sender-screen.module.css'

interface BulkActsProps {
  bulk: BulkSend
  subscription: string | undefined
  onLeave: () => void
}

/** What may be done with a bulk send as a whole: its result as a sheet, and its end. */
export function BulkActs({ bulk, subscription, onLeave }: BulkActsProps) {
  const t = useText()
  const language = useLanguage()
  const [isDeleting, setDeleting] = useState(false)
  const { guid, name, state, counts } = bulk
  // Spreadsheets take commas for decimal points where people write those.
  const delimiter = language === 'en' ? 'comma' : 'semicolon'
  const { download, isDownloading } = useDownload(async () => ({
    DocContent: await senderApi.bulkResult({ params: { bulkSendId: guid }, query: { subscription, delimiter } }),
    FileName: `${name.replace(/\.[^.]*$/, '')}-result.csv`,
  }))
  const isBusy = state === 'sending' || state === 'paused' || (counts.sending ?? 0) > 0
  return (
    <div className={screen.acts}>
      {state !== 'preparing' && state !== 'checking' && (
        <Button icon={FileDown} busy={isDownloading} onClick={download}>
          {t('bulkSends.result')}
        </Button>
      )}
      {!isBusy && (
        <Button kind="danger-quiet" icon={Trash2} onClick={() => setDeleting(true)}>
          {t('bulkSends.delete')}
        </Button>
      )}
      {isDeleting && (
        <DeleteDialog {...{ bulk, subscription }} onClose={() => setDeleting(false)} onDeleted={onLeave} />
      )}
    </div>
  )
}

interface DeleteDialogProps {
  bulk: BulkSend
  subscription: string | undefined
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ bulk, subscription, onClose, onDeleted }: DeleteDialogProps) {
  const t = useText()
  const errorText = useErrorText()
  const deleting = useMutation({
    mutationFn: () => senderApi.deleteBulkSend({ params: { bulkSendId: bulk.guid }, query: { subscription } }),
    onSuccess: onDeleted,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={deleting.isPending}
      title={t('bulkSends.deleteTitle', { name: bulk.name })}
      description={t('bulkSends.deleteText')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
            {t('bulkSends.delete')}
          </Button>
        </>
      }
    >
      {deleting.error && <Notice tone="bad">{errorText(deleting.error)}</Notice>}
    </Dialog>
  )
}
