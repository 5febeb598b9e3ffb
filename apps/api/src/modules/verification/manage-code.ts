import { randomBytes } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { CODE_BYTES } from '@rubrica/domain/verification-code'
import type { Watcher } from '../sending/ports.ts'
import type { CodeChange, ManagedCode, ManagedCodes } from './ports.ts'

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
