import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica keys rotate [--json]

Makes a new server key and wraps every stored key anew with it: the data keys
of the documents, the outer layer of the vault's keys, the keys of tokens. No
PIN is needed, and a running server goes on with the new key. The old keys stay
in the file that SERVER_KEY_FILE names, for backups made with them.

  --json   print one JSON object with the new version

Exit code: 0 done, 1 failed, 2 typed wrongly.
`

export const keysCommand = defineCommand({
  name: 'keys',
  summary: "change the server's key",
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    if (positionals.length !== 1 || positionals[0] !== 'rotate') throw new UsageError('The command is "keys rotate".')
    requireInstallation(terminal)
    const { rotateServerKeys } = await import('../../../api/src/compose/operations.ts')
    const { version, rewrapped } = await rotateServerKeys(terminal.env)
    if (values.json) terminal.out(`${JSON.stringify({ ok: true, version, rewrapped })}\n`)
    else terminal.out(`Server key ${version} is the active one; ${rewrapped} stored keys were wrapped anew.\n`)
    return 0
  },
})
