import { useEffect } from 'react'
import { onRefusal } from '../../shared/api/refusals.ts'

/**
 * Has the pages read again when the server refuses a signature because it did not see all of them sent: what this
 * window believes was read does not count then, and pages kept in memory would never reach the server's notice.
 * @param readAgain stable
 */
export function useReadAgain(readAgain: () => void): void {
  useEffect(
    () =>
      onRefusal(({ code }) => {
        if (code === 'READ_ALL_PENDING') readAgain()
      }),
    [readAgain],
  )
}
