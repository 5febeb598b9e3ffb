import type { Dispatch, SetStateAction } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { isLocked, renameFile, type Draft } from '../draft.ts'
import { fileTarget } from '../findings.ts'
import styles from '../send.module.css'
import { LockedNote } from './locked-note.tsx'

/** The files of a template, of which at most the names may be changed. */
export function LockedFiles({ draft, onChange }: { draft: Draft; onChange: Dispatch<SetStateAction<Draft>> }) {
  const t = useText()
  const hasFixedNames = isLocked(draft, 'title')
  return (
    <>
      <LockedNote label={hasFixedNames ? draft.files.map(({ name }) => name).join(', ') : t('send.files')} />
      {!hasFixedNames &&
        draft.files.map(({ key, name }) => (
          <div key={key} id={fileTarget(key)} className={styles.item}>
            <TextField
              label={t('send.fileName')}
              value={name}
              maxLength={255}
              error={name.trim() === '' ? t('send.findings.noName') : undefined}
              onChange={(typed) => onChange((before) => renameFile(before, key, typed))}
            />
          </div>
        ))}
    </>
  )
}
