import { Info } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { errorOfCode } from '../../shared/signing-runs/error-of-code.ts'
import { rememberSeenRun } from '../../shared/signing-runs/seen-runs.ts'
import type { SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { useSignatureRefusalText } from '../../shared/signing-runs/use-signature-refusal-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useFocusRescueOnLeave } from '../../shared/ui/focus/use-focus-rescue-on-leave.ts'
import styles from './signing-runs.module.css'
import { useRunWords } from './use-run-words.ts'

/** A run that ended without having signed everything, until its person has taken note. */
export function EndedRun({ run, onDetails }: { run: SigningRun; onDetails: () => void }) {
  const t = useText()
  const words = useRunWords()(run)
  const refusalText = useSignatureRefusalText()
  const id = useId()
  useFocusRescueOnLeave()
  return (
    <article className={styles.run} aria-labelledby={id} data-ended>
      <h2 id={id} className="num">
        {words}
      </h2>
      <div className={styles.foot}>
        <p className="muted">
          {run.Code !== null && `${refusalText(errorOfCode(run.Code))} `}
          {t('runs.endedText')}
        </p>
        <div className={styles.acts}>
          <Button size="small" kind="primary" icon={Info} onClick={onDetails}>
            {t('runs.details')}
          </Button>
          <Button size="small" onClick={() => rememberSeenRun(run.RunGUID)}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </article>
  )
}
