import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { useTellFailure } from '../../shared/failures/use-tell-failure.ts'
import { ownLegalId } from '../../shared/api/certificates.ts'

/** Deletes a certificate and its key; the list is read again afterwards, whatever the answer was. */
export function useDeleteCertificate() {
  const queries = useQueryClient()
  const tellFailure = useTellFailure()
  return useMutation({
    mutationFn: (guid: string) => api.deleteCertificate({ params: { legalid: ownLegalId(), guid } }),
    onError: (error) => tellFailure(error),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.certificates }),
  })
}
