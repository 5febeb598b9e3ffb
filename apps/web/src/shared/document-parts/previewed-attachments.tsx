import { FileQuestionMark } from 'lucide-react'
import { useLanguage, useText } from '../i18n/use-text.ts'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { AttachmentPages } from './attachment-preview.tsx'
import { AttachmentsFrame } from './attachments-frame.tsx'
import styles from './attachments-tab.module.css'
import { describeSize } from './describe-size.ts'
import type { PreviewedAttachment, PreviewedDocument } from './previewed-document.ts'

/** The last part of a file name, as people call kinds of files by it. */
const kindOf = (name: string) => /.\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase()

/** A file whose pages nobody can look at here: what it is. */
function FileFacts({ file: { name, size } }: { file: PreviewedAttachment }) {
  const t = useText()
  const language = useLanguage()
  const kind = kindOf(name)
  const said = kind === undefined ? t('viewer.fileOfNoKind') : t('viewer.fileOfKind', { kind })
  return (
    <section className={styles.preview} aria-label={name}>
      <EmptyState
        icon={FileQuestionMark}
        title={t('viewer.notShownTitle')}
        text={[name, said, describeSize(size, language)].join(' · ')}
      />
    </section>
  )
}

/** The tab of what goes along, on the screen of somebody who finds it there; none where nothing does. */
export function usePreviewedAttachments({ attachments }: PreviewedDocument) {
  const t = useText()
  if (attachments.length === 0) return []
  const files = attachments.map((one) => ({ ...one, mediaType: one.source ? 'application/pdf' : '' }))
  const content = (
    <AttachmentsFrame files={files}>
      {(file) =>
        file.source ? (
          <AttachmentPages key={file.key} name={file.name} source={file.source} />
        ) : (
          <FileFacts key={file.key} file={file} />
        )
      }
    </AttachmentsFrame>
  )
  return [{ id: 'attachments', label: t('viewer.attachmentsTab'), content, wide: true }]
}
