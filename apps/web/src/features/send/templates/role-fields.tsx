import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PersonField } from '../../../shared/sending/person-field.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { TextField } from '../../../shared/ui/fields/text-field.tsx'
import { type Draft, type DraftPerson } from '../draft.ts'
import { fillRole } from './roles.ts'
import styles from './templates.module.css'

interface RoleFieldProps {
  /** Names that there are already. */
  isTaken: (role: string) => boolean
  label: string
  onAdd: (role: string) => void
}

const MOST_LETTERS = 100

/** Adds a role by its name. */
export function RoleField({ isTaken, label, onAdd }: RoleFieldProps) {
  const t = useText()
  const [name, setName] = useState('')
  const role = name.trim()
  const error = isTaken(role) ? t('templates.roleTaken') : undefined
  const add = () => {
    if (role === '' || error !== undefined) return
    onAdd(role)
    setName('')
  }
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField
        label={label}
        hint={t('templates.roleHint')}
        error={error}
        maxLength={MOST_LETTERS}
        value={name}
        onChange={setName}
      />
      <Button type="submit" icon={UserPlus} disabled={role === ''}>
        {t('templates.addRole')}
      </Button>
    </form>
  )
}

interface FillFieldProps {
  role: string
  subscription: string | undefined
  /** Those who cannot take it. */
  taken: readonly string[]
  onChange: (change: (draft: Draft) => Draft) => void
  /** Opens what is asked of somebody without an account; undefined where nobody may be one. */
  onGuest?: (() => void) | undefined
}

/** Asks who takes a role. */
export function FillField({ role, subscription, taken, onChange, onGuest }: FillFieldProps) {
  const t = useText()
  const fill = (person: DraftPerson) => onChange((before) => fillRole(before, role, person))
  return (
    <>
      <PersonField label={t('templates.whoIs', { role })} {...{ subscription, taken }} onChoose={fill} />
      {onGuest && (
        <div>
          <Button size="small" icon={UserPlus} onClick={onGuest}>
            {t('templates.guestFor', { role })}
          </Button>
        </div>
      )}
    </>
  )
}
