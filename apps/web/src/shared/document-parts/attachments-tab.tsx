import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { attachmentsQuery } from '../api/attachments.ts'
import { useText } from '../i18n/use-text.ts'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { AttachmentPreview } from './attachment-preview.tsx'
import { AttachmentsFrame } from './attachments-frame.tsx'
import { TabFailure, TabSkeleton } from './tab-states.tsx'

/** What was sent along with a document: a menu of the files, and the pages of the chosen one. */
export function AttachmentsTab({ signerGuid }: { signerGuid: string }) {
  const t = useText()
  const { data: attachments, error, isFetching, refetch } = useQuery(attachmentsQuery(signerGuid))
  if (!attachments) {
    if (!error) return <TabSkeleton />
    const text = t('viewer.attachmentsFailed')
    return <TabFailure {...{ error, text }} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (attachments.length === 0) return <EmptyState icon={Paperclip} title={t('viewer.noAttachments')} />
  const files = attachments.map((attachment) => ({
    ...{ attachment, key: attachment.GUID, name: attachment.FileName, mediaType: attachment.MediaType },
  }))
  return (
    <AttachmentsFrame files={files}>
      {({ key, attachment }) => <AttachmentPreview key={key} {...{ signerGuid, attachment }} />}
    </AttachmentsFrame>
  )
}
