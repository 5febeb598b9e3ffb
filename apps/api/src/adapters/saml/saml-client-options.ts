import type { SamlProviderConfig } from '../../config/read-logins.ts'
import type { SamlKey } from '../../config/read-saml-keys.ts'

/** How far the provider's clock and ours may be apart; a request has a time of its own. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

export interface ServiceProvider {
  readonly entityId: string
  /** Where answers come to. */
  readonly acsUrl: string
  /** Where requests to log out come to. */
  readonly sloUrl: string
}

export interface SamlClientOptions {
  readonly provider: SamlProviderConfig
  readonly here: () => ServiceProvider
  /** Undefined for our entity id, as it must be; null where the provider names no audience at all. */
  readonly audience?: string | null
  /** Ours, for which assertions may be encrypted; none unless said otherwise. */
  readonly keys?: readonly SamlKey[]
  readonly now: () => Date
}
