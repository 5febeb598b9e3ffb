import { defineCommand, UsageError } from '../command.ts'
import { readDocumentId } from '../operator/read-document-id.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica delete ID --reason TEXT [--json]

Deletes a document that is over, for good: its file in all revisions, its people,
its audit log and its evidence. Nobody can get it back, and evidence that
somebody has taken away stays with them. An open document is withdrawn first
(rubrica cancel).

One event stays in the log of the installation: which document, who deleted it
and why, and digests of its file and of its log. By that "rubrica audit verify"
tells a document that was deleted from one that was lost. A document whose log is
not the one that was sealed is not deleted.

  --reason TEXT        kept in that log, at most 450 characters
  --json               print one JSON object

Example
  rubrica delete b90d679e-c33d-4ff0-b5f9-31157fba2d51 --reason "Kept for six years"

Exit code: 0 deleted, 1 it is open or there is none, 2 typed wrongly.
`

export const deleteCommand = defineCommand({
  name: 'delete',
  summary: 'delete a document that is over, and leave one event of it',
  help: HELP,
  options: { reason: { type: 'string' }, json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const id = readDocumentId(positionals)
    if (values.reason === undefined || values.reason.trim() === '') throw new UsageError('--reason must be given.')
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    await operator.deleteDocument(id, values.reason)
    terminal.out(values.json ? `${JSON.stringify({ ok: true, id })}\n` : `Deleted ${id}.\n`)
    return 0
  },
})
