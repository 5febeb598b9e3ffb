import { useQuery } from '@tanstack/react-query'
import { File, FileImage, FileText, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { attachmentsQuery, type Attachment } from '../api/attachments.ts'
import { useText } from '../i18n/use-text.ts'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { AttachmentPreview } from './attachment-preview.tsx'
import styles from './attachments-tab.module.css'
import { TabFailure, TabSkeleton } from './tab-states.tsx'

function iconOf({ MediaType }: Attachment) {
  if (MediaType.startsWith('image/')) return FileImage
  return MediaType === 'application/pdf' ? FileText : File
}

interface AttachmentMenuProps {
  attachments: readonly Attachment[]
  shown: Attachment
  onShow: (guid: string) => void
}

function AttachmentMenu({ attachments, shown, onShow }: AttachmentMenuProps) {
  const t = useText()
  return (
    <nav className={styles.menu} aria-label={t('viewer.attachments')}>
      <ul>
        {attachments.map((attachment) => {
          const Icon = iconOf(attachment)
          return (
            <li key={attachment.GUID}>
              <button
                type="button"
                aria-current={attachment.GUID === shown.GUID || undefined}
                onClick={() => onShow(attachment.GUID)}
              >
                <Icon size={18} aria-hidden />
                <span>{attachment.FileName}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** What was sent along with a document: a menu of the files, and the pages of the chosen one. */
export function AttachmentsTab({ signerGuid }: { signerGuid: string }) {
  const t = useText()
  const { data: attachments, error, isFetching, refetch } = useQuery(attachmentsQuery(signerGuid))
  const [chosen, setChosen] = useState<string | null>(null)
  if (!attachments) {
    if (!error) return <TabSkeleton />
    const text = t('viewer.attachmentsFailed')
    return <TabFailure {...{ error, text }} busy={isFetching} onRetry={() => void refetch()} />
  }
  const shown = attachments.find((attachment) => attachment.GUID === chosen) ?? attachments[0]
  if (!shown) return <EmptyState icon={Paperclip} title={t('viewer.noAttachments')} />
  return (
    <div className={styles.attachments}>
      <div className={styles.frame}>
        <AttachmentMenu {...{ attachments, shown }} onShow={setChosen} />
        <AttachmentPreview key={shown.GUID} signerGuid={signerGuid} attachment={shown} />
      </div>
    </div>
  )
}
