import type { PendingDocument } from '../api/pending-documents.ts'
import { isSelectable, type Selection } from './selection-store.ts'

export interface Group {
  readonly taken: readonly PendingDocument[]
  /** What is signed separately, because a certificate is demanded for some of the documents. */
  readonly leftOut: readonly PendingDocument[]
}

const demandedBy = ({ SignerDTO }: PendingDocument) => SignerDTO.CentralizedCertificateInfo?.Guid ?? null

/** Splits rows by whether they belong to what is taken. */
function split(rows: readonly PendingDocument[], isTaken: (row: PendingDocument) => boolean): Group {
  return { taken: rows.filter(isTaken), leftOut: rows.filter((row) => !isTaken(row)) }
}

/**
 * The documents that are selected together. A selected certificate hides every document without it from the list (spec
 * §2), so documents of different demands are not mixed unless the person has asked for that: the larger group is taken.
 * Once a certificate is selected, that is what it can sign.
 * @param rows what is to be selected; those that must be read completely are in neither part
 */
export function largestGroup(
  rows: readonly PendingDocument[],
  { guids, certificate, isMixed }: Pick<Selection, 'guids' | 'certificate' | 'isMixed'>,
): Group {
  const selectable = rows.filter(isSelectable)
  if (isMixed) return { taken: selectable, leftOut: [] }
  if (certificate) {
    return split(selectable, (row) => [null, certificate.Guid].includes(demandedBy(row)))
  }
  const here = new Set(selectable.map(({ SignerDTO }) => SignerDTO.SignerGUID))
  const elsewhere = guids.filter((guid) => !here.has(guid)).length
  const sizeOf = (demand: string | null) =>
    selectable.filter((row) => demandedBy(row) === demand).length + (demand === null ? elsewhere : 0)
  const demands = [...new Set(selectable.map(demandedBy))]
  const [largest] = demands.toSorted((one, other) => sizeOf(other) - sizeOf(one))
  return split(selectable, (row) => demandedBy(row) === largest)
}
