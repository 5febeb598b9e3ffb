import { useEffect, useEffectEvent, useState } from 'react'
import {
  isNoLongerAvailable,
  reloadPendingDocuments,
  type PendingDocument,
} from '../../../shared/api/pending-documents.ts'
import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import type { StepAnswers } from '../../../shared/proof/step-answers.ts'
import { forgetBatchUnderWay } from '../../../shared/selection/batch-under-way.ts'
import { unselectDocuments } from '../../../shared/selection/selection-store.ts'
import { pauseForDone } from '../../../shared/ui/status/pause-for-done.ts'
import { wait } from '../../../shared/ui/status/wait.ts'
import { acceptedFor, type Accepted } from '../before/accepted.ts'
import { attemptKeys } from './attempt-keys.ts'
import type { Authorisation } from '../authorisation/authorisation.ts'
import { isOfTheChanges, isPinLocked } from './failure-scope.ts'
import { keepProgress } from './keep-progress.ts'
import {
  isShownByList,
  NOTHING_DONE,
  runBatch,
  type BatchOutcome,
  type BatchProgress,
  type BatchWork,
} from './run-batch.ts'
import { callSign } from './sign-calls.ts'
import { signUnderKeptKey } from './sign-attempt.ts'
import type { UsableCertificate } from '../choice/usable-certificates.ts'
import type { ServerRunProgress } from './on-server/server-run.ts'
import type { ServerRuns } from './on-server/use-server-run.ts'
import { useAskBeforeLeaving } from './use-ask-before-leaving.ts'
import type { Choice } from '../choice/use-choice.ts'
import type { Place } from '../elsewhere-flow.ts'
import { useReport } from './use-report.ts'
import { useSignErrorText } from './use-sign-error-text.ts'
import { useStop } from './use-stop.ts'

/**
 * Signing on its way: authorised first, `working` on a document, `lost` without an answer for it, `paused` until
 * another PIN or code is typed, `on-server` where the server does it, or at its end.
 */
export type Run =
  | { readonly at: 'working' | 'lost'; readonly progress: BatchProgress; readonly guid: string }
  | { readonly at: 'paused'; readonly progress: BatchProgress }
  | { readonly at: 'on-server'; readonly progress: ServerRunProgress }
  | { readonly at: 'opening' | 'done' }
  | { readonly at: 'summary'; readonly outcome: BatchOutcome }

export interface RunEnds {
  readonly place: Place
  /** Nothing is left to be shown: everything is signed, the summary was read, or the session has ended. */
  readonly onDone: (outcome: BatchOutcome) => void
  /** The only document was signed, rejected or withdrawn before. */
  readonly onGone: () => void
  /** The server refuses the only document for what was changed in it. */
  readonly onChanged: (signerGuid: string) => void
  /** Leaves without having signed. */
  readonly onClose: () => void
}

/** What the person said when it began; signing that goes on keeps it. */
export interface Order {
  readonly chosen: UsableCertificate
  readonly answers: StepAnswers
  readonly accepted: Accepted
  readonly authorisation: Authorisation
  readonly from: BatchProgress
  /** The signer (GUID) whose very same attempt goes on after a lost answer. */
  readonly resumed?: string
}

interface Watch extends Pick<BatchWork, 'isStopped' | 'onTurn'> {
  /** @returns null where the documents are signed from here */
  readonly signOnServer: () => Promise<BatchOutcome | null>
}

/**
 * Authorises the documents, unless that was done before, and has the server sign them or signs them one after the other.
 * @returns null when nothing was signed and the dialog asks once more
 */
