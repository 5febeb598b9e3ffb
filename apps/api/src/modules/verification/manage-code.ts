import { randomBytes } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { CODE_BYTES } from '@rubrica/domain/verification-code'
import type { Watcher } from '../sending/ports.ts'
import { canBeAsked } from './ask-holder.ts'
import type { CodeChange, HolderAnswers, ManagedCode, ManagedCodes } from './ports.ts'

interface ManageCodes {
  readonly managed: ManagedCodes
  readonly holders: Pick<HolderAnswers, 'legalIds'>
  readonly now: () => Date
}

export interface ShownCode extends ManagedCode {
  /** A signer of the document has a legal id whose end could be asked for. */
  readonly canAskHolder: boolean
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function showCode(needs: ManageCodes, watcher: Watcher, documentId: string): Promise<ShownCode> {
  const code = await needs.managed.show(watcher, documentId, () => randomBytes(CODE_BYTES))
  if (!code) throw noDocument()
  return { ...code, canAskHolder: canBeAsked(await needs.holders.legalIds(documentId)) }
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function changeCode(
  needs: ManageCodes,
  watcher: Watcher,
  { documentId, ...change }: CodeChange & { readonly documentId: string },
): Promise<ShownCode> {
  await showCode(needs, watcher, documentId)
  if (!(await needs.managed.change(watcher, documentId, { ...change, at: needs.now() }))) throw noDocument()
  return showCode(needs, watcher, documentId)
}

const noDocument = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document among those that you sent.')
