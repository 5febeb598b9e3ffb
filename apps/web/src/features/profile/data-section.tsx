import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { TextField } from '../../shared/ui/text-field.tsx'
import type { User } from './profile-queries.ts'
import styles from './profile.module.css'

interface DataSectionProps {
  user: User
  email: string
  isWrong: boolean
  /** Save was pressed with it. */
  isTried: boolean
  onChange: (email: string) => void
  disabled: boolean
}

const MAX_EMAIL = 254

/** Who the person is, as the operator has it, and the e-mail that is theirs to change. */
export function DataSection({ user, email, isWrong, isTried, onChange, disabled }: DataSectionProps) {
  const t = useText()
  const [isLeft, setLeft] = useState(false)
  const facts = [
    [t('profile.userId'), user.userid],
    [t('profile.userName'), user.username],
    [t('profile.legalId'), user.legalid],
  ] as const
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.fixed}>{t('profile.fixed')}</p>
      <TextField
        label={t('profile.email')}
        hint={t('profile.emailHint')}
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
        value={email}
        onChange={onChange}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        disabled={disabled}
        error={isWrong && (isLeft || isTried) ? t('profile.emailInvalid') : undefined}
      />
    </>
  )
}
