import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useDownload } from '../../../shared/page-viewer/use-download.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import type { SentPlace } from '../sent-queries.ts'
import styles from './facts-card.module.css'

interface Attachment {
  readonly guid: string
  readonly fileName: string
}

function AttachmentButton({ attachment, place }: { attachment: Attachment; place: SentPlace }) {
  const t = useText()
  const { docGuid, subscription } = place
  const { download, isDownloading } = useDownload(async () => ({
    DocContent: await senderApi.sentAttachment({
      params: { docGuid, sentAttachmentGuid: attachment.guid },
      query: { subscription },
    }),
    FileName: attachment.fileName,
  }))
  return (
    <Button
      icon={Paperclip}
      busy={isDownloading}
      onClick={download}
      aria-label={t('sent.attachmentDownload', { name: attachment.fileName })}
    >
      <bdi className={styles.fileName}>{attachment.fileName}</bdi>
    </Button>
  )
}

/** What was sent along with the document, each file to download; nothing where there is none. */
export function AttachmentsCard({ place }: { place: SentPlace }) {
  const t = useText()
  const { docGuid, subscription } = place
  const { data } = useQuery({
    queryKey: [...queryKeys.sent, docGuid, 'attachments', { subscription }],
    queryFn: ({ signal }) => senderApi.sentAttachments({ params: { docGuid }, query: { subscription }, signal }),
  })
  if (!data?.data.length) return null
  return (
    <Card className={styles.card} aria-labelledby="sent-attachments">
      <h2 id="sent-attachments">{t('sent.attachments')}</h2>
      <div className={styles.attachments}>
        {data.data.map((attachment) => (
          <AttachmentButton key={attachment.guid} {...{ attachment, place }} />
        ))}
      </div>
    </Card>
  )
}
