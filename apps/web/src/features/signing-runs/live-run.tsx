import { useMutation } from '@tanstack/react-query'
import { ExternalLink, KeyRound, Pause, PenLine, Play, Square } from 'lucide-react'
import { useId, useState } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { api } from '../../shared/api/api.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { errorOfCode } from '../../shared/signing-runs/error-of-code.ts'
import { countIn, progressOf, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { useSignatureRefusalText } from '../../shared/signing-runs/use-signature-refusal-text.ts'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { useFocusRescueOnLeave } from '../../shared/ui/focus/use-focus-rescue-on-leave.ts'
import { ProgressBar } from '../../shared/ui/status/progress-bar.tsx'
import { PinDialog } from './pin-dialog.tsx'
import styles from './signing-runs.module.css'
import { StopDialog } from './stop-dialog.tsx'
import { useKeepRun, useMoveRun } from './use-move-run.ts'
import { useRunKey } from './use-run-key.ts'
import { useRunWords } from './use-run-words.ts'
import { useSignAnew } from './use-sign-anew.ts'

interface LiveRunProps {
  run: SigningRun
  /** The last question had no answer. */
  isLost: boolean
  onDetails: () => void
  /** Has documents signed together in the dialog of the list. */
  onSign: (documents: readonly PendingDocument[]) => void
}

/** What the person has to know of a run that is not over; said anew when it changes, and not with each document. */
function useExplanation({ run, isLost }: Pick<LiveRunProps, 'run' | 'isLost'>): string {
  const t = useText()
  const refusalText = useSignatureRefusalText()
  const until = useFormats().moment(run.ExpiresAt)
  if (isLost) return t('runs.noConnection')
  if (run.State === 'stopped') return t('runs.stoppingRun')
  if (run.State === 'needs-person' && run.Code !== null)
    return `${refusalText(errorOfCode(run.Code))} ${t('runs.waitingUntil', { until })}`
  if (run.State === 'needs-person' || run.State === 'preparing') return t('runs.waitingAgain', { until })
  if (run.Paused) return t('runs.pausedText', { until })
  if (progressOf(run).isHindered) return t('runs.triedAgain')
  if (run.Asked) {
    const name = run.Asked.FileName ?? ''
    return t(run.Asked.Page === null ? 'runs.askedOnPhone' : 'runs.askedOnPage', { name })
  }
  return t('runs.progressText')
}

/** A run that is not over: how far it is, and what its person can do about it. */
export function LiveRun({ run, isLost, onDetails, onSign }: LiveRunProps) {
  const t = useText()
  const { way } = useRunKey(run)
  const words = useRunWords()(run, way)
  const explanation = useExplanation({ run, isLost })
  const id = useId()
  const { done, total } = progressOf(run)
  const failed = countIn(run, 'failed')
  const isWaiting = run.State === 'needs-person'
  return (
    <article className={styles.run} aria-labelledby={id} data-waiting={isWaiting || undefined}>
      <div className={styles.words}>
        <h2 id={id} className="num">
          {words}
        </h2>
        {failed > 0 && <span className="muted num">{t('runs.failed', { count: failed })}</span>}
      </div>
      {(done > 0 || !isWaiting) && <ProgressBar label={words} value={done} max={total} />}
      <div className={styles.foot}>
        <p role="status" className="muted">
          {explanation}
        </p>
        <Acts {...{ run, onDetails, onSign }} />
      </div>
    </article>
  )
}

/** Pause, go on, the PIN, the end, and the details. */
function Acts({ run, onDetails, onSign }: Omit<LiveRunProps, 'isLost'>) {
  const t = useText()
  useFocusRescueOnLeave()
  const [asked, setAsked] = useState<'pin' | 'stop' | null>(null)
  const { move, moving } = useMoveRun(run.RunGUID)
  const close = () => setAsked(null)
  const isWaiting = run.State === 'needs-person'
  const canMove = run.State !== 'stopped'
  return (
    <div className={styles.acts}>
      <ConfirmLink run={run} />
      {isWaiting &&
        // Nothing is prepared ahead of what is confirmed elsewhere.
        (countIn(run, 'queued') > 0 ? (
          <GoOnButton run={run} />
        ) : (
          <AuthoriseButton run={run} onAsk={() => setAsked('pin')} onSign={onSign} />
        ))}
      {canMove && !isWaiting && (
        <PauseButton paused={run.Paused} busy={moving === 'paused' || moving === 'going-on'} onMove={move} />
      )}
      {canMove && (
        <Button size="small" icon={Square} onClick={() => setAsked('stop')}>
          {t('batch.stop')}
        </Button>
      )}
      <Button size="small" kind="ghost" onClick={onDetails}>
        {t('runs.details')}
      </Button>
      {asked === 'pin' && isWaiting && <PinDialog run={run} onClose={close} />}
      {asked === 'stop' && canMove && <StopDialog run={run} onClose={close} />}
    </div>
  )
}

/** The provider's page for the document that is asked for, in a tab of its own that cannot reach this one. */
function ConfirmLink({ run: { Asked, Paused } }: Pick<LiveRunProps, 'run'>) {
  const t = useText()
  if (!Asked?.Page || Paused) return null
  return (
    <a
      href={Asked.Page}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ kind: 'primary', size: 'small' })}
    >
      {t('runs.confirmOnPage')}
      <ExternalLink size={18} aria-hidden />
    </a>
  )
}

interface PauseButtonProps {
  paused: boolean
  busy: boolean
  onMove: (to: 'paused' | 'going-on') => void
}

function PauseButton({ paused, busy, onMove }: PauseButtonProps) {
  const t = useText()
  return paused ? (
    <Button size="small" kind="primary" icon={Play} busy={busy} onClick={() => onMove('going-on')}>
      {t('runs.goOn')}
    </Button>
  ) : (
    <Button size="small" icon={Pause} busy={busy} onClick={() => onMove('paused')}>
      {t('runs.pause')}
    </Button>
  )
}

interface AuthoriseButtonProps extends Pick<LiveRunProps, 'run' | 'onSign'> {
  onAsk: () => void
}

/** Has the person asked again for what they confirm at the provider: nothing is typed here. */
function GoOnButton({ run: { RunGUID: runGuid } }: Pick<LiveRunProps, 'run'>) {
  const t = useText()
  const keep = useKeepRun()
  const reportFailure = useReportFailure()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.authoriseRun({ params: { runGuid }, body: {} }),
    onSuccess: keep,
    onError: reportFailure,
  })
  return (
    <Button size="small" kind="primary" icon={Play} busy={isPending} onClick={() => mutate()}>
      {t('runs.goOn')}
    </Button>
  )
}

/** What the certificate asks for, here or in the dialog that signs. */
function AuthoriseButton({ run, onAsk, onSign }: AuthoriseButtonProps) {
  const t = useText()
  const { way } = useRunKey(run)
  const { signAnew, busy } = useSignAnew(run, onSign)
  return (
    <Button
      size="small"
      kind="primary"
      icon={way === 'pin' ? KeyRound : PenLine}
      busy={busy}
      onClick={() => (way === 'anew' ? signAnew() : onAsk())}
    >
      {t(way === 'pin' ? 'runs.enterPin' : 'signing.confirm')}
    </Button>
  )
}
