import { FileUp, RotateCcw, X } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button, buttonClass } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { ProgressBar } from '../../../shared/ui/status/progress-bar.tsx'
import { MOST_FILES, type DraftFile } from '../draft.ts'
import styles from '../send.module.css'
import { SentBefore } from './sent-before.tsx'

interface FilesPartProps {
  /** The one that is sent from, where there are several. */
  subscription: string | undefined
  files: readonly DraftFile[]
  onAdd: (files: readonly File[]) => void
  onRetry: (key: string) => void
  onReplace: (key: string, file: File) => void
  onRemove: (key: string) => void
  onRename: (key: string, name: string) => void
}

/** Files are chosen or dropped, and each shows how far it is and what the server says of it. */
export function FilesPart({ files, subscription, onAdd, onRetry, onReplace, onRemove, onRename }: FilesPartProps) {
  const t = useText()
  return (
    <>
      <DropZone room={MOST_FILES - files.length} onAdd={onAdd} />
      {files.length > 0 && (
        <ul className={styles.items} aria-label={t('send.files')}>
          {files.map((file) => (
            <FileItem
              key={file.key}
              file={file}
              subscription={subscription}
              onRetry={() => onRetry(file.key)}
              onReplace={(chosen) => onReplace(file.key, chosen)}
              onRemove={() => onRemove(file.key)}
              onRename={(name) => onRename(file.key, name)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface DropZoneProps {
  /** How many more there may be. */
  room: number
  onAdd: (files: readonly File[]) => void
}

function DropZone({ room, onAdd }: DropZoneProps) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const [isFull, setFull] = useState(false)
  const take = (chosen: FileList | null) => {
    const all = [...(chosen ?? [])]
    setFull(all.length > room)
    onAdd(all.slice(0, room))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div>
      <label
        className={classNames(styles.zone, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp size={24} aria-hidden />
        <span>
          <b>{t('send.chooseFiles')}</b>
          <span className="muted">{t('send.filesHint', { most: MOST_FILES })}</span>
        </span>
        <input
          type="file"
          multiple
          accept="application/pdf,.pdf"
          className="sr-only"
          onClick={(event) => (event.currentTarget.value = '')}
          onChange={(event) => take(event.target.files)}
        />
      </label>
      <div role="status">{isFull && <p className={styles.bad}>{t('send.tooMany', { most: MOST_FILES })}</p>}</div>
    </div>
  )
}

interface FileItemProps {
  file: DraftFile
  subscription: string | undefined
  onRetry: () => void
  onReplace: (file: File) => void
  onRemove: () => void
  onRename: (name: string) => void
}

function FileItem({ file, subscription, onRetry, onReplace, onRemove, onRename }: FileItemProps) {
  const t = useText()
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <TextField
          label={t('send.fileName')}
          value={file.name}
          maxLength={255}
          onChange={onRename}
          error={file.name.trim() === '' ? t('send.findings.noName') : undefined}
        />
        <IconButton icon={X} label={t('send.remove', { name: file.name })} onClick={onRemove} />
      </div>
      <FileStanding file={file} onRetry={onRetry} onReplace={onReplace} />
      {file.state === 'ready' && <SentBefore sha256={file.uploaded.sha256} subscription={subscription} />}
    </li>
  )
}

function FileStanding({ file, onRetry, onReplace }: Pick<FileItemProps, 'file' | 'onRetry' | 'onReplace'>) {
  const t = useText()
  const errorText = useErrorText()
  if (file.state === 'uploading') {
    return <ProgressBar label={t('send.uploading', { name: file.name })} value={file.share} max={1} />
  }
  if (file.state === 'ready') {
    const { pages, findings } = file.uploaded
    return (
      <p className="muted" role="status">
        {t('send.pages', { count: pages.length })}
        {findings.length > 0 && ` · ${t('send.alreadySigned')}`}
      </p>
    )
  }
  if (file.state === 'lost') return <LostFile name={file.name} onReplace={onReplace} />
  return (
    <div className={styles.failure}>
      <p className={styles.bad} role="alert">
        {errorText(file.error)}
      </p>
      {file.state === 'failed' && (
        <Button size="small" icon={RotateCcw} onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  )
}

/** Of a draft that was opened again: the file has to be chosen once more. */
function LostFile({ name, onReplace }: { name: string; onReplace: (file: File) => void }) {
  const t = useText()
  return (
    <div className={styles.failure}>
      <p className={styles.bad}>{t('send.lostFile')}</p>
      <label className={classNames(buttonClass({ size: 'small' }), styles.again)}>
        <FileUp size={18} aria-hidden />
        {t('send.chooseAgain')}
        <input
          type="file"
          accept="application/pdf,.pdf"
          className="sr-only"
          aria-label={t('send.chooseAgainNamed', { name })}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            if (chosen) onReplace(chosen)
          }}
        />
      </label>
    </div>
  )
}
