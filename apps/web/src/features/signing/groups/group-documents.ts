import type { PendingDocument } from '../../../shared/api/pending-documents.ts'

/** Documents that are signed with one certificate, and authorised together. */
export interface DocumentGroup {
  readonly key: string
  /** Alias of the certificate that they demand. */
  readonly alias: string | null
  /** The type of certificate that they demand. */
  readonly type: string | null
  readonly documents: readonly PendingDocument[]
}

/** Of documents that leave the choice to the person. */
const FREE = ''

/** What a document demands, the same text for the same demand. */
function demandOf({ SignerDTO }: PendingDocument): string {
  const { CentralizedCertificateInfo, DemandedCertificateType } = SignerDTO
  if (CentralizedCertificateInfo) return `certificate ${CentralizedCertificateInfo.Guid.toLowerCase()}`
  return DemandedCertificateType ? `type ${DemandedCertificateType.toLowerCase()}` : FREE
}

/**
 * Groups documents by the certificate, or the type of it, that they demand, in their order; those that demand none come
 * last, with one of the person's choice.
 * @param isMixed each certificate signs its own documents alone; else those that demand none go with the only demand
 * @returns one group where one certificate signs everything
 */
export function groupDocuments(documents: readonly PendingDocument[], isMixed: boolean): readonly DocumentGroup[] {
  const demands = [...new Set(documents.map(demandOf))].toSorted((a, b) => Number(a === FREE) - Number(b === FREE))
  const isOneDemand = demands.filter((demand) => demand !== FREE).length <= 1
  if (isOneDemand && !isMixed) return [{ key: FREE, alias: null, type: null, documents }]
  return demands.map((key) => {
    const own = documents.filter((document) => demandOf(document) === key)
    const { CentralizedCertificateInfo, DemandedCertificateType } = own[0]!.SignerDTO
    const alias = CentralizedCertificateInfo?.Alias ?? null
    return { key, alias, type: DemandedCertificateType ?? null, documents: own }
  })
}
