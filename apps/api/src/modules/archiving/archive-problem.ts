import type { ArchiveCause } from './ports.ts'

/** Why a document stays at its level. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem'
  readonly code: string
  readonly facts: ArchiveCause
  /** Trying again would change nothing. */
  readonly isFinal: boolean

  constructor(code: string, { facts = {}, isFinal = false }: { facts?: ArchiveCause; isFinal?: boolean } = {}) {
    super(code)
    this.code = code
    this.facts = facts
    this.isFinal = isFinal
  }
}
