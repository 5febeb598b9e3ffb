import { Check } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './grant.module.css'

interface AnswerBarProps {
  /** What the yes is called. */
  words: string
  /** Says yes; absent while there is nothing to say yes with. */
  onAnswer?: (() => void) | undefined
  busy?: boolean
  onRefuse: () => void
}

/** No and yes. */
export function AnswerBar({ words, onAnswer, busy, onRefuse }: AnswerBarProps) {
  const t = useText()
  return (
    <div className={styles.bar}>
      <Button kind="danger-quiet" disabled={busy} onClick={onRefuse}>
        {t('authcerts.refuse')}
      </Button>
      <Button kind="primary" icon={Check} disabled={!onAnswer} busy={busy} onClick={onAnswer}>
        {words}
      </Button>
    </div>
  )
}
