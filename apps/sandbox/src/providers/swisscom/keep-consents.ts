import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '../../keep-time.ts'
import type { AisOrder } from './read-sign-request.ts'
import type { AisSignatures } from './sign-on-demand.ts'

/** How long somebody has to confirm. */
const CONSENT_LIFE = 5 * 60_000
const MAX_CONSENTS = 1000

export type ConsentEnd = 'signed' | 'refused' | 'late' | 'changed'

/** A request that somebody confirms, or not. */
export interface Consent {
  /** Names the page. */
  readonly id: string
  /** Names the request to the customer that made it. */
  readonly responseId: string
  readonly transactionId: string
  readonly requestId: string | undefined
  readonly order: AisOrder
  readonly expiresAt: number
  /** Polls until the page is told; never for infinity. */
  untilPage: number
  end: ConsentEnd | undefined
  result: AisSignatures | undefined
  /** Set while the signatures are being made, so that a second press on the button makes none. */
  isBusy: boolean
}

export interface Consents {
  open(order: AisOrder, requestId: string | undefined, untilPage: number): Consent
  byPage(id: string): Consent | undefined
  byResponse(responseId: string): Consent | undefined
  clear(): void
}

/** How AIS knows a person again: the same for each signature with this phone. */
export const serialNumberOf = (phone: string): string =>
  `SANDBOX${createHash('sha256').update(phone).digest('hex').slice(0, 12).toUpperCase()}`

export function createConsents(clock: Clock): Consents {
  const kept = new Map<string, Consent>()
  const look = (consent: Consent | undefined): Consent | undefined => {
    if (consent !== undefined && consent.end === undefined && consent.expiresAt <= clock.now()) consent.end = 'late'
    return consent
  }
  return {
    open(order, requestId, untilPage) {
      const consent: Consent = {
        id: randomUUID(),
        responseId: randomUUID(),
        transactionId: randomUUID(),
        requestId,
        order,
        expiresAt: clock.now() + CONSENT_LIFE,
        untilPage,
        end: undefined,
        result: undefined,
        isBusy: false,
      }
      kept.set(consent.id, consent)
      const [oldest] = kept.keys()
      if (kept.size > MAX_CONSENTS && oldest !== undefined) kept.delete(oldest)
      return consent
    },
    byPage: (id) => look(kept.get(id)),
    byResponse: (responseId) => look([...kept.values()].find((one) => one.responseId === responseId)),
    clear: () => kept.clear(),
  }
}
