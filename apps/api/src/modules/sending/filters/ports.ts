import type { Owner } from '../../owner.ts'

export interface SavedFilter {
  readonly id: string
  readonly name: string
  /** As the list's call takes them. */
  readonly filters: Readonly<Record<string, unknown>>
}

export interface FilterStore {
  /** In the order of their names. */
  list(owner: Owner): Promise<SavedFilter[]>
  /** Makes or changes it. @returns `unknown` for an id of somebody else's, `full` when `most` are there already */
  save(owner: Owner, filter: SavedFilter, limits: { most: number; at: Date }): Promise<'saved' | 'unknown' | 'full'>
  /** @returns false when there is none */
  delete(owner: Owner, id: string): Promise<boolean>
}
