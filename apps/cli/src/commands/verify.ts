import { createPadesWorkers, writeEtsiReport } from '@rubrica/pades'
import { defineCommand, UsageError } from '../command.ts'
import { readSharedFile } from '../read-shared-file.ts'
import { askOnline } from '../verify/ask-online.ts'
import { describeReport, toJson } from '../verify/describe-report.ts'
import { readAnchors } from '../verify/read-anchors.ts'
import { writeAtomically } from '../write-atomically.ts'

const HELP = `Usage: rubrica verify FILE.pdf [OPTIONS]

Checks the signatures of a PDF document: whether the document is what was signed,
what was changed afterwards, who signed and when, and what each signature is worth
(ETSI EN 319 102-1). Without --online nothing is fetched from the network.

  --trust DIR|FILE     certificates that you trust: .pem, .crt, .cer, .der or .p7b files
                       (may be repeated). Without it nobody is trusted, and the document
                       is checked all the same
  --online             ask the authorities whether certificates were revoked
  --allow-private ORIGIN  http://host:port of a private network that certificates may
                       send us to (may be repeated)
  --at DATE            answer as of this moment (2026-01-31 or 2026-01-31T12:00:00Z); default now
  --etsi-report FILE   write the report as ETSI TS 119 102-2 has it (XML), besides
  --json               print one JSON object

Examples
  rubrica verify contract.pdf
  rubrica verify contract.pdf --trust /etc/trusted-roots/ --json
  rubrica verify archive.pdf --trust root.pem --at 2031-06-01

Exit code: 0 every signature is valid and the document intact, 1 not so, 2 typed wrongly.
`

const THREAD_LIMITS = { threads: 1, memoryMb: 512, timeoutMs: 9000 }

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'check the signatures of a PDF document',
  help: HELP,
  options: {
    trust: { type: 'string', multiple: true },
    at: { type: 'string' },
    online: { type: 'boolean' },
    'etsi-report': { type: 'string' },
    'allow-private': { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new UsageError('Name one PDF file to check.')
    const at = values.at === undefined ? new Date() : readMoment(values.at)
    const trustAnchors = (await Promise.all((values.trust ?? []).map(readAnchors))).flat()
    const bytes = await readSharedFile(file)
    await using workers = createPadesWorkers(THREAD_LIMITS)
    const warn = (sentence: string): void => terminal.err(`${sentence}\n`)
    const online = { workers, anchors: trustAnchors, at, allowPrivate: values['allow-private'] ?? [], warn }
    const evidence = values.online ? await askOnline(bytes, online) : undefined
    const report = await workers.validate(bytes, { trustAnchors }, { at, ...(evidence && { evidence }) })
    await keepReport(values['etsi-report'], () => writeEtsiReport(report, { at, isWhole: true }))
    terminal.out(values.json ? `${JSON.stringify(toJson(report))}\n` : describeReport(file, report))
    const { signatures } = report
    const allPass = signatures.length > 0 && signatures.every(({ indication }) => indication === 'TOTAL-PASSED')
    return allPass && report.integrity === 'intact' ? 0 : 1
  },
})

async function keepReport(path: string | undefined, write: () => string): Promise<void> {
  if (path !== undefined) await writeAtomically(path, [Buffer.from(write())])
}

const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** Without a zone the moment is in UTC. */
function readMoment(text: string): Date {
  const zoned = /T[^Z+-]*$/.test(text) ? `${text}Z` : text
  const moment = new Date(zoned)
  if (!MOMENT.test(text) || Number.isNaN(moment.getTime()) || !isOfCalendar(text.slice(0, 10))) {
    throw new UsageError('--at is a date or a moment: 2026-01-31 or 2026-01-31T12:00:00Z.')
  }
  return moment
}

/** A Date takes 30 February for 2 March. */
const isOfCalendar = (day: string): boolean => new Date(`${day}T00:00Z`).toISOString().startsWith(day)
