import { OperatorError } from './operator-error.ts'
import { requireUser } from './manage-users.ts'
import type { Identity, OperatorPorts } from './ports.ts'

const LONGEST = 1000

/**
 * Lets somebody in by the name that a provider has for them. @throws {OperatorError} USER_UNKNOWN, VALUE_INVALID,
 * IDENTITY_TAKEN
 */
export async function addIdentity(ports: OperatorPorts, userId: string, identity: Identity): Promise<void> {
  const { issuer, attribute, subject } = identity
  if ([issuer, subject, attribute ?? '-'].some((text) => text === '' || text.length > LONGEST)) {
    throw new OperatorError('VALUE_INVALID', 'Issuer, subject and a named attribute must be there and not be overlong.')
  }
  const user = await requireUser(ports.store, userId)
  const owner = await ports.identities.add(identity, user.id, ports.now())
  if (owner !== user.userId)
    throw new OperatorError('IDENTITY_TAKEN', `This identity belongs to ${owner}; remove it there first.`)
}

/** @throws {OperatorError} USER_UNKNOWN */
export async function listIdentities(ports: OperatorPorts, userId: string) {
  const { id } = await requireUser(ports.store, userId)
  return ports.identities.ofUser(id)
}

/** @throws {OperatorError} USER_UNKNOWN, IDENTITY_UNKNOWN */
export async function removeIdentity(ports: OperatorPorts, userId: string, identity: Identity): Promise<void> {
  const { id } = await requireUser(ports.store, userId)
  if (await ports.identities.remove(identity, id)) return
  throw new OperatorError('IDENTITY_UNKNOWN', `${userId} has no such identity.`)
}
