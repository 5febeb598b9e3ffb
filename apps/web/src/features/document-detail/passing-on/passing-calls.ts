import { createClient } from '@rubrica/contract'
import { passingOnContract } from '@rubrica/contract/passing-on'
import { queryOptions } from '@tanstack/react-query'
import { clientSettings } from '../../../shared/api/api.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'

/** The calls of who names somebody else in their place. Only their part of the screen loads them. */
export const passingCalls = createClient(passingOnContract, clientSettings)

/** Somebody who could be asked instead. */
export interface Successor {
  readonly guid: string
  readonly name: string
}

/** What the sender was asked for, and has declined perhaps. */
export const passingRequestQuery = (signerGuid: string) =>
  queryOptions({
    queryKey: [...queryKeys.signatures(signerGuid), 'passing-on'],
    queryFn: ({ signal }) => passingCalls.passingRequest({ params: { signerGuid }, signal }),
  })
