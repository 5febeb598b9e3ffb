import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { accountCalls, accountQuery, type AccountState, type LinkableManifest } from './account-calls.ts'
import { useAccountErrorText } from './use-account-error-text.ts'

/** The person's account at a provider: what is known of it, and what takes its authorisation back. */
export function useAccount(manifest: LinkableManifest) {
  const queries = useQueryClient()
  const query = useQuery(accountQuery(manifest))
  const calls = accountCalls(manifest)
  const reportFailure = useReportFailure(useAccountErrorText(manifest.label))
  const { queryKey } = accountQuery(manifest)

  /** Waits for the list, so that nothing is shown that does not hold any more. */
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.certificates }),
      queries.invalidateQueries({ queryKey }),
    ])
  const know = async (isAuthorised: boolean) => {
    queries.setQueryData<AccountState>(queryKey, (known) => ({ logsInThere: known?.logsInThere, isAuthorised }))
    await reload()
  }
  return {
    query,
    calls,
    /** Reports to the screen that the account has been authorised. */
    setAuthorised: () => know(true),
    removal: useMutation({
      mutationFn: () => calls.remove(),
      onSuccess: () => know(false),
      onError: (error) => reportFailure(error),
    }),
    synchronisation: useMutation({
      mutationFn: () => calls.synchronise(),
      onError: (error) => reportFailure(error),
      onSettled: reload,
    }),
  }
}

export type OwnAccount = ReturnType<typeof useAccount>
