import { PortalError } from '@rubrica/domain'
import type { CountedRun, ItemQuery, RunItem, RunMove, RunStore } from './ports.ts'

export interface KeepRuns {
  readonly runs: RunStore
  readonly wakeRuns: () => void
  readonly now: () => Date
}

export interface RunName {
  readonly userId: string
  readonly runId: string
}

const MOST_LISTED = 50

/** @throws {PortalError} RUN_NOT_FOUND */
export async function findRun({ runs }: Pick<KeepRuns, 'runs'>, { userId, runId }: RunName): Promise<CountedRun> {
  const run = await runs.find(userId, runId)
  if (run) return run
  throw new PortalError('RUN_NOT_FOUND', 'There is no such signing run for this user')
}

/** The newest ones of a person; those that are over for thirty days. */
export const listRuns = ({ runs }: KeepRuns, userId: string): Promise<CountedRun[]> => runs.list(userId, MOST_LISTED)

/** @throws {PortalError} RUN_NOT_FOUND */
export async function listItems(needs: KeepRuns, name: RunName, query: ItemQuery): Promise<RunItem[]> {
  await findRun(needs, name)
  return needs.runs.items(name.userId, name.runId, query)
}

/**
 * Pauses a run, lets it go on, or stops it: then its values are destroyed, and what is not signed stays as it was. What
 * is being signed at this moment ends.
 * @throws {PortalError} RUN_NOT_FOUND, RUN_OVER
 */
export async function moveRun(needs: KeepRuns, name: RunName, to: RunMove['to']): Promise<CountedRun> {
  await findRun(needs, name)
  if (!(await needs.runs.move(name.userId, name.runId, { to, at: needs.now() })))
    throw new PortalError('RUN_OVER', 'This signing run is over')
  needs.wakeRuns()
  return findRun(needs, name)
}
