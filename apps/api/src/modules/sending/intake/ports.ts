import type { NewField } from '../ports.ts'
import type { PageSize } from '../uploads/ports.ts'

/** What intake must know of a file. */
export interface IntakeFacts {
  readonly pageCount: number
  readonly isEncrypted: boolean
  readonly isSigned: boolean
  /** A certification lets signatures be added, and says what else may be changed. */
  readonly isCertified: boolean
  /** Of a page, from 1; null for one that cannot be read. */
  readonly sizeOf: (page: number) => PageSize | null
}

export interface FactsWithFields extends IntakeFacts {
  /** What `IntakePdf.createFields` gives, or throws. */
  readonly createFields: () => Promise<Uint8Array>
}

/** PDF work at intake, away from the main thread. Every method throws PortalError PDF_… for a file it refuses. */
export interface IntakePdf {
  /** The same bytes where all work on them sees them: given to several calls, they are copied this once. */
  share(bytes: Uint8Array): Uint8Array
  inspect(bytes: Uint8Array): Promise<IntakeFacts>
  /** Looks at a file and makes fields in it at once, where these are known beforehand. */
  inspectWithFields(bytes: Uint8Array, fields: readonly NewField[]): Promise<FactsWithFields>
  decrypt(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array>
  /** @returns the incremental update that adds the empty fields. @throws {PortalError} POSITION_INVALID */
  createFields(base: Uint8Array, fields: readonly NewField[]): Promise<Uint8Array>
}
