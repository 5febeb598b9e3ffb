import { useQuery } from '@tanstack/react-query'
import { certificatesQuery, type Certificate } from '../../shared/api/certificates.ts'
import { cachedPendingDocuments } from '../../shared/api/pending-documents.ts'
import type { DemandedCertificate } from '../../shared/selection/selection-store.ts'

interface Question {
  /** The GUID that the list is filtered by now. */
  readonly wanted: string | undefined
  /** The certificate that the selection demands. */
  readonly locked: DemandedCertificate | null
}

/** Those that a sender could ask for: not the ones that were made for one signature. */
const signing = (own: readonly Certificate[]) => own.filter(({ CertType }) => CertType !== 'swisscom')

/**
 * The certificates that the list can be filtered by: those that documents of the loaded pages demand, and the person's
 * own. None as long as no document demands one and the list is not filtered by one.
 */
export function useCertificateChoices({ wanted, locked }: Question): readonly DemandedCertificate[] {
  const demanded = cachedPendingDocuments().flatMap(({ SignerDTO }) => SignerDTO.CentralizedCertificateInfo ?? [])
  const isOffered = demanded.length > 0 || wanted !== undefined
  const { data: own } = useQuery({ ...certificatesQuery, enabled: isOffered })
  if (!isOffered) return []
  const known = [
    // Nobody has seen a document that demands it: its name is not known.
    ...(wanted === undefined ? [] : [{ Guid: wanted, Alias: wanted.slice(0, 8) }]),
    ...signing(own ?? []).map(({ GUID, certalias }) => ({ Guid: GUID, Alias: certalias })),
    ...demanded,
    ...(locked ? [locked] : []),
  ]
  const choices = new Map(known.map((certificate) => [certificate.Guid.toLowerCase(), certificate]))
  return [...choices].map(([Guid, { Alias }]) => ({ Guid, Alias })).toSorted((a, b) => a.Alias.localeCompare(b.Alias))
}
