import type { Readable } from 'node:stream'

export interface ArchivedFile {
  /** Safe and unique; `/` between folders. */
  readonly path: string
  readonly modifiedAt: Date
  readonly read: () => Promise<Uint8Array>
}

/** @returns what breaks off, instead of ending, when a file cannot be read */
export type ZipFiles = (files: readonly ArchivedFile[]) => Readable
