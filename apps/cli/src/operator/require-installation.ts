import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** What the embedded database leaves in its data directory: itself, or a pointer to where it is. */
const TRACES = ['database', 'database.location']

/**
 * Refuses a data directory without an installation: a mistyped one would be filled with an empty installation, and a
 * backup of that would look like a good one.
 * @throws CommandError NO_INSTALLATION
 */
export function requireInstallation({ env }: Pick<Terminal, 'env'>): void {
  if (env['DATABASE_URL']?.trim()) return
  const dataDir = resolve(env['DATA_DIR']?.trim() || './data')
  if (TRACES.some((name) => existsSync(join(dataDir, name)))) return
  throw new CommandError(
    'NO_INSTALLATION',
    `There is no installation in ${dataDir}; set DATA_DIR or DATABASE_URL as for the server.`,
  )
}
