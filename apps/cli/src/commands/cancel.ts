import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { defineCommand, UsageError } from '../command.ts'
import { readDocumentId } from '../operator/read-document-id.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica cancel ID [--reason TEXT] [--json]

Withdraws a document that is still open: its signers and approvers can no longer
act on it. Signatures that were made before stay in it. It makes no difference who
sent it.

  --reason TEXT        kept in the audit log, at most 450 characters
  --json               print one JSON object

Example
  rubrica cancel b90d679e-c33d-4ff0-b5f9-31157fba2d51 --reason "Sent by mistake"

Exit code: 0 cancelled, 1 it was over already or there is none, 2 typed wrongly.
`

export const cancelCommand = defineCommand({
  name: 'cancel',
  summary: 'withdraw a document from its signers',
  help: HELP,
  options: { reason: { type: 'string', default: '' }, json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const id = readDocumentId(positionals)
    const reason = readReason(values.reason)
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    await operator.cancelDocument(id, reason)
    terminal.out(values.json ? `${JSON.stringify({ ok: true, id })}\n` : `Cancelled ${id}.\n`)
    return 0
  },
})

function readReason(text: string): string {
  const reason = text.trim()
  if (reason.length <= MAX_REJECTION_REASON && !reason.includes('\0')) return reason
  throw new UsageError(`--reason has at most ${MAX_REJECTION_REASON} characters.`)
}
