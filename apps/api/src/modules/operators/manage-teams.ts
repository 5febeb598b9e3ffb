import { randomUUID } from 'node:crypto'
import { chooseSubscriptions } from './manage-subscriptions.ts'
import { requireUser } from './manage-users.ts'
import { OperatorError } from './operator-error.ts'
import type { OperatorPorts, RegisteredTeam } from './ports.ts'

const MOST_LETTERS = 100

/** A team, and the subscription that it is of: its name, or the only one there is. */
export interface TeamName {
  readonly name: string
  readonly subscription?: string | undefined
}

const subscriptionOf = async ({ store }: OperatorPorts, { subscription }: TeamName) =>
  (await chooseSubscriptions(store, subscription === undefined ? [] : [subscription]))[0]!

/** @throws {OperatorError} NAME_TAKEN, VALUE_INVALID, SUBSCRIPTION_UNKNOWN, SUBSCRIPTION_NEEDED */
export async function addTeam(ports: OperatorPorts, wish: TeamName): Promise<{ id: string }> {
  const name = wish.name.trim()
  if (name === '' || name.length > MOST_LETTERS) {
    throw new OperatorError('VALUE_INVALID', `The name of a team has 1 to ${MOST_LETTERS} letters.`)
  }
  const subscription = await subscriptionOf(ports, wish)
  const id = randomUUID()
  if (await ports.store.addTeam({ id, name, subscriptionId: subscription.id, at: ports.now() })) return { id }
  throw new OperatorError('NAME_TAKEN', `The subscription "${subscription.name}" has a team "${name}" already.`)
}

/**
 * Puts a person into a team, or says anew what they may do in it: see what is shared with it, or change that too.
 * @throws {OperatorError} TEAM_UNKNOWN, USER_UNKNOWN, NOT_A_MEMBER
 */
export async function joinTeam(
  ports: OperatorPorts,
  wish: TeamName,
  { userId, mayManage }: { userId: string; mayManage: boolean },
): Promise<void> {
  const team = await requireTeam(ports, wish)
  const { id } = await requireUser(ports.store, userId)
  if (await ports.store.joinTeam(team.id, { userId: id, mayManage })) return
  throw new OperatorError('NOT_A_MEMBER', `${userId} is not of the subscription "${team.subscription}".`)
}

/** @returns false when they were not in it. @throws {OperatorError} TEAM_UNKNOWN, USER_UNKNOWN */
export async function leaveTeam(ports: OperatorPorts, wish: TeamName, userId: string): Promise<boolean> {
  const team = await requireTeam(ports, wish)
  const { id } = await requireUser(ports.store, userId)
  return ports.store.leaveTeam(team.id, id)
}

async function requireTeam(ports: OperatorPorts, wish: TeamName): Promise<RegisteredTeam> {
  const { name: subscription } = await subscriptionOf(ports, wish)
  const team = (await ports.store.teams()).find((one) => one.subscription === subscription && one.name === wish.name)
  if (team) return team
  throw new OperatorError('TEAM_UNKNOWN', `The subscription "${subscription}" has no team "${wish.name}".`)
}
