import {
  ChevronDown,
  CopyPlus,
  FileCheck2,
  FileDown,
  FilePlus2,
  FolderDown,
  Move,
  Paperclip,
  Pencil,
  QrCode,
  type LucideIcon,
} from 'lucide-react'
import { portalConfig } from '../../../shared/api/portal-config.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useDownload } from '../../../shared/page-viewer/use-download.ts'
import { useRouter } from '../../../shared/router/use-router.tsx'
import { Menu, type MenuEntry } from '../../../shared/ui/overlays/menu.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { isChangeable, isUnsigned } from './may-change.ts'
import type { OpenChange } from './open-change.ts'

interface DocumentMenuProps {
  document: SentDocument
  place: SentPlace
  onChange: (change: OpenChange) => void
}

/** Changes of the document itself. */
const OWN = {
  edit: 'sent.change.edit',
  places: 'sent.change.placesOpen',
  attach: 'sent.change.attachOpen',
} as const

/** What else can be done with a sent document: edit it, send it once more, go on with the signed file. */
export function DocumentMenu({ document, place, onChange }: DocumentMenuProps) {
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
  const evidence = useDownload(async () => ({
    DocContent: await senderApi.sentDocumentEvidence({ params: { docGuid }, query: { subscription } }),
    FileName: `${document.fileName.replace(/\.pdf$/i, '')}.evidence.pdf`,
  }))
  const isOver = document.state !== 'open'
  const sendAgain = (with_: 'original' | 'signed') =>
    void router.navigate({ to: '/send', search: { from: subscription, copy: docGuid, with: with_ } })
  const own = (kind: keyof typeof OWN, icon: LucideIcon): MenuEntry => ({
    ...{ id: kind, label: t(OWN[kind]), icon },
    onChoose: () => onChange({ kind }),
  })
  const isSigned = document.signers.some(({ state }) => state === 'signed')
  const entries: MenuEntry[] = [
    ...(document.mayManage ? [own('edit', Pencil)] : []),
    ...(isChangeable(document) && isUnsigned(document) ? [own('places', Move)] : []),
    ...(isChangeable(document) ? [own('attach', Paperclip)] : []),
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
    ...(isOver
      ? [{ id: 'evidence', label: t('sent.change.evidence'), icon: FileCheck2, onChoose: evidence.download }]
      : []),
    ...(portalConfig().verification
      ? [{ id: 'code', label: t('sent.verification.menu'), icon: QrCode, onChoose: () => onChange({ kind: 'code' }) }]
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
