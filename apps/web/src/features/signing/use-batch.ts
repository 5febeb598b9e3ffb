import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { forgetBatchUnderWay } from '../../shared/selection/batch-under-way.ts'
import { unselectDocuments } from '../../shared/selection/selection-store.ts'
import { pauseForDone } from '../../shared/ui/status/pause-for-done.ts'
import { acceptedFor, type Accepted } from './accepted.ts'
import { attemptKeys } from './attempt-keys.ts'
import type { Authorisation, AuthorisationStage } from './authorisation.ts'
import { keepProgress } from './keep-progress.ts'
import { NOTHING_DONE, runBatch, type BatchOutcome, type BatchProgress, type BatchWork } from './run-batch.ts'
import { callSign } from './sign-calls.ts'
import { signUnderKeptKey } from './sign-attempt.ts'
import { useAskBeforeLeaving } from './use-ask-before-leaving.ts'
import { useAuthorisation } from './use-authorisation.ts'
import { useBatchReport } from './use-batch-report.ts'
import { useChoice, type Choice } from './use-choice.ts'
import { wayTogether, type ElsewhereWay, type SigningWay } from './signing-ways.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import { signingSteps } from '../../shared/proof/signing-steps.ts'
import type { StepAnswers } from '../../shared/proof/step-answers.ts'
import { wait } from '../../shared/ui/status/wait.ts'

/**
 * A batch on its way: authorised first, `working` on a document, `lost` without an answer for it, `paused` until another
 * PIN or code is typed, or at its end.
 */
type Run =
  | { readonly at: 'working' | 'lost'; readonly progress: BatchProgress; readonly guid: string }
  | { readonly at: 'paused'; readonly progress: BatchProgress }
  | { readonly at: 'opening' | 'done' }
  | { readonly at: 'summary'; readonly outcome: BatchOutcome }

type BatchStage =
  | Exclude<Run, { at: 'opening' | 'paused' }>
  | AuthorisationStage
  | { readonly at: 'choosing' | 'unavailable' | 'reviewing' }
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

const isBegun = ({ signed, failed }: BatchProgress) => signed.length + failed.length > 0

const begunOf = (progress: BatchProgress | null) => (progress && isBegun(progress) ? progress : null)
const pausedAt = (run: Run | null) => (run?.at === 'paused' ? run.progress : null)

/** What was typed was wrong, and there is something to type: another one can be asked for. */
const canAskAgain = (end: BatchOutcome['end'], { steps }: Authorisation) =>
  end.why === 'refused' && steps.inputs.length > 0

/** A refusal after which nothing else can be typed is an error like any other. */
function withoutRefusal(outcome: BatchOutcome): BatchOutcome {
  const { signed, failed, end } = outcome
  if (end.why !== 'refused') return outcome
  const { guid, error } = end
  return { signed, failed: [...failed, { guid, error }], end: { why: 'error', error } }
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
    forgetBatchUnderWay()
    report(outcome, isGone())
    const all = outcome.signed.length === documents.length
    if (all && !isSeen) {
      show({ at: 'done' })
      await pauseForDone()
    }
    if (all) tellAllSigned(outcome)
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
  useAskBeforeLeaving(run?.at === 'working' || run?.at === 'lost' || begunOf(pausedAt(run)) !== null)

  const end = (outcome: BatchOutcome, authorisation: Authorisation) =>
    Promise.all([authorisation.close(), tellEnd(outcome, { isGone, onDone, isSeen: false })])
  /** Asks for another PIN or code; until it is there, nothing is sent. */
  const pause = async (progress: BatchProgress, error: unknown, authorisation: Authorisation) => {
    await authorisation.fail(error)
    choice.clearAfter(error)
    keepProgress(documents, progress, null)
    setRun({ at: 'paused', progress })
  }
  const go = async (order: BatchOrder) => {
    const { authorisation, from } = order
    const guids = documents.map(({ SignerDTO }) => SignerDTO.SignerGUID)
    const onTurn = (progress: BatchProgress, guid: string) => {
      keepProgress(documents, progress, guid)
      setRun({ at: 'working', progress, guid })
    }
    begin()
    setRun({ at: 'opening' })
    const outcome = await authorisation.during(() => signAll(guids, order, { isStopped, onTurn }))
    if (outcome === null) {
      choice.clearAfter(errorOf(authorisation.stage()))
      return setRun(isBegun(from) ? { at: 'paused', progress: from } : null)
    }
    const { why } = outcome.end
    if (why === 'unanswered' && !isGone()) return setRun({ at: 'lost', progress: outcome, guid: outcome.end.guid })
    if (why === 'refused' && !isGone() && canAskAgain(outcome.end, authorisation)) {
      return pause(outcome, outcome.end.error, authorisation)
    }
    await end(withoutRefusal(outcome), authorisation)
  }
  const endElsewhere = (outcome: BatchOutcome, isSeen = false) => void tellEnd(outcome, { isGone, onDone, isSeen })
  const tellLeft = useEffectEvent(() => {
    if (run?.at !== 'paused' && run?.at !== 'lost') return
    const { signed, failed } = run.progress
    if (isBegun(run.progress)) endElsewhere({ signed, failed, end: { why: 'stopped' } })
    forgetBatchUnderWay()
  })
  // Who leaves the list while the batch waits for them sees no summary.
  useEffect(() => () => tellLeft(), [])
  return { run, go, end, endElsewhere, ...stopping }
}

