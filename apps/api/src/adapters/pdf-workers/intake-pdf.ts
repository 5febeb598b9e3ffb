import { CodedError } from '@rubrica/pki'
import { allocateFile, displayedPageSize, type PadesWorkers, type PdfFacts } from '@rubrica/pades'
import type { IntakeFacts, IntakePdf } from '../../modules/sending/intake/ports.ts'
import type { NewField } from '../../modules/sending/ports.ts'
import type { PageSize } from '../../modules/sending/uploads/ports.ts'
import { takeTurns } from '../take-turns.ts'
import { translatePdfErrors } from './translate-pdf-errors.ts'

const MAX_WAITING = 256

/**
 * PDF work at intake, in threads that a hostile file can only harm itself in.
 * @param atOnce how many threads it may take; what is left over is for signing
 */
export function openIntakePdf(workers: PadesWorkers, atOnce: number): IntakePdf {
  const turns = takeTurns({ atOnce, waiting: MAX_WAITING })
  const translated = <T>(work: () => Promise<T>) => turns.run(() => translatePdfErrors(work))
  return {
    share,
    inspect: (bytes) => translated(async () => toIntakeFacts(await workers.inspectPdf(bytes))),
    inspectWithFields: (bytes, fields) =>
      translated(async () => {
        const { facts, addFields } = await workers.inspectWithFields(bytes, fields.map(toPlacement))
        return { ...toIntakeFacts(facts), createFields: () => translatePdfErrors(async () => addFields()) }
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
