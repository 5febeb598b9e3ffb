import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isNoLongerAvailable, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { useTellFailure } from '../../shared/failures/use-tell-failure.ts'
import { pauseForDone } from '../../shared/ui/status/pause-for-done.ts'
import { acceptedFor, type Accepted, type AcceptedMembers } from './accepted.ts'
import { attemptKeys } from './attempt-keys.ts'
import type { Authorisation, AuthorisationStage } from './authorisation.ts'
import type { BatchOutcome } from './run-batch.ts'
import type { ElsewhereWay, SigningWay } from './signing-ways.ts'
import { isOfTheChanges, isPinLocked } from './failure-scope.ts'
import { callSign } from './sign-calls.ts'
import { isUnanswered, signUnderKeptKey } from './sign-attempt.ts'
import { useAuthorisation } from './use-authorisation.ts'
import { useChoice } from './use-choice.ts'
import { useSignErrorText } from './use-sign-error-text.ts'
import type { UsableCertificate } from './usable-certificates.ts'
import type { StepAnswers } from '../../shared/proof/step-answers.ts'
import { wait } from '../../shared/ui/status/wait.ts'

/** Where the person is on the way to a signature. */
type SigningStage =
  | AuthorisationStage
  | { readonly at: 'choosing' | 'locked' | 'unanswered' }
  /** In steps of the chosen way's own. */
  | { readonly at: 'elsewhere'; readonly way: ElsewhereWay }
  | { readonly at: 'working'; readonly done: boolean }

const isAtWork = ({ at }: AuthorisationStage) => at === 'opening' || at === 'open'

export type Signing = ReturnType<typeof useSigning>

interface SigningEnds {
  /** Nothing else has to be said first. */
  ready: boolean
  accepted: Accepted
  /** The server refuses it for what was changed in it. */
  onChanged: () => void
  onSigned: () => void
  onGone: () => void
}

interface Attempt {
  readonly signerGuid: string
  readonly chosen: UsableCertificate
  readonly answers: StepAnswers
  readonly accepted: AcceptedMembers
  readonly authorisation: Authorisation
  /** False when the very same attempt goes on. */
  readonly saidAnew: boolean
}

type Outcome = { readonly kind: 'signed' | 'again' } | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Authorises and signs one document.
 * @throws when no answer came to the sign call: the same attempt may go on; every other error is an outcome
 */
async function attempt({ authorisation, saidAnew, ...order }: Attempt): Promise<Outcome> {
  const opening = await authorisation.open(order.answers)
  if (opening.kind === 'again') return { kind: 'again' }
  if (opening.kind === 'failed') return opening
  try {
    const { signerGuid } = order
    const authorised = await authorisation.authorisedFor(signerGuid)
    const send = (key: string) => callSign({ ...order, authorised }, key)
    await signUnderKeptKey({ signerGuid, saidAnew, send, wait, keys: attemptKeys })
  } catch (error) {
    if (isUnanswered(error)) throw error
    return { kind: 'failed', error }
  }
  await authorisation.close()
  return { kind: 'signed' }
}

/** What is said and done about an attempt that failed (spec §8), beside the dialog. */
function useFailure({ onGone, onChanged }: SigningEnds) {
  const tellFailure = useTellFailure(useSignErrorText())
  return (error: unknown) => {
    if (isNoLongerAvailable(error)) return onGone()
    if (isOfTheChanges(error)) return onChanged()
    tellFailure(error)
  }
}

/** The way to the signature of one document: a certificate, what its provider asks for, and the call. */
export function useSigning(documents: readonly [PendingDocument], ends: SigningEnds) {
  const choice = useChoice(documents)
  const { chosen } = choice
  const [doneElsewhere, setDoneElsewhere] = useState(false)
  const [document] = documents
  const tellFailure = useFailure(ends)

  const sign = useMutation({
    mutationFn: (order: Attempt) => order.authorisation.during(() => attempt(order)),
    onSuccess: (outcome, order) => {
      if (outcome.kind === 'signed') return void pauseForDone().then(ends.onSigned)
      if (outcome.kind === 'failed') {
        tellFailure(outcome.error)
        if (isPinLocked(outcome.error)) choice.lock(order.chosen)
        void order.authorisation.fail(outcome.error)
      }
      const stage = order.authorisation.stage()
      choice.clearAfter(stage.at === 'asking' ? stage.error : null)
    },
  })
  const send = (authorisation: Authorisation | null) => {
    if (!chosen || !authorisation) return
    const { SignerGUID: signerGuid } = document.SignerDTO
    const accepted = acceptedFor(ends.accepted, signerGuid)
    sign.mutate({ signerGuid, chosen, answers: choice.answers, accepted, authorisation, saidAnew: true })
  }
  const { authorisation, stage } = useAuthorisation(choice, {
    ready: ends.ready,
    accepted: ends.accepted,
    onNothingFixed: send,
  })

  return {
    ...choice,
    document,
    authorisation,
    stage: stageNow({ choice, stage, isDone: doneElsewhere || sign.data?.kind === 'signed', call: sign }),
    pick: (way: SigningWay | null) => {
      sign.reset()
      choice.pick(way)
    },
    send: () => send(authorisation),
    /** What was done in steps of the way's own is over. */
    endElsewhere: ({ signed, failed }: Pick<BatchOutcome, 'signed' | 'failed'>, isSeen = false) => {
      for (const { error } of failed) tellFailure(error)
      if (signed.length === 0) return
      if (isSeen) return ends.onSigned()
      setDoneElsewhere(true)
      void pauseForDone().then(ends.onSigned)
    },
    sendAgain: () => {
      if (sign.variables) sign.mutate({ ...sign.variables, saidAnew: false })
    },
  }
}

interface SigningNow {
  readonly choice: ReturnType<typeof useChoice>
  readonly stage: ReturnType<typeof useAuthorisation>['stage']
  readonly isDone: boolean
  readonly call: { readonly isError: boolean; readonly isPending: boolean }
}

function stageNow({ choice, stage, isDone, call }: SigningNow): SigningStage {
  const { chosen, elsewhere } = choice
  if (isDone) return { at: 'working', done: true }
  if (call.isError) return { at: 'unanswered' }
  if (elsewhere) return { at: 'elsewhere', way: elsewhere }
  if (!chosen || !stage) return { at: 'choosing' }
  if (choice.isLocked(chosen)) return { at: 'locked' }
  if (stage.at === 'waiting') return { at: 'waiting' }
  if (call.isPending || isAtWork(stage)) return { at: 'working', done: false }
  return stage
}
