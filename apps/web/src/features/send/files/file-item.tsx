import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, Paperclip, X } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { TextAreaField } from '../../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { Menu } from '../../../shared/ui/overlays/menu.tsx'
import { attachFile, describeFile, renameFile, type Draft, type DraftFile } from '../draft.ts'
import { fileTarget } from '../findings.ts'
import styles from '../send.module.css'
import { FileStanding } from './file-standing.tsx'
import { SentBefore } from './sent-before.tsx'
import type { useFileMoves } from './use-file-moves.ts'
import type { Uploads } from './use-uploads.ts'

interface FileItemProps {
  file: DraftFile
  /** Its place among the others, from 0. */
  index: number
  draft: Draft
  subscription: string | undefined
  uploads: Uploads
  moves: ReturnType<typeof useFileMoves>
  onChange: Dispatch<SetStateAction<Draft>>
}

/** A document that is to be signed. */
export function FileItem({ file, draft, subscription, uploads, moves, onChange, ...rest }: FileItemProps) {
  const t = useText()
  const { key, name } = file
  const hasOthers = draft.files.length > 1
  return (
    <li
      id={fileTarget(key)}
      className={classNames(styles.item, moves.dragged === key && styles.over)}
      data-file-row={key}
    >
      <div className={classNames(styles.itemHead, hasOthers && styles.withHandle, hasOthers && styles.fileHead)}>
        {hasOthers && (
          <IconButton
            {...moves.handleOf(key)}
            icon={GripVertical}
            label={t('send.moveFile', { name })}
            className={styles.handle}
          />
        )}
        <TextField
          label={t('send.fileName')}
          dir="auto"
          value={name}
          maxLength={255}
          onChange={(typed) => onChange((before) => renameFile(before, key, typed))}
          error={name.trim() === '' ? t('send.findings.noName') : undefined}
        />
        <div className={styles.itemActs}>
          {hasOthers && <FileMenu {...{ file, draft, uploads, moves, onChange, ...rest }} />}
          <IconButton icon={X} label={t('send.remove', { name })} onClick={() => uploads.remove(key)} />
        </div>
      </div>
      <FileStanding file={file} purpose="document" uploads={uploads} />
      {file.state === 'ready' && <SentBefore sha256={file.uploaded.sha256} subscription={subscription} />}
      <details className={styles.more}>
        <summary>{t('send.about', { name })}</summary>
        <TextAreaField
          label={t('send.description')}
          hint={t('send.descriptionHint')}
          rows={2}
          maxLength={1000}
          value={file.description ?? ''}
          onChange={(typed) => onChange((before) => describeFile(before, key, typed === '' ? undefined : typed))}
        />
      </details>
    </li>
  )
}

type FileMenuProps = Pick<FileItemProps, 'file' | 'index' | 'draft' | 'uploads' | 'moves' | 'onChange'>

/** Everything that dragging does, and what it becomes. */
function FileMenu({ file: { key, name, state }, index, draft, uploads, moves, onChange }: FileMenuProps) {
  const t = useText()
  return (
    <Menu
      label={t('send.fileMenu', { name })}
      trigger={<EllipsisVertical size={18} aria-hidden />}
      entries={[
        ...(index > 0
          ? [{ id: 'up', label: t('send.fileUp'), icon: ArrowUp, onChoose: () => moves.move(key, -1) }]
          : []),
        ...(index < draft.files.length - 1
          ? [{ id: 'down', label: t('send.fileDown'), icon: ArrowDown, onChoose: () => moves.move(key, 1) }]
          : []),
        {
          ...{ id: 'attach', label: t('send.along.make'), icon: Paperclip },
          onChoose: () => {
            onChange((before) => attachFile(before, key, null))
            // What cannot be signed may go along all the same.
            if (state !== 'ready') uploads.handOverAs(key, 'attachment')?.()
          },
        },
      ]}
    />
  )
}
