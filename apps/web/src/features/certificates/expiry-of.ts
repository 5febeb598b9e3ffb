import { instantOf } from '../../shared/i18n/formats.ts'

/** How long before its end a certificate is marked, in days. */
const NEAR_EXPIRY_DAYS = 30
const DAY_MS = 86_400_000

export type Expiry =
  | { readonly kind: 'valid' | 'expired' }
  /** @property days whole days left; 0 when it ends within a day */
  | { readonly kind: 'near'; readonly days: number }

/** How near the end of a certificate is. A time that cannot be read is no reason for an alarm. */
export function expiryOf(expiration: string, now: Date): Expiry {
  const end = instantOf(expiration)
  if (!end) return { kind: 'valid' }
  const left = end.getTime() - now.getTime()
  if (left < 0) return { kind: 'expired' }
  return left > NEAR_EXPIRY_DAYS * DAY_MS ? { kind: 'valid' } : { kind: 'near', days: Math.floor(left / DAY_MS) }
}
