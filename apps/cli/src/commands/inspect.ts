import { createPadesWorkers, type PdfFacts, type RevisionFacts } from '@rubrica/pades'
import { defineCommand, UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import { readSharedFile } from '../read-shared-file.ts'

const HELP = `Usage: rubrica inspect FILE.pdf [--json]

Tells what a PDF document is made of: its revisions, its signature fields and the
data that it carries for checking signatures later. Nothing is judged; that is what
"rubrica verify" does.

  --json               print one JSON object

Example
  rubrica inspect contract.pdf

Exit code: 0 done, 1 the file cannot be read, 2 typed wrongly.
`

const THREAD_LIMITS = { threads: 1, memoryMb: 512, timeoutMs: 9000 }

export const inspectCommand = defineCommand({
  name: 'inspect',
  summary: 'tell what a PDF document is made of',
  help: HELP,
  options: { json: { type: 'boolean' } },
  async run({ values, positionals, terminal }) {
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new UsageError('Name one PDF file to look at.')
    const bytes = await readSharedFile(file)
    await using workers = createPadesWorkers(THREAD_LIMITS)
    const facts = await workers.inspectPdf(bytes)
    const history = await workers.inspectRevisions(bytes)
    terminal.out(values.json ? `${JSON.stringify(toJson(facts, history))}\n` : describe(file, facts, history))
    return 0
  },
})

function toJson(facts: PdfFacts, { revisionEnds, signatures, securityStore }: RevisionFacts) {
  const { version, pageCount, encrypted, xref, linearized, recovered, certification, signatureFields } = facts
  return {
    ok: true,
    ...{ version, pageCount, encrypted, xref, linearized, recovered, certification },
    revisions: revisionEnds.map((end, index) => ({ number: index + 1, end })),
    fields: signatureFields.map(({ name, signed, page }) => {
      const signature = signatures.find(({ field }) => field === name)
      const { subFilter = null, coversRevision = null } = signature ?? {}
      return { name, page, signed, subFilter, coversRevision }
    }),
    securityStore,
  }
}

function describe(file: string, facts: PdfFacts, history: RevisionFacts): string {
  const { version, pageCount, certification, encrypted, recovered } = facts
  const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`
  const { revisions, fields, securityStore } = toJson(facts, history)
  const lines = [
    `${file}: PDF ${version}, ${pages}${encrypted ? ', encrypted' : ''}`,
    ...(recovered ? ['  damaged: what says where its objects are cannot be used, they were searched for'] : []),
    ...revisions.map(({ number, end }) => `  revision ${number} ends after ${end} bytes`),
    ...(certification === null ? [] : [`  certified: ${CERTIFICATIONS[certification]}`]),
    ...fields.map(describeField),
    ...(securityStore === null ? [] : [describeStore(securityStore)]),
  ]
  return `${lines.join('\n')}\n`
}

const CERTIFICATIONS = {
  1: 'no changes are allowed',
  2: 'forms may be filled in and signed',
  3: 'forms may be filled in and signed, and comments added',
} as const

function describeField({ name, page, signed, subFilter, coversRevision }: ReturnType<typeof toJson>['fields'][number]) {
  const where = page === null ? '' : ` on page ${page}`
  const covers = coversRevision === null ? 'covers no revision' : `covers revision ${coversRevision}`
  return `  signature field "${printable(name)}"${where}: ${signed ? `${printable(subFilter ?? 'of unknown kind')}, ${covers}` : 'not signed'}`
}

const describeStore = ({ certificates, ocsps, crls, vri }: NonNullable<RevisionFacts['securityStore']>): string =>
  `  security store: certificates ${certificates}, OCSP answers ${ocsps}, revocation lists ${crls}, signatures ${vri}`
