import { randomInt } from 'node:crypto'
import { matchTotp } from '../../phone/compute-totp.ts'
import { createTries } from '../count-tries.ts'
import { createTokens } from '../keep-tokens.ts'
import type { ProviderDesk } from '../provider-desk.ts'
import { createOneTimeCodes, type CodeVerdict } from '../send-codes.ts'
import { denied, invalidRequest, NebulaError } from './nebula-error.ts'
import type { Authenticator, NebulaUser } from './nebula-users.ts'

const CODE_LIFE = 120_000
const SESSION_LIFE = 5 * 60_000
const CODE_TRIES = 3
/** An authenticator that was blocked works again after this long. */
const BLOCK_LIFE = 120_000

interface Session {
  readonly user: string
  readonly method: Authenticator
  /** The number of the code that the card is asked for. */
  readonly cardNumber: number
}

export interface SecondFactor {
  /** Begins a challenge, sending the code where the method has it sent. Throws NebulaError. */
  challenge(user: NebulaUser, method: string): { session: string; challenge?: string }
  /** Judges what was answered. Throws NebulaError; otherwise it was right, and the session is over. */
  answer(user: NebulaUser, session: string, answer: string): void
  clear(): void
}

export function createSecondFactor({ phone, clock }: ProviderDesk): SecondFactor {
  const sessions = createTokens<Session>(clock)
  const codes = createOneTimeCodes({ phone, clock, from: 'Nebula', life: CODE_LIFE })
  const tries = createTries(CODE_TRIES, { clock, milliseconds: BLOCK_LIFE })
  const usedSteps = new Map<string, number>()

  const judgeApp = (user: NebulaUser, answer: string): CodeVerdict => {
    const step = matchTotp(user.appSecret, answer, clock.now())
    if (step === undefined) return 'wrong'
    if (step <= (usedSteps.get(user.id) ?? 0)) return 'used'
    usedSteps.set(user.id, step)
    return 'right'
  }
  const judge = (user: NebulaUser, session: Session, answer: string): CodeVerdict => {
    if (session.method === 'SMS') return codes.use(user.id, answer)
    if (session.method === 'ATST') return judgeApp(user, answer)
    if (session.method === 'LIST') return user.card[session.cardNumber - 1] === answer ? 'right' : 'wrong'
    return 'right'
  }
  return {
    challenge(user, wish) {
      const method = user.authenticators.find((one) => one === wish)
      if (method === undefined) throw invalidRequest('The authentication method is not available for the user')
      if (tries.isLocked(`${user.id} ${method}`)) throw denied('RESOURCE_BLOCKED')
      const cardNumber = randomInt(user.card.length) + 1
      const session = sessions.issue({ user: user.id, method, cardNumber }, SESSION_LIFE)
      if (method === 'SMS') {
        codes.send(user.id, { to: user.person.phone, text: (code) => `SANDBOX Nebula: your code is ${code}.` })
      }
      return method === 'LIST' ? { session, challenge: String(cardNumber) } : { session }
    },
    answer(user, token, answer) {
      const session = sessions.find(token)
      if (session?.user !== user.id) throw invalidRequest('The authentication session does not exist')
      const key = `${user.id} ${session.method}`
      if (tries.isLocked(key)) throw blocked(user, session.method)
      const verdict = judge(user, session, answer)
      if (verdict === 'expired') throw new NebulaError(401, 'auth_failed_expired', 'The OTP has expired')
      if (verdict !== 'right') throw tell(tries.fail(key), user, session.method)
      tries.succeed(key)
      sessions.drop(token)
    },
    clear: () => [sessions, codes, tries, usedSteps].forEach((one) => one.clear()),
  }
}

function tell(left: number, user: NebulaUser, method: Authenticator): NebulaError {
  if (left >= 2) return new NebulaError(401, 'auth_failed_2retries', 'Incorrect OTP you have 2 or more attempts')
  if (left === 1) return new NebulaError(401, 'auth_failed_1retry', 'Incorrect OTP you have 1 attempt')
  return blocked(user, method)
}

function blocked(user: NebulaUser, method: Authenticator): NebulaError {
  const why = 'due to retry attempts exceeded in this failed authentication attempt'
  return new NebulaError(401, 'auth_failed_token_block', `${method} token has been blocked for user: ${user.id} ${why}`)
}
