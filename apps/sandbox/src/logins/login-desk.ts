import type { FaultBook } from '../inject-faults.ts'
import type { Clock } from '../keep-time.ts'
import type { LoginClients } from './describe-logins.ts'
import type { LoginKeys } from './open-login-keys.ts'

/** What the stand-ins of log-in providers work with. */
export interface LoginDesk {
  /** Address of the sandbox, without a slash at the end. */
  readonly url: string
  readonly keys: LoginKeys
  readonly clients: LoginClients
  readonly clock: Clock
  readonly faults: FaultBook
  /** Registers what `POST /control/reset` has to forget. */
  readonly onReset: (forget: () => void) => void
}
