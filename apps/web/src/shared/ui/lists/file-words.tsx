import { FileText, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import styles from './file-words.module.css'
import { Skeleton } from './skeleton.tsx'

/** The class of the link around `FileWords`; in a narrow card it covers the whole card. */
export const openerClass = styles.opener

interface FileWordsProps {
  fileName: string
  description: string
  hasAttachment: boolean
  /** What else is known of it, in a line of its own. */
  children?: ReactNode
}

/** What a row calls its document by. */
export function FileWords({ fileName, description, hasAttachment, children }: FileWordsProps) {
  const t = useText()
  return (
    <>
      <span className={styles.icon} aria-hidden>
        <FileText size={18} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <bdi className={styles.fileName}>{fileName}</bdi>{' '}
          {hasAttachment && <Paperclip size={14} role="img" aria-label={t('documents.hasAttachment')} />}
        </span>
        {description && ' '}
        {description && <bdi className={styles.description}>{description}</bdi>}
        {children && ' '}
        {children}
      </span>
    </>
  )
}

/** What stands in their place until they come. */
export function WaitingWords({ width }: { width: number }) {
  return (
    <>
      <span className={styles.icon} aria-hidden />
      <span className={styles.words}>
        <Skeleton width={width} />
      </span>
    </>
  )
}
