import { PortalError } from '@rubrica/domain'
import type { Sender, SendingStore, Team, Watcher } from './sending/ports.ts'

/**
 * The team that a document is to be shared with. @param id null or undefined for none
 * @throws {PortalError} TEAM_UNKNOWN for one that the sender cannot share with, also where others can
 */
export async function requireTeam(
  store: Pick<SendingStore, 'teamsOf'>,
  sender: Sender & Partial<Watcher>,
  id: string | null | undefined,
): Promise<Team | null> {
  if (id === null || id === undefined) return null
  const teams = await store.teamsOf(sender)
  const team = teams.find((one) => one.id === id.toLowerCase())
  if (team) return team
  const problem = 'is none of the teams that you can share with.'
  throw new PortalError('TEAM_UNKNOWN', `body.team ${problem}`, {
    faults: [{ root: 'body', path: ['team'], code: 'TEAM_UNKNOWN', problem }],
  })
}
