import { CodedError } from '@rubrica/pki'
import { allocateFile, displayedPageSize, type PadesWorkers, type PdfFacts } from '@rubrica/pades'
import { PortalError, type ErrorCode } from '@rubrica/domain'
import type { IntakeFacts, IntakePdf } from '../../modules/sending/intake/ports.ts'
import type { NewField } from '../../modules/sending/ports.ts'
import type { PageSize } from '../../modules/sending/uploads/ports.ts'
import { takeTurns } from '../take-turns.ts'

const MAX_WAITING = 256

/** Refusals that are reported to the sender by a code of their own; all others are PDF_REFUSED with a reason. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  PDF_ENCRYPTED: 'PDF_ENCRYPTED',
  PDF_PASSWORD_NEEDED: 'PDF_PASSWORD_NEEDED',
  PDF_TOO_COMPLEX: 'PDF_TOO_COMPLEX',
  BOX_INVALID: 'POSITION_INVALID',
  PAGE_OUT_OF_RANGE: 'POSITION_INVALID',
}

const REASONS: Readonly<Record<string, string>> = {
  PERMISSIONS: 'The owner of this encrypted file allows no changes to it.',
  SIGNED: 'The file is encrypted and signed; decrypting it would break its signatures.',
  NOT_A_PDF: 'This is not a PDF file.',
  PAGE_COUNT: 'The file counts its pages wrongly, so that not every program shows all of them.',
  PDF_DAMAGED: 'The PDF file is damaged.',
  PDF_TOO_MANY_PAGES: 'The document has too many pages.',
  BUTTON_IN_SIGNED_FILE:
    'The file is signed already; with several positions for one signer its signatures would break.',
  CHANGES_FORBIDDEN: 'The author certified this document and allows no further signatures, or none that can be seen.',
}

const SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  PDF_ENCRYPTED: 'The file is encrypted.',
  PDF_PASSWORD_NEEDED: 'The file opens only with its password.',
  PDF_TOO_COMPLEX: 'The file takes more time or memory than a document may.',
  POSITION_INVALID: 'A signature does not fit where it was placed.',
}

/**
 * PDF work at intake, in threads that a hostile file can only harm itself in.
 * @param atOnce how many threads it may take; what is left over is for signing
 */
export function openIntakePdf(workers: PadesWorkers, atOnce: number): IntakePdf {
  const turns = takeTurns({ atOnce, waiting: MAX_WAITING })
  const translated = <T>(work: () => Promise<T>) => turns.run(() => translate(work))
  return {
    share,
    inspect: (bytes) => translated(async () => toIntakeFacts(await workers.inspectPdf(bytes))),
    inspectWithFields: (bytes, fields) =>
      translated(async () => {
        const { facts, addFields } = await workers.inspectWithFields(bytes, fields.map(toPlacement))
        return { ...toIntakeFacts(facts), createFields: () => translate(async () => addFields()) }
      }),
    decrypt: (bytes, password) => translated(() => workers.decryptPdf(bytes, password)),
    createFields: (base, fields) => translated(() => workers.addSignatureFields(base, fields.map(toPlacement))),
  }
}

const toPlacement = ({ name, kind, page, box }: NewField) => ({ name, kind, page, ...(box && { box }) })

const toIntakeFacts = (facts: PdfFacts): IntakeFacts => ({
  pageCount: facts.pageCount,
  isEncrypted: facts.encrypted,
  isCertified: facts.certification !== null,
  isSigned: facts.signatureFields.some(({ signed }) => signed),
  sizeOf: (page) => sizeOf(facts, page),
})

function share(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  const shared = allocateFile(bytes.length)
  shared.set(bytes)
  return shared
}

function sizeOf(facts: PdfFacts, page: number): PageSize | null {
  try {
    const geometry = facts.pages(page - 1)
    return { ...displayedPageSize(geometry), rotation: geometry.rotate }
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

async function translate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const code = CODES[error.code] ?? 'PDF_REFUSED'
    const reason = typeof error.facts['reason'] === 'string' ? error.facts['reason'] : error.code
    throw new PortalError(code, REASONS[reason] ?? SENTENCES[code] ?? 'This file cannot be taken in.', {
      cause: error,
      facts: { Reason: reason, Facts: error.facts },
    })
  }
}
