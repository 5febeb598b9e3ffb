import { PortalError } from '@rubrica/domain'
import type { User, UserStore } from './users/ports.ts'

/** @throws {PortalError} USER_NOT_FOUND when the person was taken away since the token was given. */
export async function findUser(users: Pick<UserStore, 'find'>, id: string): Promise<User> {
  const user = await users.find(id)
  if (!user) throw new PortalError('USER_NOT_FOUND', 'There is no such user.')
  return user
}
