import { hasNoLegalId, type Language } from '@rubrica/domain'
import { useState } from 'react'
import { LANGUAGE_NAMES } from '../../shared/i18n/language-names.ts'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { changesEmail, type StoredData } from './profile-fields.ts'
import type { User } from './profile-queries.ts'
import styles from './profile.module.css'

interface DataSectionProps {
  user: User
  fields: StoredData
  /** Whether the e-mail is none. */
  isWrong: boolean
  /** Save was pressed with it. */
  isTried: boolean
  onChange: (change: Partial<StoredData>) => void
  onConfirmAddress: () => void
  disabled: boolean
}

const MAX_EMAIL = 254

/** Who the person is, as the operator has it, and what is theirs to change: e-mail and language. */
export function DataSection(props: DataSectionProps) {
  const { user, fields, isWrong, isTried, onChange, onConfirmAddress, disabled } = props
  const t = useText()
  const [isLeft, setLeft] = useState(false)
  // It is all that is proved of them.
  const isProof = hasNoLegalId(user.legalid)
  const facts = [
    [t('profile.userId'), user.userid],
    [t('profile.userName'), user.username],
    ...(isProof ? [] : [[t('profile.legalId'), user.legalid] as const]),
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
        hint={t(isProof ? 'profile.emailFixed' : 'profile.emailHint')}
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
        value={fields.email}
        onChange={(changed) => onChange({ email: changed })}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        readOnly={isProof}
        disabled={disabled}
        error={isWrong && (isLeft || isTried) ? t('profile.emailInvalid') : undefined}
      />
      {!user.emailisknown && !changesEmail(fields, user.email) && (
        <Notice tone="warn">
          <p>{t('profile.emailUnproved')}</p>
          <Button onClick={onConfirmAddress} disabled={disabled}>
            {t('profile.emailConfirm')}
          </Button>
        </Notice>
      )}
      <SelectField
        label={t('common.language')}
        hint={t('profile.languageHint')}
        value={fields.language}
        onChange={(chosen) => onChange({ language: chosen as Language })}
        disabled={disabled}
      >
        {portalConfig().languages.map((choice) => (
          <option key={choice} value={choice} lang={choice}>
            {LANGUAGE_NAMES[choice]}
          </option>
        ))}
      </SelectField>
    </>
  )
}
