import { PortalError } from '@rubrica/domain'
import { findUser } from '../find-user.ts'
import type { User, UserStore } from './ports.ts'

/** Flag by flag, whether a type that the operator granted is shown to its user. */
export type GrantedTypes = Readonly<Record<string, boolean>>

/** Every type that the operator granted, and whether the user wants to see it. */
export async function grantedTypes(users: UserStore, userId: string): Promise<GrantedTypes> {
  return shownOf(await findUser(users, userId))
}

const shownOf = ({ certificateFlags, hiddenFlags }: User): GrantedTypes =>
  Object.fromEntries(certificateFlags.map((flag) => [flag, !hiddenFlags.includes(flag)]))

/**
 * Hides or shows types. Flags that are not named stay as they are; to hide what was never granted changes nothing.
 * @throws {PortalError} CERTIFICATE_TYPE_NOT_ALLOWED for showing what the operator did not grant
 */
export async function chooseTypes(users: UserStore, userId: string, wish: GrantedTypes): Promise<void> {
  const { certificateFlags, hiddenFlags } = await findUser(users, userId)
  const hidden = new Set(hiddenFlags)
  for (const [flag, isShown] of Object.entries(wish)) {
    const isGranted = certificateFlags.includes(flag)
    if (isShown && !isGranted) {
      throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'Only an operator grants a type of certificate')
    }
    if (isShown) hidden.delete(flag)
    else if (isGranted) hidden.add(flag)
  }
  await users.hideFlags(userId, [...hidden])
}
