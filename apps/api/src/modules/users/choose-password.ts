import { PortalError } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import type { Recovery } from '../sessions/ports.ts'
import { hashNewPassword, type HashPassword } from './hash-new-password.ts'
import type { PasswordStore } from './ports.ts'

export interface ChoosePassword {
  readonly passwords: PasswordStore
  readonly hashPassword: HashPassword
  /** Whether a password is the one of this hash; never of null. */
  readonly isPassword: (password: string, hash: string | null) => Promise<boolean>
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
 * @throws {PortalError} SCOPE_TOO_NARROW, PASSWORD_NOT_SECURE, PASSWORD_UNCHANGED, RECOVERY_LINK_INVALID
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
  // The person who set it before would still know it.
  if (await ports.isPassword(password, await ports.passwords.hashToChange(userId))) {
    throw new PortalError('PASSWORD_UNCHANGED', 'This is the password that has to be changed. Choose another one.')
  }
  const isSet = byMail
    ? await ports.passwords.recover(userId, { hash, tokenId: session.id, at })
    : await ports.passwords.changeForced(userId, { hash, keptSession: session.id })
  if (!isSet) throw byMail ? linkInvalid() : new PortalError('SCOPE_TOO_NARROW', 'No password has to be chosen.')
  ports.log.info({ userId, by: byMail ? 'recovery' : 'demand' }, 'A person chose a new way in.')
}

/**
 * Whether the token of the mail still sets a password, before anybody types one.
 * @throws {PortalError} SCOPE_TOO_NARROW, RECOVERY_LINK_INVALID
 */
export async function requireLivingLink(ports: Pick<ChoosePassword, 'passwords' | 'now'>, owner: PasswordOwner) {
  if (owner.recovery?.may !== 'set') throw new PortalError('SCOPE_TOO_NARROW', 'The token is not for this call.')
  if (!(await ports.passwords.isRecoverable(owner.userId, owner.session.id, ports.now()))) throw linkInvalid()
}

const linkInvalid = () =>
  new PortalError('RECOVERY_LINK_INVALID', 'The link was used already or is too old. Ask for another one.')
