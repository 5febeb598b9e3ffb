import { useEffect, useRef, useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { pauseForDone } from '../../shared/ui/pause-for-done.ts'
import { attemptKeys } from './attempt-keys.ts'
import { NOTHING_DONE, runBatch, type BatchOutcome, type BatchProgress } from './run-batch.ts'
import { callSign } from './sign-calls.ts'
import { signUnderKeptKey } from './sign-attempt.ts'
import { useBatchReport } from './use-batch-report.ts'
import { useChoice } from './use-choice.ts'
import { signsTogether, type UsableCertificate } from './usable-certificates.ts'
import { wait } from './wait.ts'

/** A batch on its way: `working` on a document, `lost` without an answer for it, or at its end. */
type Run =
  | { readonly at: 'working' | 'lost'; readonly progress: BatchProgress; readonly guid: string }
  | { readonly at: 'done' }
  | { readonly at: 'summary'; readonly outcome: BatchOutcome }

type BatchStage =
  Run | { readonly at: 'choosing' } | { readonly at: 'asking' | 'unavailable'; readonly chosen: UsableCertificate }

export type Batch = ReturnType<typeof useBatch>

/** Asks before the page is left in the middle of a batch. */
function useAskBeforeLeaving(working: boolean): void {
  useEffect(() => {
    if (!working) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [working])
}

/** Stops a batch after the document at work: when the person says so, and when its dialog is gone. */
function useStop() {
  const stopped = useRef(false)
  const gone = useRef(false)
  const [stopping, setStopping] = useState(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      stopped.current = true
    }
  }, [])
  const stopNow = (stop: boolean) => {
    stopped.current = stop
    setStopping(stop)
  }
  return {
    stopping,
    stop: () => stopNow(true),
    begin: () => stopNow(false),
    isStopped: () => stopped.current,
    isGone: () => gone.current,
  }
}

/**
 * The way to the signatures of several documents: one certificate, its PIN once, then one call after the other.
 * @param onDone told when nothing is left to be shown; with everything signed, or when the session has ended
 */
export function useBatch(documents: readonly PendingDocument[], onDone: (outcome: BatchOutcome) => void) {
  const choice = useChoice(documents)
  const { stopping, stop, begin, isStopped, isGone } = useStop()
  const { report, tellAllSigned } = useBatchReport(documents)
  const [run, setRun] = useState<Run | null>(null)
  useAskBeforeLeaving(run?.at === 'working' || run?.at === 'lost')

  const end = async (outcome: BatchOutcome) => {
    choice.clearAnswers()
    report(outcome, isGone())
    const all = outcome.signed.length === documents.length
    if (all) {
      setRun({ at: 'done' })
      await pauseForDone()
      tellAllSigned()
    }
    const expired = outcome.end.why === 'error' && isSessionExpiry(outcome.end.error)
    if ((all || expired) && !isGone()) onDone(outcome)
    else setRun({ at: 'summary', outcome })
  }
  const go = async (chosen: UsableCertificate, from: BatchProgress, saidAnew: boolean) => {
    const { answers } = choice
    const sign = (signerGuid: string) =>
      signUnderKeptKey({
        signerGuid,
        saidAnew,
        send: (key) => callSign({ signerGuid, chosen, answers }, key),
        wait,
        keys: attemptKeys,
      })
    const onTurn = (progress: BatchProgress, guid: string) => setRun({ at: 'working', progress, guid })
    begin()
    const guids = documents.map(({ SignerDTO }) => SignerDTO.SignerGUID)
    const outcome = await runBatch(guids, { sign, isStopped, onTurn }, from)
    if (outcome.end.why !== 'unanswered' || isGone()) await end(outcome)
    else setRun({ at: 'lost', progress: outcome, guid: outcome.end.guid })
  }
  return {
    ...choice,
    stage: run ?? stageBefore(choice.chosen, documents.length),
    stopping,
    stop,
    send: (chosen: UsableCertificate) => void go(chosen, NOTHING_DONE, true),
    /** Goes on where the answer was lost, with the same attempt. */
    goOn: () => {
      if (run?.at === 'lost' && choice.chosen) void go(choice.chosen, run.progress, false)
    },
    /** Leaves it at what was signed before the answer was lost. */
    endHere: () => {
      if (run?.at === 'lost') void end({ ...run.progress, end: { why: 'unanswered', guid: run.guid } })
    },
  }
}

function stageBefore(chosen: UsableCertificate | null, documents: number): BatchStage {
  if (!chosen) return { at: 'choosing' }
  return { at: signsTogether(chosen, documents) ? 'asking' : 'unavailable', chosen }
}
