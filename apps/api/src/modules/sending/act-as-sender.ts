import { editsTemplates, maySend, PortalError, seesEverything } from '@rubrica/domain'
import type { Owner } from '../owner.ts'
import type { Memberships } from './people/ports.ts'
import type { Watcher } from './ports.ts'

/**
 * A person as somebody who sends from one of their subscriptions.
 * @param wanted the subscription; needed by who may send from several
 * @throws {PortalError} NOT_A_SENDER, also for a subscription that is not theirs; SUBSCRIPTION_NEEDED
 */
export async function actAsSender(
  memberships: Memberships,
  userId: string,
  wanted: string | undefined,
): Promise<Watcher> {
  const sending = (await memberships.membershipsOf(userId)).filter(({ roles }) => maySend(roles))
  const fitting = sending.filter(({ subscriptionId }) => wanted === undefined || subscriptionId === wanted)
  const [membership, other] = fitting
  if (!membership) throw new PortalError('NOT_A_SENDER', 'You may not send documents from this subscription.')
  if (other) {
    const facts = { Subscriptions: fitting.map(({ subscriptionId, name }) => ({ Guid: subscriptionId, Name: name })) }
    throw new PortalError('SUBSCRIPTION_NEEDED', 'Say from which subscription: subscription=<its guid>.', { facts })
  }
  const { subscriptionId, roles } = membership
  const sender = { subscriptionId, clientId: null, userId, seesEverything: seesEverything(roles) }
  return editsTemplates(roles) ? { ...sender, editsTemplates: true } : sender
}

/**
 * Whoever asked for work that is done later, with the rights of now: a program has those that its subscription gives it.
 * @returns undefined when they may not send any more
 */
export async function actForOwner(memberships: Memberships, owner: Owner): Promise<Watcher | undefined> {
  const { subscriptionId } = owner
  if ('clientId' in owner) return { subscriptionId, clientId: owner.clientId, userId: null, seesEverything: false }
  try {
    return await actAsSender(memberships, owner.userId, subscriptionId)
  } catch (error) {
    if (error instanceof PortalError && error.code === 'NOT_A_SENDER') return undefined
    throw error
  }
}
