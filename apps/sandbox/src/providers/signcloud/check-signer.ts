import { createTries, type Tries } from '../count-tries.ts'
import { LOCK_LIFE, type ProviderDesk } from '../provider-desk.ts'
import { createOneTimeCodes, type CodeVerdict } from '../send-codes.ts'
import { missingParameter, tokenRefusal } from './signcloud-error.ts'
import type { SignCloudToken } from './signcloud-tokens.ts'

const TRIES = 3
const CODE_LIFE = 5 * 60_000

/** PINs of the tokens, and the codes that serve as many signatures as were asked for. */
export interface Signers {
  /** Throws SignCloudError: `Pin invalid`, and `Token locked` for a while after three of them in a row. */
  checkPin(token: SignCloudToken, pin: string): void
  pinTriesLeft(token: SignCloudToken): number
  sendCode(token: SignCloudToken, uses: number): void
  /** Counts a use of the code. Throws SignCloudError; nothing is asked of a token that is not qualified. */
  useCode(token: SignCloudToken, code: unknown): void
  clear(): void
}

const REFUSALS: Readonly<Record<Exclude<CodeVerdict, 'right'>, string>> = {
  wrong: 'Otp invalid',
  expired: 'Otp expired',
  used: 'Otp already used',
}

export function createSigners({ phone, clock }: Pick<ProviderDesk, 'phone' | 'clock'>, name: string): Signers {
  const pinTries = createTries(TRIES, { clock, milliseconds: LOCK_LIFE })
  const codeTries = createTries(TRIES)
  const codes = createOneTimeCodes({ phone, clock, from: name, life: CODE_LIFE })
  return {
    checkPin(token, pin) {
      if (isLocked(token, pinTries)) throw tokenRefusal('Token locked')
      if (pin !== token.pin) {
        pinTries.fail(token.username)
        throw tokenRefusal('Pin invalid')
      }
      pinTries.succeed(token.username)
    },
    pinTriesLeft: (token) => (token.locked ? 0 : pinTries.left(token.username)),
    sendCode({ username, phone: to }, uses) {
      codeTries.succeed(username)
      codes.send(username, { to, uses, text: (code) => `SANDBOX ${name}: ${code} (${username}, ${uses} ×)` })
    },
    useCode({ username, qualified }, code) {
      if (!qualified) return
      if (typeof code !== 'string' || code === '') throw missingParameter('otp')
      // Guessing voids the code that was sent; a new one may be asked for.
      const verdict = codeTries.isLocked(username) ? 'wrong' : codes.use(username, code)
      if (verdict === 'right') return
      if (verdict === 'wrong') codeTries.fail(username)
      throw tokenRefusal(REFUSALS[verdict])
    },
    clear() {
      for (const one of [pinTries, codeTries, codes]) one.clear()
    },
  }
}

const isLocked = (token: SignCloudToken, tries: Tries): boolean => token.locked || tries.isLocked(token.username)
