import { randomBytes } from 'node:crypto'
import { CODE_BYTES, PortalError, type VerificationLevel } from '@rubrica/domain'
import type { Watcher } from '../sending/ports.ts'

export interface ManagedCode {
  /** Also of one that is withdrawn. */
  readonly code: string
  readonly level: VerificationLevel
  readonly withdrawn: boolean
}

export interface CodeChange {
  readonly level?: VerificationLevel | undefined
  readonly withdrawn?: boolean | undefined
}

/** Codes as senders see them. */
export interface ManagedCodes {
  /** The one that the document has, or the one that is made. Undefined for a document that they may not see. */
  show(watcher: Watcher, documentId: string, make: () => Uint8Array): Promise<ManagedCode | undefined>
  /** With one event of the document's log. @returns whether they may change it */
  change(watcher: Watcher, documentId: string, change: CodeChange & { readonly at: Date }): Promise<boolean>
}

interface ManageCodes {
  readonly managed: ManagedCodes
  readonly now: () => Date
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function showCode({ managed }: ManageCodes, watcher: Watcher, documentId: string): Promise<ManagedCode> {
  const code = await managed.show(watcher, documentId, () => randomBytes(CODE_BYTES))
  if (!code) throw noDocument()
  return code
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function changeCode(
  needs: ManageCodes,
  watcher: Watcher,
  { documentId, ...change }: CodeChange & { readonly documentId: string },
): Promise<ManagedCode> {
  await showCode(needs, watcher, documentId)
  if (!(await needs.managed.change(watcher, documentId, { ...change, at: needs.now() }))) throw noDocument()
  return showCode(needs, watcher, documentId)
}

const noDocument = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document among those that you sent.')
