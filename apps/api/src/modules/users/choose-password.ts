import { PortalError } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import type { Recovery } from '../sessions/ports.ts'
import { hashNewPassword, type HashPassword } from './hash-new-password.ts'
import type { PasswordStore } from './ports.ts'

export interface ChoosePassword {
  readonly passwords: PasswordStore
  readonly hashPassword: HashPassword
  readonly log: Log
  readonly now: () => Date
}

/** Whose password it is, and the session, or the token of the recovery mail, with which it is chosen. */
export interface PasswordOwner {
  readonly userId: string
  readonly session: { readonly id: string }
  readonly mustChangePassword: boolean
  readonly recovery?: Recovery
}

/**
 * Sets the password of a person who must choose one, or who comes with the token of the recovery mail, which serves
 * once. All other sessions of theirs are over, and so is a lock of the account.
 * @throws {PortalError} SCOPE_TOO_NARROW, PASSWORD_NOT_SECURE, RECOVERY_LINK_INVALID
 */
export async function choosePassword(ports: ChoosePassword, owner: PasswordOwner, password: string): Promise<void> {
  const { userId, session, recovery } = owner
  const byMail = recovery?.may === 'set'
  if (!byMail && (recovery || !owner.mustChangePassword)) {
    throw new PortalError('SCOPE_TOO_NARROW', 'The token is not for this call.')
  }
  const at = ports.now()
  if (byMail && !(await ports.passwords.isRecoverable(userId, session.id, at))) throw linkInvalid()
  const hash = await hashNewPassword(ports.hashPassword, password)
  const isSet = byMail
    ? await ports.passwords.recover(userId, { hash, tokenId: session.id, at })
    : await ports.passwords.changeForced(userId, { hash, keptSession: session.id })
  if (!isSet) throw byMail ? linkInvalid() : new PortalError('SCOPE_TOO_NARROW', 'No password has to be chosen.')
  ports.log.info({ userId, by: byMail ? 'recovery' : 'demand' }, 'A person chose a new way in.')
}

const linkInvalid = () =>
  new PortalError('RECOVERY_LINK_INVALID', 'The link was used already or is too old. Ask for another one.')
