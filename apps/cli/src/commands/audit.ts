import { defineCommand, UsageError } from '../command.ts'

const HELP = `Usage: rubrica audit verify [--json]

Reads the audit log of every document and checks its chain: each event is
hashed together with the one before it, and the document remembers where its
chain ends. Names every event that was changed, removed or cut off.

  --json   print one JSON object with all findings

Exit code: 0 the log is whole, 1 it is not, 2 typed wrongly.
`

const SENTENCES = {
  missing: 'is missing',
  changed: 'was changed',
  unchained: 'does not follow the event before it',
  'cut-off': 'is not where the document says that its log ends',
  'personal-data-changed': 'has a personal value that was changed',
} as const

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'check that the audit log is whole',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    if (positionals.length !== 1 || positionals[0] !== 'verify') throw new UsageError('The command is "audit verify".')
    const { verifyInstalledAudit } = await import('../../../api/src/compose-audit.ts')
    const { documents, events, findings } = await verifyInstalledAudit(terminal.env)
    const ok = findings.length === 0
    if (values.json) terminal.out(`${JSON.stringify({ ok, documents, events, findings })}\n`)
    else if (ok) terminal.out(`The log is whole: ${events} events of ${documents} documents.\n`)
    for (const { documentId, sequence, problem } of values.json ? [] : findings) {
      terminal.err(`Document ${documentId}: event ${sequence} ${SENTENCES[problem]}.\n`)
    }
    return ok ? 0 : 1
  },
})
