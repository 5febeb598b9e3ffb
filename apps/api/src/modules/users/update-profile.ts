import { MAX_SIGNATURE_IMAGE, PortalError, type Language } from '@rubrica/domain'
import type { Log } from '../../ports/log.ts'
import { requireCurrentPassword, type ProveCurrentPassword } from '../require-owner.ts'
import type { Person } from '../sessions/ports.ts'
import { hashNewPassword, type HashPassword } from './hash-new-password.ts'
import type { ProfileChange, ProfileStore, SignaturePictures, User } from './ports.ts'

export interface UpdateProfile extends ProveCurrentPassword {
  readonly profiles: ProfileStore
  readonly pictures: SignaturePictures
  readonly hashPassword: HashPassword
  readonly findUser: (userId: string) => Promise<Pick<User, 'userId' | 'email' | 'hasPassword' | 'lacksLegalId'>>
  /** Throws PortalError FACTOR_NEEDED for who has a second factor and has not just shown it. */
  readonly requireFreshFactor: (person: Person) => Promise<void>
  readonly log: Log
}

export interface ProfileWish {
  readonly email?: string
  readonly language?: Language
  readonly password?: string
  readonly currentPassword?: string
  /** A picture as it came; empty for none. */
  readonly signatureImage?: Uint8Array
}

/**
 * Changes what a person may change of themselves. A new password ends all their other sessions.
 * @param owner whose profile it is, and the session in which it is changed
 * @throws {PortalError} CURRENT_PASSWORD_NEEDED, CURRENT_PASSWORD_WRONG, ACCOUNT_LOCKED, PASSWORD_NOT_SECURE with the
 * broken rules, EMAIL_FIXED, FACTOR_NEEDED, SIGNATURE_IMAGE_INVALID, USER_NOT_FOUND
 */
export async function updateProfile(ports: UpdateProfile, owner: Person, wish: ProfileWish): Promise<void> {
  const change: ProfileChange = {
    ...(wish.email !== undefined && { email: wish.email }),
    ...(wish.language !== undefined && { language: wish.language }),
    ...(wish.signatureImage && { signatureImage: await toSignature(ports.pictures, wish.signatureImage) }),
    ...(wish.password !== undefined && {
      password: { hash: await hashNewPassword(ports.hashPassword, wish.password), keptSession: owner.session.id },
    }),
  }
  await requireOwner(ports, owner, wish)
  if (!(await ports.profiles.change(owner.userId, change))) {
    throw new PortalError('USER_NOT_FOUND', 'There is no such user.')
  }
  const changed = Object.keys(change).map((name) => (name === 'password' ? 'way in' : name))
  if (changed.length > 0) ports.log.info({ userId: owner.userId, changed }, 'A person changed their profile.')
}

/** Before what leads to the account, its mail and its password, is changed, and what signs in the person's hand. */
async function requireOwner(ports: UpdateProfile, owner: Person, wish: ProfileWish): Promise<void> {
  if (wish.signatureImage) await ports.requireFreshFactor(owner)
  if (wish.email === undefined && wish.password === undefined) return
  const user = await ports.findUser(owner.userId)
  if (user.lacksLegalId && wish.email !== undefined && wish.email !== user.email) {
    throw new PortalError('EMAIL_FIXED', 'The address is all that is proved of this person, and is not changed.')
  }
  const isOther = wish.password !== undefined || wish.email !== user.email
  if (!isOther) return
  await ports.requireFreshFactor(owner)
  await requireCurrentPassword(ports, user, wish.currentPassword)
}

async function toSignature(pictures: SignaturePictures, bytes: Uint8Array): Promise<Uint8Array | null> {
  if (bytes.length === 0) return null
  if (bytes.length > MAX_SIGNATURE_IMAGE) throw tooLarge()
  return pictures.redraw(bytes)
}

const tooLarge = () =>
  new PortalError('SIGNATURE_IMAGE_INVALID', 'The image is too large. Choose one of up to 10 MB.', {
    facts: { Reason: 'TOO_LARGE' },
  })
