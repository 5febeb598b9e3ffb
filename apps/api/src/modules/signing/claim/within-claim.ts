import { PortalError } from '@rubrica/domain'
import type { Failpoint } from '../../../ports/failpoints.ts'
import { isStoreOutage } from '../../../ports/object-store.ts'
import { factsOf } from '../../provider-errors.ts'
import { answerEarlierAttempt } from './answer-earlier-attempt.ts'
import { holdLease, newLease, type HoldLease } from './hold-lease.ts'
import { INTERRUPTED, type Attempt, type FailedAttempt } from '../ports.ts'

export interface WithinClaim extends HoldLease {
  readonly reach: Failpoint
}

/**
 * Claims a signer for one attempt and lets `work` sign. From the claim on, every failure releases it, and a
 * crash leaves a lease that runs out. The same attempt repeated gets its first answer.
 * @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE when somebody was faster, and what `work` throws
 */
export async function withinClaim(
  needs: WithinClaim,
  attempt: Attempt,
  work: (attemptId: string) => Promise<void>,
): Promise<void> {
  const attemptId = await claim(needs, attempt)
  if (attemptId === undefined) {
    if (await answerEarlierAttempt(needs, attempt.signerId, attempt.attemptKey)) return
    throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was signed, rejected or withdrawn meanwhile')
  }
  await needs.reach('claimed')
  await holdLease(needs, attemptId, () => work(attemptId)).catch(async (error: unknown) => {
    await needs.signing.release(attemptId, failureOf(error, needs.now()))
    throw error
  })
}

/** A claim that fails is tried once more when what stood in its way was left by a process that died. */
async function claim(needs: WithinClaim, attempt: Attempt): Promise<string | undefined> {
  const attemptId = await needs.signing.claim(attempt, newLease(needs))
  if (attemptId !== undefined || (await needs.signing.releaseExpired(needs.now())) === 0) return attemptId
  return needs.signing.claim(attempt, newLease(needs))
}

/** The attempt's answer for later, and for the audit log what a provider said of it. */
function failureOf(error: unknown, at: Date): FailedAttempt {
  // What cannot be stored for the moment is no answer: the same attempt signs once it can.
  if (isStoreOutage(error)) return { code: INTERRUPTED, at }
  if (!(error instanceof PortalError)) return { code: 'INTERNAL', at }
  const facts = factsOf(error)
  return { code: error.code, at, ...(facts && { facts }) }
}
