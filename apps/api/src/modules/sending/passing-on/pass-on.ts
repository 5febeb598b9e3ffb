/** What who is asked to sign does to have somebody else asked. */
import { newId, PortalError } from '@rubrica/domain'
import type { NamedPerson } from '../../substitutions/ports.ts'
import { hasPart, isOver } from '../changes/judge-signers.ts'
import type { OwnSlot, PassableSlot, Passing, PassingRequest, PassingStore } from './ports.ts'

export interface PassOn {
  readonly passing: PassingStore
  readonly now: () => Date
}

/** What the sender was asked for last; null for nothing. @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function showRequest({ passing }: Pick<PassOn, 'passing'>, slot: OwnSlot): Promise<PassingRequest | null> {
  const request = await passing.requestOf(slot)
  if (request === undefined) throw unknownSlot()
  return request
}

/**
 * The colleague of a user name or an e-mail address, for who may pass the document on to them.
 * @throws {PortalError} as passOn
 */
export async function findSuccessor({ passing, now }: PassOn, slot: OwnSlot, named: string): Promise<NamedPerson> {
  const found = await passing.findSuccessor({ ...slot, named, at: now() })
  if (!found) throw unknownSlot()
  return judgeSlot(found)
}

/**
 * Has somebody else asked, at once or once the sender has agreed. A signature that is being made comes first: nothing is
 * passed on meanwhile, and once it is none can begin.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, DOCUMENT_BUSY, PASSING_NOT_ALLOWED,
 *   SUCCESSOR_UNKNOWN, SUCCESSOR_HAS_PART
 */
export async function passOn(
  { passing, now }: PassOn,
  wish: Omit<Passing, 'at' | 'newId'>,
): Promise<'passed-on' | 'asked'> {
  const outcome = await passing.passOn({ ...wish, newId, at: now() }, (slot) => {
    judgeSlot(slot)
    return slot.signer.passingOn === 'yes'
  })
  if (!outcome) throw unknownSlot()
  return outcome
}

/** Takes back what the sender was asked for. @throws {PortalError} DOCUMENT_NOT_FOUND, PASSING_NOT_ASKED */
export async function keepSlot({ passing, now }: PassOn, slot: OwnSlot): Promise<void> {
  const outcome = await passing.keep(slot, now())
  if (!outcome) throw unknownSlot()
  if (outcome === 'not-asked') {
    throw new PortalError('PASSING_NOT_ASKED', 'The sender was not asked, or has answered meanwhile.')
  }
}

const unknownSlot = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document for this user.')

function judgeSlot({ document, signer, successor }: PassableSlot): NamedPerson {
  if (signer.state === 'signing') throw new PortalError('DOCUMENT_BUSY', 'The document is being signed at this moment.')
  if (!document.isOpen || signer.state !== 'pending') throw isOver()
  if (signer.passingOn === 'no') {
    throw new PortalError('PASSING_NOT_ALLOWED', 'The sender wants nobody else to sign this document.')
  }
  if (!successor) throw new PortalError('SUCCESSOR_UNKNOWN', 'There is no such colleague, or they cannot sign it.')
  if (hasPart(document, signer, successor.userId)) {
    throw new PortalError('SUCCESSOR_HAS_PART', 'This person signs the document, or approves it, already.')
  }
  return successor
}
