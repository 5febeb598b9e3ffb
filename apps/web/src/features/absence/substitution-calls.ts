import { createClient, type ClientOf } from '@rubrica/contract'
import { substitutionContract } from '@rubrica/contract/substitutions'
import { queryOptions } from '@tanstack/react-query'
import { clientSettings } from '../../shared/api/api.ts'

/** The calls about who stands in for whom. Only their screen loads them. */
export const substitutionCalls = createClient(substitutionContract, clientSettings)

type Calls = ClientOf<typeof substitutionContract>
export type Substitution = Awaited<ReturnType<Calls['substitutions']>>[number]
export type SubstitutionKind = Substitution['Kind']

/** What changes while the dialog is closed is asked for anew. */
export const possibleMandatesQuery = queryOptions({
  queryKey: ['substitutions', 'mandates'],
  queryFn: ({ signal }) => substitutionCalls.possibleMandates({ signal }),
})

export const substitutionsQuery = queryOptions({
  queryKey: ['substitutions'],
  queryFn: ({ signal }) => substitutionCalls.substitutions({ signal }),
})
