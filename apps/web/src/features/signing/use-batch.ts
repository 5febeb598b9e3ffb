import { useEffect, useRef, useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { unselectDocuments } from '../../shared/selection/selection-store.ts'
import { pauseForDone } from '../../shared/ui/pause-for-done.ts'
import { acceptedFor, type Accepted } from './accepted.ts'
import { attemptKeys } from './attempt-keys.ts'
import type { Authorisation, AuthorisationStage } from './authorisation.ts'
import { NOTHING_DONE, runBatch, type BatchOutcome, type BatchProgress, type BatchWork } from './run-batch.ts'
import { callSign } from './sign-calls.ts'
import { signUnderKeptKey } from './sign-attempt.ts'
import { useAskBeforeLeaving } from './use-ask-before-leaving.ts'
import { useAuthorisation } from './use-authorisation.ts'
import { useBatchReport } from './use-batch-report.ts'
import { useChoice, type Choice } from './use-choice.ts'
import { wayTogether, type ElsewhereWay } from './signing-ways.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import type { StepAnswers } from '../../shared/proof/step-answers.ts'
import { wait } from '../../shared/ui/wait.ts'

/** A batch on its way: authorised first, `working` on a document, `lost` without an answer for it, or at its end. */
type Run =
  | { readonly at: 'working' | 'lost'; readonly progress: BatchProgress; readonly guid: string }
  | { readonly at: 'opening' | 'done' }
  | { readonly at: 'summary'; readonly outcome: BatchOutcome }

type BatchStage =
  | Exclude<Run, { at: 'opening' }>
  | AuthorisationStage
  | { readonly at: 'choosing' | 'unavailable' }
  /** In steps of the chosen way's own. */
  | { readonly at: 'elsewhere'; readonly way: ElsewhereWay }

export type Batch = ReturnType<typeof useBatch>

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

/** Told when nothing is left to be shown; with everything signed, or when the session has ended. */
type Done = (outcome: BatchOutcome) => void

interface BatchConditions {
  /** Nothing else has to be said first. */
  readonly ready: boolean
  readonly accepted: Accepted
  readonly onDone: Done
}

/** A batch that goes on keeps what was said when it began. */
interface BatchOrder {
  readonly chosen: UsableCertificate
  readonly answers: StepAnswers
  readonly accepted: Accepted
  readonly authorisation: Authorisation
  readonly from: BatchProgress
  readonly saidAnew: boolean
}

/**
 * Authorises the documents, unless that was done before, and signs them.
 * @returns null when nothing was signed and the dialog asks once more
 */
async function signAll(
  guids: readonly string[],
  { chosen, answers, accepted, authorisation, from, saidAnew }: BatchOrder,
  watch: Pick<BatchWork, 'isStopped' | 'onTurn'>,
): Promise<BatchOutcome | null> {
  const opening = await authorisation.open(answers)
  if (opening.kind === 'again') return null
  if (opening.kind === 'failed') return { ...from, end: { why: 'error', error: opening.error } }
  const sign = async (signerGuid: string) => {
    const authorised = await authorisation.authorisedFor(signerGuid)
    const order = { signerGuid, chosen, answers, authorised, accepted: acceptedFor(accepted, signerGuid) }
    const send = (key: string) => callSign(order, key)
    await signUnderKeptKey({ signerGuid, saidAnew, send, wait, keys: attemptKeys })
    // A reload in the middle finds selected what is left.
    unselectDocuments([signerGuid])
  }
  return runBatch(guids, { sign, ...watch }, from)
}

interface EndOfBatch {
  readonly isGone: () => boolean
  readonly onDone: Done
  /** The person has seen already that everything is signed. */
  readonly isSeen: boolean
}

/** What happens when a batch is over: it is told about, and what is left to be shown is a summary. */
function useEnd(documents: readonly PendingDocument[], clearAnswers: () => void, show: (run: Run) => void) {
  const { report, tellAllSigned } = useBatchReport(documents)
  return async (outcome: BatchOutcome, { isGone, onDone, isSeen }: EndOfBatch) => {
    clearAnswers()
    report(outcome, isGone())
    const all = outcome.signed.length === documents.length
    if (all && !isSeen) {
      show({ at: 'done' })
      await pauseForDone()
    }
    if (all) tellAllSigned()
    const expired = outcome.end.why === 'error' && isSessionExpiry(outcome.end.error)
    if ((all || expired) && !isGone()) onDone(outcome)
    else show({ at: 'summary', outcome })
  }
}

/** The batch at work: begun, gone on with after a lost answer, or ended there. */
function useRun(choice: Choice, onDone: Done) {
  const { documents } = choice
  const { begin, isStopped, isGone, ...stopping } = useStop()
  const [run, setRun] = useState<Run | null>(null)
  const tellEnd = useEnd(documents, choice.clearAnswers, setRun)
  useAskBeforeLeaving(run?.at === 'working' || run?.at === 'lost')

  const end = (outcome: BatchOutcome, authorisation: Authorisation) =>
    Promise.all([authorisation.close(), tellEnd(outcome, { isGone, onDone, isSeen: false })])
  const go = async (order: BatchOrder) => {
    const { authorisation } = order
    const guids = documents.map(({ SignerDTO }) => SignerDTO.SignerGUID)
    const onTurn = (progress: BatchProgress, guid: string) => setRun({ at: 'working', progress, guid })
    begin()
    setRun({ at: 'opening' })
    const outcome = await authorisation.during(() => signAll(guids, order, { isStopped, onTurn }))
    if (outcome === null) {
      choice.clearAfter(errorOf(authorisation.stage()))
      return setRun(null)
    }
    if (outcome.end.why !== 'unanswered' || isGone()) return void (await end(outcome, authorisation))
    setRun({ at: 'lost', progress: outcome, guid: outcome.end.guid })
  }
  const endElsewhere = (outcome: BatchOutcome, isSeen = false) => void tellEnd(outcome, { isGone, onDone, isSeen })
  return { run, go, end, endElsewhere, ...stopping }
}

const errorOf = (stage: AuthorisationStage) => (stage.at === 'asking' ? stage.error : null)

/** The way to the signatures of several documents: one certificate, authorised once, then one call after the other. */
export function useBatch(documents: readonly PendingDocument[], { ready, accepted, onDone }: BatchConditions) {
  const choice = useChoice(documents)
  const { chosen, answers, way, elsewhere } = choice
  const said = { answers, accepted }
  const { run, go, end, endElsewhere, stopping, stop } = useRun(choice, onDone)
  const send = (authorisation: Authorisation | null) => {
    if (chosen && authorisation) void go({ ...said, chosen, authorisation, from: NOTHING_DONE, saidAnew: true })
  }
  const together = way !== null && documents.length <= wayTogether(way)
  const { authorisation, stage } = useAuthorisation(choice, {
    ready: ready && together,
    accepted,
    onNothingFixed: send,
  })

  const stageNow = (): BatchStage => {
    if (run && run.at !== 'opening') return run
    if (way && !together) return { at: 'unavailable' }
    if (elsewhere) return { at: 'elsewhere', way: elsewhere }
    return chosen && stage ? stage : { at: 'choosing' }
  }
  const lost = run?.at === 'lost' ? run : null
  return {
    ...choice,
    authorisation,
    stage: stageNow(),
    stopping,
    stop,
    send: () => send(authorisation),
    /** What was done in steps of the way's own is over. */
    endElsewhere,
    /** Goes on where the answer was lost, with the same attempt. */
    goOn: () => {
      if (lost && chosen && authorisation)
        void go({ ...said, chosen, authorisation, from: lost.progress, saidAnew: false })
    },
    /** Leaves it at what was signed before the answer was lost. */
    endHere: () => {
      if (lost && authorisation)
        void end({ ...lost.progress, end: { why: 'unanswered', guid: lost.guid } }, authorisation)
    },
  }
}
