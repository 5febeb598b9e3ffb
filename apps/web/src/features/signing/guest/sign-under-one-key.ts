import { attemptKeys } from '../run/attempt-keys.ts'
import { signUnderKeptKey } from '../run/sign-attempt.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * One attempt as long as nobody knows how it ends, and another one after an answer that says why it failed: else the
 * same answer would come for ever.
 * @throws {ApiError} {NetworkError}
 */
export const signUnderOneKey = (signerGuid: string, send: (key: string) => Promise<unknown>): Promise<void> =>
  signUnderKeptKey({ signerGuid, saidAnew: true, send, wait, keys: attemptKeys })
