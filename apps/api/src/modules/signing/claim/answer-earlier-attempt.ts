import { ERROR_STATUS, PortalError, type ErrorCode } from '@rubrica/domain'
import type { SigningStore } from '../ports.ts'

interface AnswerEarlierAttempt {
  readonly signing: Pick<SigningStore, 'findAttempt'>
  readonly now: () => Date
}

const WAIT_MS = 20_000
const LOOK_EVERY_MS = 50

const isErrorCode = (code: string): code is ErrorCode => code in ERROR_STATUS

/**
 * Gives an attempt that was made before its first answer again, waiting for it if it is still at work, so that an
 * answer lost on the way is never shown as a conflict.
 * @returns true when that answer is success, false when there was no such attempt.
 * @throws PortalError the error that the attempt ended with, with EarlierAttempt: what came now was not looked at.
 */
export async function answerEarlierAttempt(
  { signing, now }: AnswerEarlierAttempt,
  signerId: string,
  attemptKey: string,
): Promise<boolean> {
  for (let waited = 0; waited <= WAIT_MS; waited += LOOK_EVERY_MS) {
    const earlier = await signing.findAttempt(signerId, attemptKey, now())
    if (!earlier) return false
    if (earlier.state === 'signed') return true
    if (earlier.state === 'failed') {
      const code = isErrorCode(earlier.code) ? earlier.code : 'TEMPORARILY_UNAVAILABLE'
      throw new PortalError(code, 'This attempt failed before', { facts: { EarlierAttempt: true } })
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new PortalError('TEMPORARILY_UNAVAILABLE', 'This attempt is still at work')
}

/**
 * What `find` finds for an attempt, unless the same attempt signs the document meanwhile, in another call: then what is
 * looked for may be gone, and the attempt has its answer.
 * @returns undefined when it has signed
 * @throws {PortalError} what `find` throws, or what the attempt ended with
 */
export async function findUnlessAnswered<Found>(
  needs: AnswerEarlierAttempt,
  { signerId, attemptKey }: { readonly signerId: string; readonly attemptKey: string },
  find: () => Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof PortalError && (await answerEarlierAttempt(needs, signerId, attemptKey))) return undefined
    throw error
  }
}
