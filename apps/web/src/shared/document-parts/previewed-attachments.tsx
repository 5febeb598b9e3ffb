import { Paperclip } from 'lucide-react'
import { useText } from '../i18n/use-text.ts'
import panel from './detail-panel.module.css'
import type { PreviewedDocument } from './previewed-document.ts'
import styles from './previewed-attachments.module.css'

/** The tab of what goes along, on the screen of somebody who finds it there; none where nothing does. */
export function usePreviewedAttachments({ attachments }: PreviewedDocument) {
  const t = useText()
  if (attachments.length === 0) return []
  const content = (
    <div className={panel.tabContent}>
      <ul className={styles.files} aria-label={t('viewer.attachments')}>
        {attachments.map(({ key, name }) => (
          <li key={key}>
            <Paperclip size={18} aria-hidden />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
  return [{ id: 'attachments', label: t('viewer.attachmentsTab'), content }]
}
