import { defineCommand, UsageError } from '../command.ts'

const HELP = `Usage: rubrica migrate [--json]

Brings the database that DATABASE_ADMIN_URL names, or else DATABASE_URL, to the
schema of this release. Run it before servers of a new release are started with
MIGRATE=off; those of the release before may run meanwhile. It waits for tables
that are in use, five seconds at a time, and changes all or nothing.

  --json   print one JSON object with the names of what was applied

Exit code: 0 done, also when nothing was missing, 1 failed, 2 typed wrongly.
`

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'bring the database to the schema of this release',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    if (positionals.length > 0) throw new UsageError('The command is "migrate", without a further word.')
    const { migrate } = await import('../../../api/src/compose/migrate.ts')
    const applied = await migrate(terminal.env)
    if (values.json) terminal.out(`${JSON.stringify({ ok: true, applied })}\n`)
    else terminal.out(applied.length === 0 ? 'Nothing was missing.\n' : `Applied ${applied.join(', ')}.\n`)
    return 0
  },
})
