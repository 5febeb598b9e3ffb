import { File, FileImage, FileText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import styles from './attachments-tab.module.css'

interface AttachmentFile {
  readonly key: string
  readonly name: string
  readonly mediaType: string
}

function iconOf({ mediaType }: AttachmentFile) {
  if (mediaType.startsWith('image/')) return FileImage
  return mediaType === 'application/pdf' ? FileText : File
}

interface AttachmentsFrameProps<F> {
  /** At least one. */
  files: readonly F[]
  /** Draws the chosen one. */
  children: (shown: F) => ReactNode
}

/** A menu of the files that go along, and the chosen one beside it. */
export function AttachmentsFrame<F extends AttachmentFile>({ files, children }: AttachmentsFrameProps<F>) {
  const t = useText()
  const [chosen, choose] = useState<string | null>(null)
  const shown = files.find(({ key }) => key === chosen) ?? files[0]!
  return (
    <div className={styles.attachments}>
      <div className={styles.frame}>
        <nav className={styles.menu} aria-label={t('viewer.attachments')}>
          <ul>
            {files.map((file) => {
              const Icon = iconOf(file)
              return (
                <li key={file.key}>
                  <button
                    type="button"
                    aria-current={file.key === shown.key || undefined}
                    onClick={() => choose(file.key)}
                  >
                    <Icon size={18} aria-hidden />
                    <bdi>{file.name}</bdi>
                  </button>
                </li>
              )
            })}
          </ul>
        </nav>
        {children(shown)}
      </div>
    </div>
  )
}
