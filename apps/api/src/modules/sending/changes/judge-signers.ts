/** Which signer may still be changed how (the table of what may be changed after sending). */
import { hasLeft, invalidFields, PortalError } from '@rubrica/domain'
import type { ChangeableDocument, ChangeableSigner } from './ports.ts'

const OPEN_STATES: readonly string[] = ['waiting', 'pending', 'signing']

export const bodyRefusal = (path: readonly (string | number)[], problem: string): PortalError =>
  invalidFields([{ root: 'body', path: path.map(String), code: 'INVALID', problem }])

export const isOver = (): PortalError =>
  new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was completed, rejected or ended before.')

const isBusy = (): PortalError =>
  new PortalError('SIGNER_BUSY', 'The person is signing at this moment. Try again shortly.')

export const signerHasActed = (): PortalError =>
  new PortalError('SIGNER_HAS_ACTED', 'The person has acted already and stays in the record as they are.')

/** @throws {PortalError} SIGNER_NOT_FOUND */
function findSigner({ signers }: ChangeableDocument, signerId: string): ChangeableSigner {
  const signer = signers.find(({ id }) => id === signerId.toLowerCase())
  if (!signer) throw new PortalError('SIGNER_NOT_FOUND', 'The document has no such signer.')
  return signer
}

/**
 * A signer who has not signed and is not doing so at this moment.
 * @throws {PortalError} SIGNER_NOT_FOUND, SIGNER_BUSY, SIGNER_HAS_ACTED
 */
export function findIdleSigner(document: ChangeableDocument, signerId: string): ChangeableSigner {
  const signer = findSigner(document, signerId)
  if (signer.state === 'signing') throw isBusy()
  if (!OPEN_STATES.includes(signer.state)) throw signerHasActed()
  return signer
}

/** @throws {PortalError} SIGNER_HAS_OPENED */
export function requireUnopened({ hasOpened, id }: ChangeableSigner): void {
  if (!hasOpened) return
  throw new PortalError('SIGNER_HAS_OPENED', 'The person has opened the document already.', { facts: { Signer: id } })
}

/** The first stage in which somebody has to sign yet, by which all before it and itself have begun. */
const stageOfNow = ({ signers }: ChangeableDocument): number =>
  Math.min(...signers.filter(({ state }) => OPEN_STATES.includes(state)).map(({ stage }) => stage))

/**
 * @param wanted the new stages, by the id of a signer
 * @throws {PortalError} STAGE_BEGUN
 */
export function judgeStages(document: ChangeableDocument, wanted: ReadonlyMap<string, number>): void {
  const now = stageOfNow(document)
  const moved = document.signers.filter(({ id, stage }) => (wanted.get(id) ?? stage) !== stage)
  if (moved.some(({ id, stage }) => stage <= now || wanted.get(id)! <= now)) {
    throw new PortalError('STAGE_BEGUN', 'Signers can be moved only between stages that have not begun.')
  }
}

/**
 * Nobody has signed or is about to: only then the fields of a file can be made anew.
 * @throws {PortalError} SOMEBODY_HAS_SIGNED, SIGNER_BUSY
 */
export function requireUnsigned(signers: readonly Pick<ChangeableSigner, 'state'>[]): void {
  const states = new Set(signers.map(({ state }) => state))
  if (states.has('signed')) {
    throw new PortalError('SOMEBODY_HAS_SIGNED', 'Somebody has signed: people and places stay as they are.')
  }
  if (states.has('signing')) throw isBusy()
}

const signsIt = ({ signers }: Pick<ChangeableDocument, 'signers'>, personId: string): boolean =>
  signers.some(({ userId, state }) => userId === personId && !hasLeft(state))

/** Whether a person signs the document, or approves it for this signer: nobody approves what they sign. */
export const hasPart = (
  document: Pick<ChangeableDocument, 'signers'>,
  { approvers }: ChangeableSigner,
  personId: string,
): boolean =>
  signsIt(document, personId) || approvers.some(({ userId, state }) => userId === personId && state !== 'cancelled')

/**
 * Whether a person may take the place of a signer.
 * @throws {PortalError} SIGNER_NOT_FOUND, SIGNER_BUSY, SIGNER_HAS_ACTED, DOCUMENT_NO_LONGER_AVAILABLE, VALIDATION_FAILED
 */
export function judgeReplacement(document: ChangeableDocument, signerId: string, personId: string): void {
  findSigner(document, signerId)
  if (!document.isOpen) throw isOver()
  findIdleSigner(document, signerId)
  if (signsIt(document, personId)) throw bodyRefusal([], 'names somebody who signs this document already')
}
