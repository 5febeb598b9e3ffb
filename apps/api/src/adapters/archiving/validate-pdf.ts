import { PdfError, type PadesWorkers, type SignatureReport, type ValidationReport } from '@rubrica/pades'
import { PortalError } from '@rubrica/domain'
import type { Findings, FoundSignature, PdfValidator } from '../../modules/validation/ports.ts'

export interface ValidatorNeeds {
  readonly workers: PadesWorkers
  /** DER. */
  readonly trustAnchors: readonly Uint8Array[]
  readonly timestampAnchors: readonly Uint8Array[]
  readonly now: () => Date
}

/** Findings that fit on a screen, and in memory, whatever a file says. */
const MOST_CHANGES = 200

/** Validation by the PAdES workers. A file that is too much for them is suspicious: nobody has seen that it is not. */
export function openPdfValidator({ workers, trustAnchors, timestampAnchors, now }: ValidatorNeeds): PdfValidator {
  return {
    validate: async (bytes, evidence) => {
      try {
        const report = await workers.validate(bytes, { trustAnchors, timestampAnchors }, { evidence, at: now() })
        return toFindings(report)
      } catch (error) {
        if (error instanceof PdfError) return unreadable(error, bytes)
        throw error
      }
    },
    countPages: async (bytes) => {
      try {
        return (await workers.inspectPdf(bytes)).pageCount
      } catch (error) {
        if (!(error instanceof PdfError)) throw error
        throw new PortalError('PAGE_NOT_RENDERABLE', 'This revision cannot be shown', { cause: error })
      }
    },
  }
}

const unreadable = ({ code }: PdfError, bytes: Uint8Array): Findings => ({
  integrity: 'suspicious',
  trust: 'unknown',
  warnings: [`NOT_VALIDATED_${code}`],
  signatures: [],
  revisionEnds: [bytes.length],
})

const toFindings = ({ integrity, trust, warnings, signatures, revisionEnds }: ValidationReport): Findings => ({
  integrity,
  trust,
  warnings,
  signatures: signatures.map(toSignature),
  revisionEnds,
})

const toSignature = (report: SignatureReport): FoundSignature => ({
  field: report.field,
  signer: report.signer,
  kind: report.kind === 'signature' ? 'signature' : 'timestamp',
  indication: report.indication,
  subIndication: report.subIndication,
  level: report.level,
  signedAt: report.signedAt?.toISOString() ?? null,
  provedAt: report.provedAt?.toISOString() ?? null,
  revision: report.coversRevision,
  changes: mostTelling(report).map(({ what, page, revision, justifiedBy }) => ({ what, page, revision, justifiedBy })),
})

/** Those without a rule first. */
const mostTelling = ({ changes }: SignatureReport) =>
  [...changes.filter((one) => one.justifiedBy === null), ...changes.filter((one) => one.justifiedBy !== null)].slice(
    0,
    MOST_CHANGES,
  )