async function signAll(
  guids: readonly string[],
  { chosen, answers, accepted, authorisation, from, resumed }: Order,
  { signOnServer, ...watch }: Watch,
): Promise<BatchOutcome | null> {
  const opening = await authorisation.open(answers)
  if (opening.kind === 'again') return null
  if (opening.kind === 'failed') return { ...from, end: { why: 'error', error: opening.error } }
  const onServer = isBegun(from) ? null : await signOnServer()
  if (onServer?.end.why === 'left') authorisation.handOver()
  if (onServer) return onServer
  const sign = async (signerGuid: string) => {
    const authorised = await authorisation.authorisedFor(signerGuid)
    const order = { signerGuid, chosen, answers, authorised, accepted: acceptedFor(accepted, signerGuid) }
    const send = (key: string) => callSign(order, key)
    await signUnderKeptKey({ signerGuid, saidAnew: signerGuid !== resumed, send, wait, keys: attemptKeys })
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

const typedFor = ({ answers: { pin, code }, authorisation }: Order) => ({
  ...{ pin, code, sessionId: authorisation.sessionId() },
})

/** A page that is closed now takes something with it that the person has typed or is told. */
function isLostByLeaving(run: Run | null, paused: BatchProgress | null): boolean {
  if (run?.at === 'on-server') return !run.progress.isAuthorised
  return run?.at === 'working' || run?.at === 'lost' || paused !== null
}

/** Why the only document is not signed: with a single one, the dialog itself says so, and no summary. */
function errorOfTheOnly(documents: readonly PendingDocument[], { failed, end }: BatchOutcome): unknown {
  if (documents.length > 1) return null
  if (end.why === 'error' || end.why === 'refused') return end.error
  return failed[0]?.error ?? null
}

/** What happens at the end: it is reported, and a summary shows what is left to be shown. */
function useEnd({ documents, clearAnswers }: Choice, ends: RunEnds, show: (run: Run | null) => void) {
  const { report, reportAllSigned } = useReport(documents, ends.place)
  /** @param isSeen the person has seen already that everything is signed */
  const reportEnd = async (outcome: BatchOutcome, isGone: boolean, isSeen: boolean) => {
    clearAnswers()
    forgetBatchUnderWay()
    report(outcome, isGone)
    const all = outcome.signed.length === documents.length
    if (all && !isSeen) {
      show({ at: 'done' })
      await pauseForDone()
    }
    if (all) reportAllSigned(outcome)
    const expired = outcome.end.why === 'error' && isSessionExpiry(outcome.end.error)
    if (all || expired || isShownByList(outcome.end)) ends.onDone(outcome)
    else show({ at: 'summary', outcome })
  }
  const reportFailure = useReportFailure(useSignErrorText())
  /** Says why the only document is not signed (spec §8). @returns whether that was the end of it */
  const reportAlone = (error: unknown, outcome: BatchOutcome): boolean => {
    if (isOfTheChanges(error)) ends.onChanged(documents[0]!.SignerDTO.SignerGUID)
    else reportFailure(error)
    if (!isNoLongerAvailable(error)) return false
    clearAnswers()
    forgetBatchUnderWay()
    report(outcome, false)
    ends.onGone()
    return true
  }
  return { reportEnd, reportAlone }
}

interface Hands {
  readonly choice: Choice
  readonly ends: RunEnds
  readonly show: (run: Run | null) => void
  readonly isGone: () => boolean
  /** Keeps how far it is for a page that is loaded in the middle of it. */
  readonly keep: (progress: BatchProgress, guid: string | null) => void
}

/** What follows from the outcome of a run: another question, a lost answer, or the end. */
function useSettling({ choice, ends, show, isGone, keep }: Hands) {
  const { documents } = choice
  const { reportEnd, reportAlone } = useEnd(choice, ends, show)
  /** Leaves the only document without knowing whether it is signed. */
  const leaveUndecided = () => {
    forgetBatchUnderWay()
    reloadPendingDocuments()
    ends.onClose()
  }
  const end = (outcome: BatchOutcome, authorisation: Authorisation) =>
    Promise.all([authorisation.close(), reportEnd(outcome, isGone(), false)])
  /** Asks for another PIN or code; until it is there, nothing is sent. */
  const pause = async (progress: BatchProgress, error: unknown, authorisation: Authorisation) => {
    await authorisation.fail(error)
    choice.clearAfter(error)
    keep(progress, null)
    show({ at: 'paused', progress })
  }
  const settle = async (outcome: BatchOutcome, { authorisation, chosen }: Order) => {
    const { why } = outcome.end
    if (why === 'unanswered' && !isGone()) return show({ at: 'lost', progress: outcome, guid: outcome.end.guid })
    const error = errorOfTheOnly(documents, outcome)
    if (error !== null && !isSessionExpiry(error) && !isGone()) {
      const hasEnded = reportAlone(error, outcome)
      if (isPinLocked(error)) choice.lock(chosen)
      return hasEnded ? authorisation.close() : pause(NOTHING_DONE, error, authorisation)
    }
    if (why === 'refused' && !isGone() && canAskAgain(outcome.end, authorisation)) {
      return pause(outcome, outcome.end.error, authorisation)
    }
    await end(withoutRefusal(outcome), authorisation)
  }
  const endElsewhere = (outcome: BatchOutcome, isSeen = false) => {
    if (documents.length === 1 && outcome.end.why === 'unanswered' && !isGone()) return leaveUndecided()
    const error = errorOfTheOnly(documents, outcome)
    if (error === null || isSessionExpiry(error) || isGone()) return void reportEnd(outcome, isGone(), isSeen)
    const hasEnded = reportAlone(error, outcome)
    // The way has come to its end: it has nothing more to show.
    if (!hasEnded && !isOfTheChanges(error)) ends.onClose()
  }
  return { settle, end, endElsewhere, leaveUndecided }
}

/** Signing at work: begun, gone on with after a lost answer, or ended there. One document is a batch of one. */
export function useRun(choice: Choice, ends: RunEnds, runs: ServerRuns) {
  const { documents } = choice
  const isOne = documents.length === 1
  const { begin, isStopped, isGone, isLeft, ...stopping } = useStop()
  const [run, setRun] = useState<Run | null>(null)
  const paused = begunOf(pausedAt(run))
  useAskBeforeLeaving(!isOne && isLostByLeaving(run, paused))
  const keep = (progress: BatchProgress, guid: string | null) => {
    // Only the list reports signing that was cut off.
    if (ends.place === 'list') keepProgress(documents, progress, guid)
  }
  const { settle, end, endElsewhere, leaveUndecided } = useSettling({ choice, ends, show: setRun, isGone, keep })
  const go = async (order: Order) => {
    const { authorisation, from } = order
    const guids = documents.map(({ SignerDTO }) => SignerDTO.SignerGUID)
    const onTurn = (progress: BatchProgress, guid: string) => {
      keep(progress, guid)
      setRun({ at: 'working', progress, guid })
    }
    begin()
    setRun({ at: 'opening' })
    const signOnServer = () =>
      runs.sign(
        { guids, chosen: order.chosen, accepted: order.accepted, typed: typedFor(order) },
        { isStopped, isLeft, onProgress: (progress) => setRun({ at: 'on-server', progress }) },
      )
    const outcome = await authorisation.during(() => signAll(guids, order, { isStopped, onTurn, signOnServer }))
    if (outcome !== null) return settle(outcome, order)
    const stage = authorisation.stage()
    choice.clearAfter(stage.at === 'asking' ? stage.error : null)
    setRun(isBegun(from) ? { at: 'paused', progress: from } : null)
  }
  const reportLeft = useEffectEvent(() => {
    if (run?.at !== 'paused' && run?.at !== 'lost') return
    const { signed, failed } = run.progress
    if (isBegun(run.progress)) endElsewhere({ signed, failed, end: { why: 'stopped' } })
    forgetBatchUnderWay()
  })
  // Who leaves the list while signing waits for them sees no summary.
  useEffect(() => () => reportLeft(), [])
  const endHere = (authorisation: Authorisation) => {
    if (run?.at === 'paused') return void end({ ...run.progress, end: { why: 'stopped' } }, authorisation)
    if (run?.at !== 'lost') return
    if (isOne) return leaveUndecided()
    void end({ ...run.progress, end: { why: 'unanswered', guid: run.guid } }, authorisation)
  }
  return {
    run,
    /** Where another PIN or code is asked for: what was done before. */
    from: pausedAt(run) ?? NOTHING_DONE,
    /** The same, null when nothing was done. */
    paused,
    go,
    endElsewhere,
    /** Leaves it at what was signed before the answer was lost, or the PIN refused. */
    endHere,
    ...stopping,
  }
}
