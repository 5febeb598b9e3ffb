import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../shared/api/query-client.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { factorApi } from '../../shared/factor/factor-api.ts'
import type { FactorCalls } from '../../shared/factor/factor-calls.ts'
import { writeSession } from '../../shared/session/session-store.ts'
import { shareSession } from '../../shared/session/tabs/shared-session.ts'

export type Factors = Awaited<ReturnType<FactorCalls['factors']>>
export type OwnPasskey = Factors['Passkeys'][number]
export type Device = Factors['Devices'][number]

export const factorsQuery = queryOptions({
  queryKey: queryKeys.factors,
  queryFn: ({ signal }) => factorApi.factors({ signal }),
})

/** Has what was changed shown. */
export const showChange = (): Promise<void> => queryClient.invalidateQueries({ queryKey: queryKeys.factors })

/** The session goes on with a token that says that a factor was just shown. */
export function keepToken({ access_token: token }: { access_token: string }): void {
  writeSession('token', token)
  shareSession()
}
