import { brokenPasswordRules, PASSWORD_RULES, type PasswordRule } from '@rubrica/domain'
import { Circle, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './password-checklist.module.css'

const RULES = Object.keys(PASSWORD_RULES) as PasswordRule[]

/** The rules of a secure password, each with whether the typed one follows it; how many do is read out while typing. */
export function PasswordChecklist({ password }: { password: string }) {
  const t = useText()
  const id = useId()
  const broken = password === '' ? RULES : brokenPasswordRules(password)
  return (
    <div className={styles.checklist}>
      <p id={id} className={styles.title}>
        {t('password.rulesTitle')}
      </p>
      <ul aria-labelledby={id} className={styles.rules}>
        {RULES.map((rule) => {
          const isMet = !broken.includes(rule)
          const Icon = isMet ? CircleCheck : Circle
          return (
            <li key={rule} className={classNames(styles.rule, isMet && styles.met)}>
              <Icon size={16} aria-hidden />
              <span>
                {t(`password.rules.${rule}`)}
                <span className="sr-only">, {t(isMet ? 'password.met' : 'password.notMet')}</span>
              </span>
            </li>
          )
        })}
      </ul>
      <p className="sr-only" role="status">
        {password !== '' && t('password.rulesMet', { met: RULES.length - broken.length, total: RULES.length })}
      </p>
    </div>
  )
}
