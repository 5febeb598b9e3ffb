import { ApiError } from '@rubrica/contract'
import { useEffect } from 'react'
import { queryClient } from '../../shared/api/query-client.ts'

/**
 * Has the pages read again when the server refuses a signature because it did not see all of them sent: what this
 * window believes was read does not count then, and pages kept in memory would never reach the server's notice.
 * @param readAgain stable
 */
export function useReadAgain(readAgain: () => void): void {
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const error: unknown = event.action.error
        if (error instanceof ApiError && error.code === 'READ_ALL_PENDING') readAgain()
      }),
    [readAgain],
  )
}