const errorOf = (stage: AuthorisationStage) => (stage.at === 'asking' ? stage.error : null)

/** Whether a way does something as soon as it is taken, such as having a code sent. */
function actsAtOnce(way: SigningWay): boolean {
  if (way.kind !== 'certificate') return true
  const steps = signingSteps(way)
  return steps !== undefined && (steps.sendsCode || steps.secondFactor)
}

/**
 * What will be signed is shown before anything is done for it. Most dialogs do so while they ask; where the only way
 * there is acts at once, a step of its own does.
 */
function useReview({ way, isPicked, documents }: Choice) {
  const [isSeen, setSeen] = useState(documents.length === 1)
  return {
    isReviewing: !isSeen && way !== null && !isPicked && actsAtOnce(way),
    endReview: () => setSeen(true),
  }
}

/** The way to the signatures of several documents: one certificate, authorised once, then one call after the other. */
export function useBatch(documents: readonly PendingDocument[], { ready, accepted, onDone }: BatchConditions) {
  const choice = useChoice(documents)
  const { chosen, answers, way, elsewhere } = choice
  const said = { answers, accepted }
  const { run, go, end, endElsewhere, stopping, stop } = useRun(choice, onDone)
  const paused = pausedAt(run)
  const send = (authorisation: Authorisation | null) => {
    const from = paused ?? NOTHING_DONE
    if (chosen && authorisation) void go({ ...said, chosen, authorisation, from, saidAnew: true })
  }
  const together = way !== null && documents.length <= wayTogether(way)
  const { isReviewing, endReview } = useReview(choice)
  const { authorisation, stage } = useAuthorisation(choice, {
    ready: ready && together && !isReviewing,
    accepted,
    onNothingFixed: send,
  })

  const stageNow = (): BatchStage => {
    if (run && run.at !== 'opening' && run.at !== 'paused') return run
    if (way && !together) return { at: 'unavailable' }
    if (isReviewing) return { at: 'reviewing' }
    if (elsewhere) return { at: 'elsewhere', way: elsewhere }
    return chosen && stage ? stage : { at: 'choosing' }
  }
  const lost = run?.at === 'lost' ? run : null
  return {
    ...choice,
    authorisation,
    stage: stageNow(),
    endReview,
    /** Nothing was prepared for exactly these documents yet. */
    canLeaveOut: run === null && (way === null || isReviewing || !actsAtOnce(way)),
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
    /** What was done before another PIN or code is asked for; null when nothing was. */
    paused: begunOf(paused),
    /** Leaves it at what was signed before the answer was lost, or the PIN refused. */
    endHere: () => {
      if (lost && authorisation)
        void end({ ...lost.progress, end: { why: 'unanswered', guid: lost.guid } }, authorisation)
      else if (paused && authorisation) void end({ ...paused, end: { why: 'stopped' } }, authorisation)
    },
  }
}
