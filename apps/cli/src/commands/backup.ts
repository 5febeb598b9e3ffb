import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError, defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica backup FILE [--json]

Writes the whole installation into one file: every row of the database as it
was at one moment, and every stored document, still encrypted. The server may
go on working meanwhile.

The server keys are not in the file. Keep a copy of the file that
SERVER_KEY_FILE names in another place: without it a backup cannot be read.

The installation is the one that DATA_DIR and DATABASE_URL name, as for the
server.

  --json   print one JSON object with what was written

Example
  DATA_DIR=/srv/rubrica rubrica backup /backups/2026-01-31.tar

Exit code: 0 written, 1 failed, 2 typed wrongly.
`

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'write the whole installation into one file',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const [file] = positionals
    if (file === undefined || positionals.length > 1) throw new UsageError('Name the one file to write.')
    requireInstallation(terminal)
    if (!existsSync(dirname(resolve(file)))) {
      throw new CommandError('FOLDER_MISSING', `There is no folder ${dirname(resolve(file))} for the backup.`)
    }
    const { backUp } = await import('../../../api/src/compose/operations.ts')
    const { rows, objects } = await backUp(terminal.env, resolve(file))
    if (values.json) terminal.out(`${JSON.stringify({ ok: true, file, rows, objects })}\n`)
    else terminal.out(`Wrote ${rows} rows and ${objects} stored objects to ${file}.\n`)
    return 0
  },
})
