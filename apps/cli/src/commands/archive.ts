import { ARCHIVE_STATES, type ArchiveState } from '@rubrica/domain'
import type { Operator } from '../../../api/src/compose/operator.ts'
import { CommandError, defineCommand, UsageError } from '../command.ts'
import { readDocumentId } from '../operator/read-document-id.ts'
import { requireInstallation } from '../operator/require-installation.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'

const HELP = `Usage: rubrica archive list [--state STATE] [--json]
       rubrica archive retry ID|--all [--json]

Once all have signed a document, the server makes it last: it appends the evidence
of its signatures (PAdES B-LT) and an archive timestamp (B-LTA), which it renews
before the timestamp's certificate ends. What stands in the way is tried again for
some days and then given up, with its reason.

list    names documents whose long-term form is not there: those that failed and
        those that wait; at most 1000, the latest change first
retry   has documents that failed tried again by the running server

  --state STATE        none, waiting, done or failed
  --all                every document that failed
  --json               print one JSON object

Examples
  rubrica archive list --state failed
  rubrica archive retry b90d679e-c33d-4ff0-b5f9-31157fba2d51

Exit code: 0 done, 1 the document has not failed, or there is none, 2 typed wrongly.
`

export const archiveCommand = defineCommand({
  name: 'archive',
  summary: 'list documents without their long-term form, and have it tried again',
  help: HELP,
  options: { state: { type: 'string' }, all: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const [verb, ...words] = positionals
    const work =
      verb === 'list' ? planList(words, values.state) : verb === 'retry' ? planRetry(words, values.all) : undefined
    if (!work) throw new UsageError('The command is "archive list" or "archive retry".')
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    return await work({ operator, terminal, json: values.json ?? false })
  },
})

interface Desk {
  readonly operator: Operator
  readonly terminal: Terminal
  readonly json: boolean
}

function planList(words: readonly string[], wanted: string | undefined) {
  if (words.length > 0) throw new UsageError('"archive list" takes no document.')
  const states = wanted === undefined ? (['failed', 'waiting'] as const) : [readState(wanted)]
  return async ({ operator, terminal, json }: Desk): Promise<number> => {
    const archives = await operator.listArchives(states)
    terminal.out(json ? `${JSON.stringify({ ok: true, archives })}\n` : archives.map(describeArchive).join(''))
    return 0
  }
}

function readState(typed: string): ArchiveState {
  const state = ARCHIVE_STATES.find((one) => one === typed)
  if (state === undefined) throw new UsageError(`--state is one of ${ARCHIVE_STATES.join(', ')}.`)
  return state
}

type Listed = Awaited<ReturnType<Operator['listArchives']>>[number]

export function describeArchive({ documentId, fileName, state, level, reason, cause, dueAt }: Listed): string {
  const why =
    reason === null ? '' : ` because of ${reason}${cause === null ? '' : ` ${printable(JSON.stringify(cause))}`}`
  const when = dueAt === null ? '' : `, due ${dueAt.toISOString()}`
  return `${documentId}  ${state}  ${printable(fileName)}: stays ${level}${why}${when}\n`
}

function planRetry(words: readonly string[], all = false) {
  if (all === words.length > 0) throw new UsageError('"archive retry" takes the id of a document, or --all.')
  const one = all ? undefined : readDocumentId(words)
  return async ({ operator, terminal, json }: Desk): Promise<number> => {
    const retried = await operator.retryArchives(one)
    if (one !== undefined && retried === 0) {
      throw new CommandError('NOT_FAILED', `The long-term form of ${one} has not failed.`)
    }
    if (json) terminal.out(`${JSON.stringify({ ok: true, retried })}\n`)
    else terminal.out(retried === 1 ? 'One document is tried again.\n' : `${retried} documents are tried again.\n`)
    return 0
  }
}
