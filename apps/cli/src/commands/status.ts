import type { Operator } from '../../../api/src/compose/operator.ts'
import { defineCommand } from '../command.ts'
import { readDocumentId } from '../operator/read-document-id.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica status ID [--json]

Tells how far a document is: its state, and that of each signer and approver. It
makes no difference who sent it.

  --json               print one JSON object

A document is open, completed, rejected, expired or cancelled. A signer is waiting
(for approvers, or for those before), pending, signing, signed, rejected or
cancelled; an approver pending, accepted, rejected or cancelled.

Once all have signed, the long-term form is waiting, done or failed, with the level
that the document has, and why not a higher one. Of its evidence the version is told,
and when its seal is to be renewed, or why it was not and when it is tried again.

Example
  rubrica status b90d679e-c33d-4ff0-b5f9-31157fba2d51

Exit code: 0 done, 1 there is no such document, 2 typed wrongly.
`

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'tell how far a document is',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const id = readDocumentId(positionals)
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    const document = await operator.documentStatus(id)
    const evidence = await operator.evidenceStanding(id)
    const facts = { ok: true, document, evidence: evidence ?? null }
    terminal.out(values.json ? `${JSON.stringify(facts)}\n` : describe(document, evidence))
    return 0
  },
})

type SentDocument = Awaited<ReturnType<Operator['documentStatus']>>

type Evidence = Awaited<ReturnType<Operator['evidenceStanding']>>

function describe(document: SentDocument, evidence: Evidence): string {
  const { fileName, pageCount, state, deadline, endedAt, uploadedAt } = document
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`
  const until = state === 'open' && deadline ? ` until ${deadline.toISOString()}` : ''
  const since = endedAt ? ` since ${endedAt.toISOString()}` : ''
  const { archive } = document
  const longTerm = archive.state === 'none' ? [] : [`  ${describeArchive(archive)}`]
  const proof = evidence ? [`  ${describeEvidence(evidence)}`] : []
  const people = document.signers.flatMap((signer) => [
    `  signer ${describePerson(signer)}`,
    ...signer.approvers.map((approver) => `    approver ${describePerson(approver)}`),
  ])
  return `${[`${fileName} (${pages}), sent ${uploadedAt.toISOString()}`, `${state}${until}${since}`, ...longTerm, ...proof, ...people].join('\n')}\n`
}

function describeArchive({ state, level, reason, cause }: SentDocument['archive']): string {
  const why = reason === null ? '' : `, ${reason}${cause === null ? '' : ` ${JSON.stringify(cause)}`}`
  return `long-term form ${state}: ${level}${why}`
}

function describeEvidence({ version, madeAt, renewAt, reason }: NonNullable<Evidence>): string {
  const made = `evidence: version ${version}, made ${madeAt.toISOString()}`
  if (renewAt === null) return made
  const when = renewAt.toISOString()
  return reason === null
    ? `${made}, its seal is renewed ${when}`
    : `${made}, its seal was not renewed because of ${reason}, tried again ${when}`
}

interface Person {
  readonly userId: string
  readonly state: string
  readonly operatedAt: Date | null
  readonly rejectionReason: string | null
}

function describePerson({ userId, state, operatedAt, rejectionReason }: Person): string {
  const when = operatedAt ? ` ${operatedAt.toISOString()}` : ''
  return `${userId}: ${state}${when}${rejectionReason ? ` (${rejectionReason})` : ''}`
}
