export interface Entry {
  readonly path: string
  readonly type: 'folder' | 'file' | 'link'
  readonly mode: number
  readonly owner?: number
  readonly from?: string
  readonly content?: string | Buffer
  readonly target?: string
}

export declare function folder(path: string, wish?: { mode?: number; owner?: number }): Entry
export declare function file(path: string, content: string | Buffer, wish?: { mode?: number }): Entry
export declare function entriesBelow(
  from: string,
  prefix: string,
  keep?: (path: string, isFolder: boolean) => boolean,
): Entry[]
export declare function writeEntries(place: string, entries: readonly Entry[]): void
