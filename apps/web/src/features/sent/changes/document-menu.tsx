import { ChevronDown, CopyPlus, FileDown, FilePlus2, FolderDown, Pencil } from 'lucide-react'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useDownload } from '../../../shared/page-viewer/use-download.ts'
import { useRouter } from '../../../shared/router/use-router.tsx'
import { Menu, type MenuEntry } from '../../../shared/ui/overlays/menu.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'

interface DocumentMenuProps {
  document: SentDocument
  place: SentPlace
  onEdit: () => void
}

/** What else can be done with a sent document: edit it, send it once more, go on with the signed file. */
export function DocumentMenu({ document, place, onEdit }: DocumentMenuProps) {
  const t = useText()
  const router = useRouter()
  const { docGuid, subscription } = place
  const { download } = useDownload(async () => ({
    DocContent: await senderApi.sentDocumentContent({ params: { docGuid }, query: { subscription, file: 'original' } }),
    FileName: document.fileName,
  }))
  const archive = useDownload(async () => ({
    DocContent: await senderApi.sentDocumentArchive({ params: { docGuid }, query: { subscription } }),
    FileName: `${document.fileName.replace(/\.pdf$/i, '')}.zip`,
  }))
  const sendAgain = (with_: 'original' | 'signed') =>
    void router.navigate({ to: '/send', search: { from: subscription, copy: docGuid, with: with_ } })
  const isSigned = document.signers.some(({ state }) => state === 'signed')
  const entries: MenuEntry[] = [
    ...(document.mayManage ? [{ id: 'edit', label: t('sent.change.edit'), icon: Pencil, onChoose: onEdit }] : []),
    { id: 'duplicate', label: t('sent.change.duplicate'), icon: CopyPlus, onChoose: () => sendAgain('original') },
    ...(isSigned
      ? [
          {
            id: 'continue',
            label: t('sent.change.continue'),
            icon: FilePlus2,
            onChoose: () => sendAgain('signed'),
          },
        ]
      : []),
    { id: 'original', label: t('sent.change.original'), icon: FileDown, onChoose: download },
    { id: 'archive', label: t('sent.change.archive'), icon: FolderDown, onChoose: archive.download },
  ]
  return (
    <Menu
      label={t('sent.change.more')}
      trigger={
        <>
          <span aria-hidden>{t('sent.change.more')}</span> <ChevronDown size={18} aria-hidden />
        </>
      }
      entries={entries}
    />
  )
}
