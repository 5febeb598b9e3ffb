/** Filters of the list of what was sent that somebody keeps for themselves. */
import { PortalError } from '@rubrica/domain'
import type { Owner } from '../../owner.ts'
import type { FilterStore, SavedFilter } from './ports.ts'

/** What somebody may keep in one subscription. */
const MOST_FILTERS = 50

interface FilterPorts {
  readonly filters: FilterStore
  readonly now: () => Date
}

const unknownFilter = () => new PortalError('FILTER_NOT_FOUND', 'There is no such filter among yours.')

/** @throws {PortalError} FILTER_NOT_FOUND for an id of somebody else’s, TOO_MANY_FILTERS */
export async function saveFilter({ filters, now }: FilterPorts, owner: Owner, filter: SavedFilter): Promise<void> {
  const outcome = await filters.save(owner, filter, { most: MOST_FILTERS, at: now() })
  if (outcome === 'unknown') throw unknownFilter()
  if (outcome === 'saved') return
  throw new PortalError('TOO_MANY_FILTERS', `You keep ${MOST_FILTERS} filters already.`, {
    facts: { Most: MOST_FILTERS },
  })
}

/** @throws {PortalError} FILTER_NOT_FOUND */
export async function deleteFilter({ filters }: FilterPorts, owner: Owner, id: string): Promise<void> {
  if (!(await filters.delete(owner, id))) throw unknownFilter()
}
