import type { Mapping } from '../../../modules/bulk-sends/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'

/** What the sealed values of a bulk send are bound to. */
export const bulkSendBinding = (id: string): string => `bulk-send:${id}`

/** What the columns are. */
export interface Plan {
  readonly columns: readonly string[]
  readonly mapping: Mapping | null
}

/** What a sheet says of people, as it is kept: under the server key. */
export interface SealedSheets {
  seal(id: string, value: Plan | readonly string[]): Promise<Buffer>
  openPlan(id: string, sealed: Buffer): Promise<Plan>
  openCells(id: string, sealed: Buffer): Promise<readonly string[]>
}

export function sealSheets(serverKeys: ServerKeys): SealedSheets {
  const open = async (id: string, sealed: Buffer): Promise<unknown> =>
    JSON.parse(Buffer.from(await serverKeys.unwrap(sealed, bulkSendBinding(id))).toString('utf8'))
  return {
    seal: async (id, value) =>
      Buffer.from(await serverKeys.wrap(Buffer.from(JSON.stringify(value)), bulkSendBinding(id))),
    openPlan: async (id, sealed) => (await open(id, sealed)) as Plan,
    openCells: async (id, sealed) => (await open(id, sealed)) as readonly string[],
  }
}
