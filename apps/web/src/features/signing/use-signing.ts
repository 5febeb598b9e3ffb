import { useState } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { signingSteps } from '../../shared/proof/signing-steps.ts'
import type { Accepted } from './before/accepted.ts'
import type { Authorisation, AuthorisationStage } from './authorisation/authorisation.ts'
import { wayTogether, type ElsewhereWay, type SigningWay } from './choice/signing-ways.ts'
import { useAuthorisation } from './authorisation/use-authorisation.ts'
import { useChoice, type Choice } from './choice/use-choice.ts'
import { useServerRuns } from './run/on-server/use-server-run.ts'
import { useRun, type Run, type RunEnds } from './run/use-run.ts'

/** Where the person is on the way to signatures. */
export type SigningStage =
  | Exclude<Run, { at: 'opening' | 'paused' }>
  | AuthorisationStage
  | { readonly at: 'choosing' | 'unavailable' | 'reviewing' | 'locked' }
  /** In steps of the chosen way's own. */
  | { readonly at: 'elsewhere'; readonly way: ElsewhereWay }

export type Signing = ReturnType<typeof useSigning>

interface Conditions extends RunEnds {
  /** Nothing else has to be said first. */
  readonly ready: boolean
  readonly accepted: Accepted
}

/** Whether a way does something as soon as it is taken, such as having a code sent. */
function actsAtOnce(way: SigningWay): boolean {
  if (way.kind !== 'certificate') return true
  const steps = signingSteps(way)
  return steps !== undefined && (steps.sendsCode || steps.secondFactor)
}

/**
 * What will be signed is shown before anything is done for it. Most dialogs do so while they ask; where the only way
 * there is acts at once, a step of its own does. A single document is on the screen already.
 */
function useReview({ way, isPicked, documents }: Choice) {
  const [isSeen, setSeen] = useState(documents.length === 1)
  return {
    isReviewing: !isSeen && way !== null && !isPicked && actsAtOnce(way),
    endReview: () => setSeen(true),
  }
}

/**
 * The way to the signatures of one document or of several: one certificate, authorised once, then one call after the
 * other.
 * @param documents the same array as long as nothing changes
 */
export function useSigning(documents: readonly PendingDocument[], { ready, accepted, ...ends }: Conditions) {
  const choice = useChoice(documents)
  const runs = useServerRuns()
  const { chosen, answers, way } = choice
  const { run, from, go, endHere, ...running } = useRun(choice, ends, runs)
  const said = { answers, accepted }
  const send = (authorisation: Authorisation | null) => {
    if (chosen && authorisation) void go({ ...said, chosen, authorisation, from })
  }
  const together = way !== null && documents.length <= wayTogether(way)
  const { isReviewing, endReview } = useReview(choice)
  const { authorisation, stage } = useAuthorisation(choice, {
    ready: ready && together && !isReviewing,
    accepted,
    runs,
    onNothingFixed: send,
  })
  return {
    ...choice,
    ...running,
    authorisation,
    stage: stageNow({ run, choice, together, isReviewing, stage }),
    endReview,
    /** Nothing was prepared for exactly these documents yet. */
    canLeaveOut: run === null && (way === null || isReviewing || !actsAtOnce(way)),
    send: () => send(authorisation),
    /** Goes on where the answer was lost, with the same attempt. */
    goOn: () => {
      if (run?.at === 'lost' && chosen && authorisation)
        void go({ ...said, chosen, authorisation, from: run.progress, resumed: run.guid })
    },
    endHere: () => {
      if (authorisation) endHere(authorisation)
    },
  }
}

interface Now {
  readonly run: Run | null
  readonly choice: Choice
  readonly together: boolean
  readonly isReviewing: boolean
  readonly stage: AuthorisationStage | null
}

function stageNow({ run, choice, together, isReviewing, stage }: Now): SigningStage {
  const { way, chosen, elsewhere } = choice
  if (run && run.at !== 'opening' && run.at !== 'paused') return run
  if (way && !together) return { at: 'unavailable' }
  if (isReviewing) return { at: 'reviewing' }
  if (elsewhere) return { at: 'elsewhere', way: elsewhere }
  if (!chosen || !stage) return { at: 'choosing' }
  return choice.isLocked(chosen) ? { at: 'locked' } : stage
}
