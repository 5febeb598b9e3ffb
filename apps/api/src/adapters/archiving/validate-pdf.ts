import { CodedError } from '@rubrica/pki'
import { type PadesWorkers, type SignatureReport, type ValidationReport } from '@rubrica/pades'
import { PortalError } from '@rubrica/domain'
import { NOT_VALIDATED, type Findings, type FoundSignature, type PdfValidator } from '../../modules/validation/ports.ts'
import { takeTurns } from '../take-turns.ts'

export interface ValidatorNeeds {
  readonly workers: Pick<PadesWorkers, 'validate' | 'inspectPdf'>
  /** How many threads it may take. */
  readonly atOnce: number
  /** DER. */
  readonly trustAnchors: readonly Uint8Array[]
  readonly timestampAnchors: readonly Uint8Array[]
  readonly now: () => Date
}

/** Findings that fit on a screen, and in memory, whatever a file says. */
const MOST_CHANGES = 200
const MOST_CHANGES_OF_FILE = 5000
const LONGEST_NAME = 300
const MAX_WAITING = 256
/** Counts of pages that are remembered. */
const MOST_COUNTS = 1000

/** Validation by the PAdES workers. A file that is too much for them is suspicious: nobody has seen that it is not. */
export function openPdfValidator(needs: ValidatorNeeds): PdfValidator {
  const { workers, trustAnchors, timestampAnchors, now } = needs
  const turns = takeTurns({ atOnce: needs.atOnce, waiting: MAX_WAITING })
  const counts = new Map<string, number>()
  return {
    validate: async (bytes, evidence) => {
      try {
        const settings = { evidence, at: now() }
        const report = await turns.run(() => workers.validate(bytes, { trustAnchors, timestampAnchors }, settings))
        return toFindings(report)
      } catch (error) {
        if (error instanceof CodedError) return unreadable(error, bytes)
        throw error
      }
    },
    countPages: async ({ key, load }) => {
      const count = counts.get(key) ?? (await turns.run(async () => countPages(workers, await load())))
      counts.set(key, count)
      const [oldest] = counts.keys()
      if (counts.size > MOST_COUNTS && oldest !== undefined) counts.delete(oldest)
      return count
    },
  }
}

async function countPages(workers: ValidatorNeeds['workers'], bytes: Uint8Array): Promise<number> {
  try {
    return (await workers.inspectPdf(bytes)).pageCount
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    throw new PortalError('PAGE_NOT_RENDERABLE', 'This revision cannot be shown', { cause: error })
  }
}

const unreadable = ({ code }: CodedError, bytes: Uint8Array): Findings => ({
  integrity: 'suspicious',
  trust: 'unknown',
  warnings: [`${NOT_VALIDATED}${code}`],
  signatures: [],
  revisionEnds: [bytes.length],
})

/** What of a report fits on a screen. */
export const toFindings = ({ integrity, trust, warnings, signatures, revisionEnds }: ValidationReport): Findings => ({
  integrity,
  trust,
  warnings,
  signatures: signatures.map((one) => toSignature(one, mostChangesOf(signatures.length))),
  revisionEnds,
})

const mostChangesOf = (signatures: number) =>
  Math.max(1, Math.min(MOST_CHANGES, Math.floor(MOST_CHANGES_OF_FILE / signatures)))

const toSignature = (report: SignatureReport, mostChanges: number): FoundSignature => ({
  field: report.field.slice(0, LONGEST_NAME),
  signer: report.signer?.slice(0, LONGEST_NAME) ?? null,
  kind: report.kind === 'signature' ? 'signature' : 'timestamp',
  indication: report.indication,
  subIndication: report.subIndication,
  level: report.level,
  signedAt: report.signedAt?.toISOString() ?? null,
  provedAt: report.provedAt?.toISOString() ?? null,
  revision: report.coversRevision,
  changes: mostSevere(report, mostChanges).map(({ what, page, revision, justifiedBy }) => ({
    what,
    page,
    revision,
    justifiedBy,
  })),
})

/** Those without a rule first. */
const mostSevere = ({ changes }: SignatureReport, most: number) =>
  [...changes.filter((one) => one.justifiedBy === null), ...changes.filter((one) => one.justifiedBy !== null)].slice(
    0,
    most,
  )
