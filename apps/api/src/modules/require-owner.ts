/** What leads to an account, or acts for it from then on, is asked for by its owner: an open session alone is not enough. */
import { PortalError } from '@rubrica/domain'
import type { Person } from './sessions/ports.ts'

/** @throws {PortalError} SESSION_OF_PROGRAM: its say in the person's name ends with the session */
export function requireOwnSession({ clientId }: Person['session']): void {
  if (clientId === undefined) return
  throw new PortalError('SESSION_OF_PROGRAM', 'A program opened this session. Log in to the portal yourself.')
}

export interface ProveCurrentPassword {
  /** Throws PortalError INVALID_CREDENTIALS, ACCOUNT_LOCKED: a wrong one costs a try, as at the log-in. */
  readonly provePassword: (credentials: { readonly username: string; readonly password: string }) => Promise<unknown>
}

/** Of who has a password. @throws {PortalError} CURRENT_PASSWORD_NEEDED, CURRENT_PASSWORD_WRONG, ACCOUNT_LOCKED */
export async function requireCurrentPassword(
  { provePassword }: ProveCurrentPassword,
  user: { readonly userId: string; readonly hasPassword: boolean },
  password: string | undefined,
): Promise<void> {
  if (!user.hasPassword) return
  if (!password) throw new PortalError('CURRENT_PASSWORD_NEEDED', 'The current password is needed for this.')
  await provePassword({ username: user.userId, password }).catch((error: unknown) => {
    // The session is in order: an answer of 401 would end it.
    const isWrong = error instanceof PortalError && error.code === 'INVALID_CREDENTIALS'
    throw isWrong ? new PortalError('CURRENT_PASSWORD_WRONG', 'The current password is not right.') : error
  })
}
