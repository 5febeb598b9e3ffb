import type { Actor, InstallationLogFilter, InstallationLogReader } from './ports.ts'
import { openValues, readInstallationEvent, whoDid } from './read-installation-event.ts'

/** An event for an operator to read. */
export interface ListedInstallationEvent {
  readonly sequence: number
  /** ISO 8601. */
  readonly at: string
  readonly type: string
  readonly by: Actor['by']
  /** The operator's account, or the id of the person or program; not there for the server, or where it was erased. */
  readonly name?: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  /** Those personal values that were not erased. */
  readonly values: Readonly<Record<string, string>>
}

/** The newest first. What cannot be read any more is told by `verifyInstallationLog`. */
export async function listInstallationLog(
  reader: InstallationLogReader,
  filter: InstallationLogFilter,
): Promise<readonly ListedInstallationEvent[]> {
  const stored = await reader.newest(filter)
  return stored.flatMap((event) => {
    const read = readInstallationEvent(event)
    if (!read) return []
    const values = openValues(read, event)
    const told = { facts: without(read.facts, WHO), values: without(values, WHO) }
    return [{ sequence: event.sequence, at: read.at, type: read.type, ...whoDid(read, values), ...told }]
  })
}

/** What an event says of who did it, among what it says of the act. */
const WHO = ['by', 'byUserId', 'byClientId', 'operator']

const without = <T>(members: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
