import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { ownLegalId } from '../../shared/api/certificates.ts'

/** Deletes a certificate and its key; the list is read again afterwards, whatever the answer was. */
export function useDeleteCertificate() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (guid: string) => api.deleteCertificate({ params: { legalid: ownLegalId(), guid } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.certificates }),
  })
}
