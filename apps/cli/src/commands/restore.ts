import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError, defineCommand, UsageError } from '../command.ts'

const HELP = `Usage: rubrica restore FILE [--json]

Brings an installation back from a file that "rubrica backup" wrote. The
installation that DATA_DIR and DATABASE_URL name must be empty, and no server
may be running on it. The file of server keys must be where SERVER_KEY_FILE
says before. Everything is checked, and either all of it is restored or nothing.

  --json   print one JSON object with what was restored

Example
  DATA_DIR=/srv/new SERVER_KEY_FILE=/safe/server-keys.json rubrica restore 2026-01-31.tar

Exit code: 0 restored, 1 failed, 2 typed wrongly.
`

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'bring an installation back from a backup file',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const [file] = positionals
    if (file === undefined || positionals.length > 1) throw new UsageError('Name the one file to restore.')
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      throw new CommandError('BACKUP_MISSING', `There is no backup file ${file}.`)
    }
    const { restore } = await import('../../../api/src/compose/operations.ts')
    const { rows, objects } = await restore(terminal.env, resolve(file))
    if (values.json) terminal.out(`${JSON.stringify({ ok: true, file, rows, objects })}\n`)
    else terminal.out(`Restored ${rows} rows and ${objects} stored objects.\n`)
    return 0
  },
})
