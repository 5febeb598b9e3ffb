import { ApiError } from '@rubrica/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryKeys } from './query-keys.ts'
import { sessionIdentity } from '../session/session-store.ts'

/** Whose certificates the calls of this screen are about. */
export function ownLegalId(): string {
  return sessionIdentity()?.legalid ?? ''
}

async function fetchCertificates(signal: AbortSignal) {
  try {
    return await api.certificates({ params: { legalid: ownLegalId() }, signal })
  } catch (error) {
    // Spec §8: 404 says that there is none.
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

export const certificatesQuery = queryOptions({
  queryKey: queryKeys.certificates,
  queryFn: ({ signal }) => fetchCertificates(signal),
})

export type Certificate = Awaited<ReturnType<typeof fetchCertificates>>[number]

/** What a call says of a certificate whose name the person had to confirm before it was made. */
export const confirmedHolder = ({ Holder }: Pick<Certificate, 'Holder'>): { ConfirmedHolder?: string } =>
  Holder.Verdict === 'unknown' ? { ConfirmedHolder: Holder.Name } : {}

export const certificateTypesQuery = queryOptions({
  queryKey: queryKeys.certificateTypes,
  queryFn: ({ signal }) => api.certificateTypes({ signal }),
})
