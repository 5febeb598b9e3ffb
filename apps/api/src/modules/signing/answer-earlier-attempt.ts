import { ERROR_STATUS, PortalError, type ErrorCode } from '@rubrica/domain'
import type { SigningStore } from './ports.ts'

const WAIT_MS = 20_000
const LOOK_EVERY_MS = 50

const isErrorCode = (code: string): code is ErrorCode => code in ERROR_STATUS

/**
 * Gives an attempt that was made before its first answer again, waiting for it if it is still at
 * work, so that an answer lost on the way is never shown as a conflict.
 * @returns true when that answer is success, false when there was no such attempt.
 * @throws PortalError the error that the attempt ended with, with EarlierAttempt: what came now was not looked at.
 */
export async function answerEarlierAttempt(
  { signing, now }: { signing: SigningStore; now: () => Date },
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
