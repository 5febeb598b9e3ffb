import { Check } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import styles from './linking.module.css'
import type { LinkStep } from './linking.ts'

const STEPS = [
  { at: 'credentials', text: 'certificates.account.stepAccount' },
  { at: 'authenticators', text: 'certificates.account.stepWay' },
  { at: 'challenge', text: 'certificates.account.stepCode' },
] as const

/** Where the person is in an authorisation of several steps. */
export function LinkSteps({ at }: { at: LinkStep['at'] }) {
  const t = useText()
  const current = STEPS.findIndex((step) => step.at === at)
  return (
    <ol className={styles.steps} aria-label={t('certificates.account.steps')}>
      {STEPS.map((step, index) => (
        <li
          key={step.at}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span className={styles.stepMark} aria-hidden>
            {index < current ? <Check size={16} /> : index + 1}
          </span>
          {t(step.text)}
          {index < current && <span className="sr-only">({t('certificates.account.stepDone')})</span>}
        </li>
      ))}
    </ol>
  )
}
