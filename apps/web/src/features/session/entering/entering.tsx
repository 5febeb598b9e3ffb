import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { NextStep } from '../../../shared/session/entry/after-login.ts'
import { useNextStep } from '../../../shared/session/entry/use-next-step.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'
import { Loader } from '../../../shared/ui/status/loader.tsx'
import { keepFailedEntry } from '../failed-entry.ts'
import styles from './entering.module.css'
import type { EntryErrorLines } from './use-entry-error-lines.ts'

interface EnteringProps {
  /** Makes a session, once. */
  enter: () => Promise<NextStep>
  explain: (error: Error) => EntryErrorLines
  /** Leads to the log-in, three seconds after a failure. */
  onGiveUp: () => void
}

/** Waits for a session that somebody else vouches for, and leads on. */
export function Entering({ enter, explain, onGiveUp }: EnteringProps) {
  const onSuccess = useNextStep()
  const { mutate, error } = useMutation({ mutationFn: enter, onSuccess })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate()
  }, [mutate])
  return error === null ? <Loader /> : <EntryFailed {...explain(error)} onGiveUp={onGiveUp} />
}

function EntryFailed({ ours, theirs, onGiveUp }: EntryErrorLines & Pick<EnteringProps, 'onGiveUp'>) {
  const t = useText()
  const [text, ...more] = theirs === undefined ? ours : [...ours, theirs]
  const giveUp = () => {
    // Whoever wrote the address does not get to speak on the log-in.
    keepFailedEntry(ours)
    onGiveUp()
  }
  const giveUpInTime = useEffectEvent(giveUp)
  useEffect(() => {
    const timer = setTimeout(() => giveUpInTime(), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="alert" className={styles.failed}>
      <EmptyState heading="h1" icon={CircleAlert} title={t('entry.failed')} text={text}>
        <div className={styles.lines}>
          {more.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className="muted">{t('entry.leadsOn')}</p>
          <Button kind="primary" onClick={giveUp}>
            {t('entry.now')}
          </Button>
        </div>
      </EmptyState>
    </div>
  )
}
