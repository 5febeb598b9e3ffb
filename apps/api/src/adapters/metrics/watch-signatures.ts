/** Follows one call that signs through its steps, and says how long they took and how it ended. */
import { PortalError } from '@rubrica/domain'
import type { Failpoint, FailpointName } from '../../ports/failpoints.ts'
import type { SigningMetrics, SigningOutcome, SigningWay } from './signing-metrics.ts'

export interface WatchSignatures {
  readonly metrics: Pick<SigningMetrics, 'signatureEnded' | 'stepReached'>
  /** What is to happen at each step besides. */
  readonly reach: Failpoint
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number
}

/** The steps that a provider of keys is waited for before them. */
const AFTER_PROVIDER: Readonly<Partial<Record<SigningWay, readonly FailpointName[]>>> = {
  provider: ['signature-made'],
  errand: ['signature-made'],
  'on-demand': ['consent-answered'],
}

/**
 * @param call makes the call, given what to tell of each step
 * @param isOver whether an answer ends the signature: it may say that the person has yet to do something
 */
export type WatchedCall = <Answer>(
  way: SigningWay,
  call: (reach: Failpoint) => Promise<Answer>,
  isOver?: (answer: Answer) => boolean,
) => Promise<Answer>

export function watchSignatures({ metrics, reach, clock = () => performance.now() }: WatchSignatures): WatchedCall {
  return async (way, call, isOver = () => true) => {
    const began = clock()
    let [last, elsewhere, isCommitted] = [began, 0, false]
    const timed: Failpoint = (step) => {
      const now = clock()
      const seconds = (now - last) / 1000
      last = now
      metrics.stepReached(step, seconds)
      if (AFTER_PROVIDER[way]?.includes(step)) elsewhere += seconds
      if (step === 'committed') isCommitted = true
      return reach(step)
    }
    const ended = (outcome: SigningOutcome) =>
      metrics.signatureEnded({ way, outcome, ownSeconds: (clock() - began) / 1000 - elsewhere })
    try {
      const answer = await call(timed)
      if (isOver(answer)) ended(isCommitted ? 'signed' : 'repeated')
      return answer
    } catch (error) {
      ended(outcomeOf(error))
      throw error
    }
  }
}

/** Statuses of errors that are a provider's. */
const OF_PROVIDERS = [502, 504]

function outcomeOf(error: unknown): SigningOutcome {
  if (!(error instanceof PortalError)) return 'failed'
  if (OF_PROVIDERS.includes(error.status)) return 'provider-failed'
  return error.status < 500 ? 'refused' : 'failed'
}
