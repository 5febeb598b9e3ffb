import { randomInt } from 'node:crypto'
import type { Clock } from '../keep-time.ts'
import type { Phone } from '../phone/open-phone.ts'

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'used'

/** The one-time codes that one provider sends to phones: a new one replaces the one before. */
export interface OneTimeCodes {
  /** Sends a fresh code. `key` says what it is for; `uses` how often it may be given. */
  send(key: string, message: { to: string; text: (code: string) => string; uses?: number }): void
  /** Judges a code and counts a use of a right one. */
  use(key: string, code: string): CodeVerdict
  clear(): void
}

interface Sent {
  readonly code: string
  readonly expiresAt: number
  usesLeft: number
}

export interface CodePlan {
  readonly phone: Phone
  readonly clock: Clock
  /** Name of the provider as the message's sender. */
  readonly from: string
  readonly life: number
}

export function createOneTimeCodes({ phone, clock, from, life }: CodePlan): OneTimeCodes {
  const sent = new Map<string, Sent>()
  return {
    send(key, { to, text, uses = 1 }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      sent.set(key, { code, expiresAt: clock.now() + life, usesLeft: uses })
      phone.receive({ to, from, text: text(code), code })
    },
    use(key, code) {
      const entry = sent.get(key)
      if (entry === undefined || entry.code !== code) return 'wrong'
      if (entry.expiresAt <= clock.now()) return 'expired'
      if (entry.usesLeft <= 0) return 'used'
      entry.usesLeft -= 1
      return 'right'
    },
    clear: () => sent.clear(),
  }
}
