/** Groups: people under one name. A sender keeps them alone, or for a team. */
import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { digestOf } from '../digest-of.ts'
import { ownerOf } from '../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import type { SendingStore, Watcher } from '../sending/ports.ts'
import { requireTeam } from '../share-with-team.ts'
import { MOST_CONTACTS } from './keep-contacts.ts'
import type { Group, GroupChange, GroupStore, NamedMember } from './ports.ts'

/** Of one owner in one subscription. */
const MOST_GROUPS = 200

export interface GroupPorts extends RunOnce {
  readonly groups: GroupStore
  readonly store: Pick<SendingStore, 'teamsOf'>
}

/** The same for one that somebody else has. */
const noSuchGroup = () => new PortalError('GROUP_NOT_FOUND', 'There is no such group.')

/** @throws {PortalError} GROUP_NOT_FOUND */
export async function findGroup({ groups }: Pick<GroupPorts, 'groups'>, user: Watcher, id: string): Promise<Group> {
  const group = await groups.find(user, id)
  if (!group) throw noSuchGroup()
  return group
}

interface WantedGroup {
  readonly name: string
  readonly team?: string | undefined
  readonly members: readonly NamedMember[]
  readonly idempotencyKey: string | undefined
}

/**
 * Keeps people as a group; who has no account becomes a contact.
 * @throws {PortalError} TEAM_UNKNOWN, SIGNER_UNKNOWN, GUESTS_NOT_ALLOWED, TOO_MANY_CONTACTS, TOO_MANY_GROUPS,
 *   VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE; GROUP_NOT_FOUND for a repeated request whose
 *   group was deleted
 */
export function createGroup(
  ports: GroupPorts,
  user: Watcher,
  { idempotencyKey: key, ...wanted }: WantedGroup,
): Promise<Group> {
  const owner = ownerOf(user)
  const call = 'POST /v1/groups'
  const keyed = key === undefined ? undefined : { caller: owner, key, call, digest: digestOf({ owner, ...wanted }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const { name, team, members } = wanted
      const teamId = (await requireTeam(ports.store, user, team))?.id ?? null
      const id = randomUUID()
      const at = ports.now()
      const end = lease && { lease, answer: { id }, until: keptUntil(at) }
      const limits = { most: MOST_GROUPS, mostContacts: MOST_CONTACTS }
      await ports.groups.insert(user, { id, name, teamId, members, at, end, ...limits })
      return findGroup(ports, user, id)
    },
    replay: (kept) => findGroup(ports, user, (kept as { id: string }).id),
  })
}

interface WantedChange {
  readonly id: string
  readonly name?: string | undefined
  readonly team?: string | null | undefined
  readonly members?: readonly NamedMember[] | undefined
  readonly require: (changes: number) => void
}

/**
 * Gives a group another name, other people or another team. Who may manage for the team changes it too; only its owner
 * says who sees it.
 * @throws {PortalError} GROUP_NOT_FOUND, NOT_A_GROUP_EDITOR, TEAM_UNKNOWN, SIGNER_UNKNOWN, GUESTS_NOT_ALLOWED,
 *   TOO_MANY_CONTACTS, VALIDATION_FAILED, and what `require` throws
 */
export async function changeGroup(
  ports: GroupPorts,
  user: Watcher,
  { id, name, team, members, require }: WantedChange,
): Promise<Group> {
  await findGroup(ports, user, id)
  const teamId = team === undefined ? undefined : ((await requireTeam(ports.store, user, team))?.id ?? null)
  const mayEdit = writesIf(require)
  const mayWrite: GroupChange['mayWrite'] = (standing) => {
    if (teamId !== undefined && !standing.isOwn) throw notAnEditor()
    mayEdit(standing)
  }
  const change = { name, teamId, members, mayWrite, at: ports.now(), mostContacts: MOST_CONTACTS }
  if (!(await ports.groups.change(user, id, change))) throw noSuchGroup()
  return findGroup(ports, user, id)
}

/** @throws {PortalError} GROUP_NOT_FOUND, NOT_A_GROUP_EDITOR, and what `require` throws */
export async function deleteGroup(
  { groups }: Pick<GroupPorts, 'groups'>,
  user: Watcher,
  { id, require }: Pick<WantedChange, 'id' | 'require'>,
): Promise<void> {
  if (!(await groups.delete(user, id, writesIf(require)))) throw noSuchGroup()
}

const notAnEditor = () =>
  new PortalError('NOT_A_GROUP_EDITOR', 'You may send to this group, and not change it or who sees it.')

const writesIf =
  (require: (changes: number) => void): GroupChange['mayWrite'] =>
  ({ mayEdit, changes }) => {
    if (!mayEdit) throw notAnEditor()
    require(changes)
  }
