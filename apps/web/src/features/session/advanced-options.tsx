import { useState } from 'react'
import {
  chooseEnvironment,
  environmentNow,
  environmentOfAddress,
  ENVIRONMENTS,
  isEnvironmentValid,
  type Environment,
} from '../../shared/api/environment.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { linkClass } from '../../shared/ui/card.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import styles from './login-panel.module.css'

const NONE = ''

/** The choice of the environment, unless the address has made it, or an application: its request was checked there. */
export function AdvancedOptions() {
  const t = useText()
  const [chosen, setChosen] = useState(() => (isEnvironmentValid() ? environmentNow() : NONE))
  if (isForApplication() || environmentOfAddress(location.search) !== null) return null
  const names = { PRE: t('login.environmentPre'), PRO: t('login.environmentPro') }
  const choose = (text: string) => {
    const environment = text as Environment
    setChosen(environment)
    chooseEnvironment(environment)
  }
  return (
    <details className={styles.advanced} open={chosen === NONE}>
      <summary className={linkClass}>{t('login.advanced')}</summary>
      <SelectField
        label={t('login.environment')}
        value={chosen}
        onChange={choose}
        error={chosen === NONE ? t('login.invalidEnvironment') : undefined}
      >
        {chosen === NONE && (
          <option value={NONE} disabled>
            {t('login.chooseEnvironment')}
          </option>
        )}
        {ENVIRONMENTS.map((environment) => (
          <option key={environment} value={environment}>
            {names[environment]}
          </option>
        ))}
      </SelectField>
    </details>
  )
}
