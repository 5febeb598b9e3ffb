import { contract, isForPrograms, type Contract, type Endpoint } from '@rubrica/contract'

type IsForPrograms<E> = E extends { path: `/v1/${string}` } ? true : false

/** The calls below `/v1`. */
export type ProgramCalls = {
  [N in keyof Contract as IsForPrograms<Contract[N]> extends true ? N : never]: Contract[N]
}

export const programCalls = Object.fromEntries(
  Object.entries(contract as Readonly<Record<string, Endpoint>>).filter(([, entry]) => isForPrograms(entry)),
) as unknown as ProgramCalls
