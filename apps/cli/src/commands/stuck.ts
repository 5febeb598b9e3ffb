import type { Operator } from '../../../api/src/compose/operator.ts'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica stuck [--json]

Names what should have ended and has not, the longest overdue first, at most 1000:

  a signature whose server died or hangs, since its claim has run out
  a person who went elsewhere to sign, to prove themselves or to log in, and has
  not come back in time
  a long-term form that is due for more than five minutes and nobody makes

Each with what it waits for: consent, second-factor, phone, pin, local-signature
(an application on the person's PC), or the server. A server that runs ends the
first two within a minute; the signer is pending again then and may sign anew. So
what stays in this list says that no server runs, or that it does not get to it.

  --json   print one JSON object

Exit code: 0 nothing is stuck, 1 something is, 2 typed wrongly.
`

export const stuckCommand = defineCommand({
  name: 'stuck',
  summary: 'list what should have ended, with what each waits for',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    if (positionals.length > 0) throw new UsageError('"stuck" takes no further word.')
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    const stuck = await operator.listStuck()
    terminal.out(values.json ? `${JSON.stringify({ ok: stuck.length === 0, stuck })}\n` : describe(stuck))
    return stuck.length === 0 ? 0 : 1
  },
})

type Stuck = Awaited<ReturnType<Operator['listStuck']>>[number]

const PURPOSES: Readonly<Record<Stuck['purpose'], string>> = {
  signature: 'signature',
  sign: 'signature elsewhere',
  hash: 'signature of a hash elsewhere',
  authorise: 'authorisation of an account',
  login: 'log-in to an account',
  archive: 'long-term form',
}

const describe = (stuck: readonly Stuck[]): string =>
  stuck.length === 0 ? 'Nothing is stuck.\n' : stuck.map(describeOne).join('')

function describeOne({ id, certType, purpose, documentId, signerId, waitsFor, since, until }: Stuck): string {
  const what = certType === null ? PURPOSES[purpose] : `${PURPOSES[purpose]} (${certType})`
  const document = documentId === null || documentId === id ? '' : `, document ${documentId}`
  const signer = signerId === null ? '' : `, signer ${signerId}`
  const times = `since ${since.toISOString()}, should have ended ${until.toISOString()}`
  return `${id}  ${what}${document}${signer}: waits for ${waitsFor} ${times}\n`
}
