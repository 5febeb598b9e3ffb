import { PortalError } from '@rubrica/domain'
import { writeEtsiReport, type PadesWorkers } from '@rubrica/pades'
import type { RenderPool } from '@rubrica/rendering'
import type { FileVerifier } from '../../modules/verification/ports.ts'
import { toFindings } from '../archiving/validate-pdf.ts'
import { openPageImages } from '../page-images/pooled-page-images.ts'
import { translatePdfErrors } from '../pdf-workers/translate-pdf-errors.ts'
import { takeTurns } from '../take-turns.ts'

interface VerifierNeeds {
  /** Of its own, so that no signer waits behind a stranger. */
  readonly workers: Pick<PadesWorkers, 'validate' | 'inspectRevisions'>
  readonly pages: RenderPool
  /** DER. */
  readonly trustAnchors: readonly Uint8Array[]
  readonly timestampAnchors: readonly Uint8Array[]
  readonly now: () => Date
  /** Settles once nobody signs, or it was waited for long enough. */
  readonly lull: () => Promise<void>
}

/** Files that wait; of 20 MB at most, they are in memory. */
const MAX_WAITING = 4
/** The warning of a file that opens only with a password. */
const LOCKED = 'ENCRYPTED'

/** Validates files of strangers one after the other, with what they bring along, while nobody signs. */
export function openFileVerifier({ workers, pages, now, lull, ...policy }: VerifierNeeds): FileVerifier {
  const turns = takeTurns({ atOnce: 1, waiting: MAX_WAITING })
  const images = openPageImages(pages)
  const inTurn = <T>(work: () => Promise<T>) =>
    turns.run(async () => {
      await lull()
      return translatePdfErrors(work)
    })
  const validate = async (file: Uint8Array, at: Date) => {
    const report = await workers.validate(file, policy, { at })
    if (!report.warnings.includes(LOCKED)) return report
    throw new PortalError('PDF_PASSWORD_NEEDED', 'The file opens only with its password.')
  }
  let drawn = 0
  return {
    verify: (file) => inTurn(async () => toFindings(await validate(file, now()))),
    report: (file) =>
      inTurn(async () => {
        const at = now()
        return writeEtsiReport(await validate(file, at), { at })
      }),
    revisionEnds: (file) => inTurn(async () => (await workers.inspectRevisions(file)).revisionEnds),
    draw: (file, page, width) => {
      drawn += 1
      return images.render({ key: `verified-${drawn}`, load: () => Promise.resolve(file), page, width })
    },
  }
}
