import type { FaultBook } from '../inject-faults.ts'
import type { Clock } from '../keep-time.ts'
import type { Phone } from '../phone/open-phone.ts'
import type { Pki } from '../pki/open-pki.ts'
import type { ProviderKeys } from './open-provider-keys.ts'
import type { SignatureRegister } from './record-signatures.ts'

/** What every stand-in of a signature provider works with. */
export interface ProviderDesk {
  /** Address of the sandbox, without a slash at the end. */
  readonly url: string
  readonly phone: Phone
  readonly clock: Clock
  readonly keys: ProviderKeys
  readonly pki: Pki
  readonly signatures: SignatureRegister
  readonly faults: FaultBook
  /** The folder of the tokens with which somebody stays logged in over a restart. */
  readonly tokenFolder: string
  /** Registers what `POST /control/reset` has to forget. */
  readonly onReset: (forget: () => void) => void
}

/** The password of every account at every provider. */
export const PROVIDER_PASSWORD = 'Rubrica-2026'

/** PIN of the keys that ask for one, unless a provider's page of the desk says otherwise. */
export const PROVIDER_PIN = '246810'

/** How long a lock lasts, so that somebody who tries the demo needs no operator. */
export const LOCK_LIFE = 10 * 60_000
