import type { Owner } from '../owner.ts'
import type { RequestEnd } from '../keyed-requests.ts'
import type { Upload } from '../sending/uploads/ports.ts'

/** What a draft is about, for its list. */
export interface DraftSummary {
  /** The name of its first file; empty without one. */
  readonly title: string
  readonly files: number
  /** Names of those who sign. */
  readonly people: readonly string[]
}

export interface DraftContent {
  readonly files: readonly {
    readonly name: string
    readonly file: string | null
    readonly attachments: readonly string[]
  }[]
  readonly attachments?: readonly { readonly file: string | null }[]
  readonly signers: readonly { readonly name: string }[]
}

/** A draft is nothing to anybody but its owner. */
export interface DraftName {
  readonly owner: Owner
  readonly id: string
}

export interface DraftStanding {
  readonly id: string
  /** Counts its changes, from 1. */
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date
}

export interface Draft<Content extends DraftContent = DraftContent> extends DraftStanding {
  readonly content: Content
  /** Those of its files that are still there. */
  readonly uploads: readonly Upload[]
}

/** What is written of a draft. */
export interface DraftWriting<Content extends DraftContent = DraftContent> {
  readonly content: Content
  readonly summary: DraftSummary
  readonly at: Date
  readonly expiresAt: Date
  /** Until when its uploads live that it has no longer. */
  readonly releasedUntil: Date
}

/** Asked of the current version within the transaction. @throws {PortalError} PRECONDITION_FAILED */
export type RequireVersion = (version: number) => void

export interface DraftStore {
  /** @returns false when the owner has `most` drafts already. @throws {PortalError} IDEMPOTENCY_KEY_IN_USE */
  insert(
    name: DraftName,
    writing: DraftWriting,
    facts: { readonly most: number; readonly end: RequestEnd | undefined },
  ): Promise<boolean>
  /** Undefined for one whose time is over, too. */
  find(name: DraftName, at: Date): Promise<Draft | undefined>
  /** The last changed first. */
  list(owner: Owner, at: Date): Promise<readonly (DraftStanding & DraftSummary)[]>
  /** @returns false when there is none */
  change(name: DraftName, writing: DraftWriting, require: RequireVersion): Promise<boolean>
  /** @returns false when there is none */
  delete(
    name: DraftName,
    times: { readonly at: Date; readonly releasedUntil: Date },
    require: RequireVersion,
  ): Promise<boolean>
}
