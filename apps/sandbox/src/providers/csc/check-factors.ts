import { matchTotp } from '../../phone/compute-totp.ts'
import { createTries } from '../count-tries.ts'
import { LOCK_LIFE, type ProviderDesk } from '../provider-desk.ts'
import { createOneTimeCodes } from '../send-codes.ts'
import { appSecret, type CscCredential } from './csc-credentials.ts'

const TRIES = 3
const CODE_LIFE = 5 * 60_000

export type FactorVerdict = 'right' | 'wrong' | 'locked'

/**
 * PINs and one-time codes of the credentials; three wrong ones in a row lock that factor of the credential for a while.
 */
export interface Factors {
  checkPin(credential: CscCredential, pin: string): FactorVerdict
  /** A code that came by text message, or one of the app; each is good once. */
  checkCode(credential: CscCredential, code: string): FactorVerdict
  isLocked(credential: CscCredential): boolean
  sendCode(credential: CscCredential): void
  /** A code of the app that belongs to `name`; one that was used counts as wrong. */
  checkAppCode(name: string, code: string): boolean
  clear(): void
}

export function createFactors({ phone, clock }: Pick<ProviderDesk, 'phone' | 'clock'>): Factors {
  const pause = { clock, milliseconds: LOCK_LIFE }
  const pinTries = createTries(TRIES, pause)
  const codeTries = createTries(TRIES, pause)
  const codes = createOneTimeCodes({ phone, clock, from: 'TrustPRO', life: CODE_LIFE })
  const usedSteps = new Map<string, number>()
  const judge = (tries: typeof pinTries, key: string, isRight: () => boolean): FactorVerdict => {
    if (tries.isLocked(key)) return 'locked'
    if (isRight()) {
      tries.succeed(key)
      return 'right'
    }
    tries.fail(key)
    return 'wrong'
  }
  const checkAppCode = (name: string, code: string): boolean => {
    const step = matchTotp(appSecret(name), code, clock.now())
    if (step === undefined || step <= (usedSteps.get(name) ?? 0)) return false
    usedSteps.set(name, step)
    return true
  }
  return {
    checkPin: ({ id, pin: own }, pin) => judge(pinTries, id, () => pin === own),
    checkCode: ({ id, factor }, code) =>
      judge(codeTries, id, () => (factor === 'app' ? checkAppCode(id, code) : codes.use(id, code) === 'right')),
    isLocked: ({ id }) => pinTries.isLocked(id) || codeTries.isLocked(id),
    sendCode: ({ id, phone: to }) => codes.send(id, { to, text: (code) => `SANDBOX TrustPRO: ${code} (${id})` }),
    checkAppCode,
    clear() {
      for (const one of [pinTries, codeTries, codes, usedSteps]) one.clear()
    },
  }
}
