import { FileUp, Paperclip } from 'lucide-react'
import { useState, type Dispatch, type SetStateAction } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { buttonClass } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { MOST_ATTACHMENTS, MOST_FILES, type Draft } from '../draft.ts'
import styles from '../send.module.css'
import { AttachmentItem } from './attachment-item.tsx'
import { sortFiles, type Sorted } from './chosen-files.ts'
import { FileItem } from './file-item.tsx'
import { useFileDrops } from './use-file-drops.ts'
import { useFileMoves } from './use-file-moves.ts'
import type { Uploads } from './use-uploads.ts'

interface FilesPartProps {
  draft: Draft
  /** The one that is sent from, where there are several. */
  subscription: string | undefined
  uploads: Uploads
  onChange: Dispatch<SetStateAction<Draft>>
}

/** What became of the files that were chosen last, for who wonders where they are. */
type Told = Pick<Sorted, 'leftOut'> & { readonly went: number }

/** Files are chosen, dropped or pasted, and each shows how far it is and what the server says of it. */
export function FilesPart({ draft, subscription, uploads, onChange }: FilesPartProps) {
  const t = useText()
  const { files, attachments } = draft
  const [told, setTold] = useState<Told>({ leftOut: 0, went: 0 })
  const moves = useFileMoves(onChange)
  const take = (chosen: readonly File[], areAttached = false) => {
    const room = { documents: MOST_FILES - files.length, attachments: MOST_ATTACHMENTS - attachments.length }
    const sorted = sortFiles(chosen, room, areAttached)
    setTold({ leftOut: sorted.leftOut, went: areAttached ? 0 : sorted.attachments.length })
    uploads.add(sorted)
  }
  const isOver = useFileDrops(take)
  const moved = files.findIndex(({ key }) => key === moves.moved)
  return (
    <>
      <label className={classNames(styles.zone, isOver && styles.over)}>
        <FileUp size={24} aria-hidden />
        <span>
          <b>{t('send.chooseFiles')}</b>
          <span className="muted">{t('send.filesHint', { most: MOST_FILES })}</span>
        </span>
        <FileInput accept="application/pdf,.pdf" onFiles={take} />
      </label>
      <div role="status">
        {told.leftOut > 0 && <p className={styles.bad}>{t('send.tooMany', { most: MOST_FILES })}</p>}
        {told.went > 0 && <p className="muted">{t('send.wentAlong', { count: told.went })}</p>}
      </div>
      <p className="sr-only" role="status">
        {moved >= 0 && t('send.fileMoved', { name: files[moved]!.name, place: moved + 1, count: files.length })}
      </p>
      {files.length > 0 && (
        <ul className={styles.items} aria-label={t('send.files')}>
          {files.map((file, index) => (
            <FileItem key={file.key} {...{ file, index, draft, subscription, uploads, moves, onChange }} />
          ))}
        </ul>
      )}
      {attachments.length > 0 && (
        <section className={styles.along} aria-labelledby="send-along">
          <h3 id="send-along">{t('send.along.title')}</h3>
          <ul className={styles.items} aria-labelledby="send-along">
            {attachments.map((attachment) => (
              <AttachmentItem key={attachment.key} {...{ attachment, draft, uploads, onChange }} />
            ))}
          </ul>
        </section>
      )}
      {files.length > 0 && (
        <label className={classNames(buttonClass({ size: 'small' }), styles.again)}>
          <Paperclip size={18} aria-hidden />
          {t('send.along.add')}
          <FileInput onFiles={(chosen) => take(chosen, true)} />
        </label>
      )}
    </>
  )
}

interface FileInputProps {
  accept?: string
  onFiles: (files: readonly File[]) => void
}

function FileInput({ accept, onFiles }: FileInputProps) {
  return (
    <input
      type="file"
      multiple
      accept={accept}
      className="sr-only"
      onClick={(event) => (event.currentTarget.value = '')}
      onChange={(event) => onFiles([...(event.target.files ?? [])])}
    />
  )
}
