import { defineCommand, UsageError } from '../command.ts'

const HELP = `Usage: rubrica storage check [--json]

Tries whether the object store that the settings name (OBJECTS_URL, or the folder
of DATA_DIR) keeps what the server relies upon: that it takes objects, gives them
back, lists and deletes them; and of a bucket that it does not overwrite what is
there (If-None-Match), refuses octets that are not those of their SHA-256, and,
with OBJECTS_RETENTION_DAYS, deletes nothing that is locked. A server does the
same when it starts, and ends where the answer is no.

  --json   print one JSON object

Exit code: 0 the store will do, 1 it will not, 2 typed wrongly.
`

export const storageCommand = defineCommand({
  name: 'storage',
  summary: 'check that the object store keeps what is relied upon',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values: { json = false }, positionals, terminal: { env, out } }) {
    if (positionals.length !== 1 || positionals[0] !== 'check') throw new UsageError('The command is "storage check".')
    const { checkObjectStore } = await import('../../../api/src/compose/objects.ts')
    await checkObjectStore(env)
    out(json ? `${JSON.stringify({ ok: true })}\n` : 'The object store will do.\n')
    return 0
  },
})
