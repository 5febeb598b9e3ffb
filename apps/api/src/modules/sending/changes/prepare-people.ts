import { PortalError, newId } from '@rubrica/domain'
import type { DocumentKey } from '../../../ports/object-store.ts'
import type { OrderedSigner, SendingStore, SentDocument, Watcher } from '../ports.ts'
import { resolveGuests } from '../resolve-guests.ts'
import { resolveSigners } from '../resolve-signers.ts'
import { isOver, requireUnsigned } from './judge-signers.ts'
import type { ChangeStore, PeopleChange, Slot } from './ports.ts'
import { inBody, remakeFields, type RemakePorts, type WantedPlaces } from './remake-fields.ts'

export interface PreparePeoplePorts extends RemakePorts {
  readonly store: SendingStore
  readonly changes: Pick<ChangeStore, 'slotsOf'>
  /** The types of certificates that there are. */
  readonly certificateTypes: readonly string[]
}

/** What of people and places shall become something else. */
export interface PeopleWish {
  readonly added: readonly OrderedSigner[]
  /** Ids of signers. */
  readonly removed: readonly string[]
  /** By their place in the request. */
  readonly moved: readonly (Pick<OrderedSigner, 'positions'> & { readonly signerId: string; readonly place: number })[]
}

interface Preparing {
  readonly watcher: Watcher
  readonly document: SentDocument
  readonly key: DocumentKey
  readonly wish: PeopleWish
  readonly onLength: (bytes: number) => void
}

/** Whom a change moves, as they stood before; the rest of what it does. */
export interface PreparedPeople extends PeopleChange {
  readonly moved: readonly { readonly before: Slot; readonly after: Slot }[]
}

/**
 * Everything of people who come and go, and of places that move, but its rows: the fields of all are made anew.
 * @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE, SOMEBODY_HAS_SIGNED, SIGNER_BUSY, SIGNER_UNKNOWN, SIGNER_NOT_FOUND,
 *   GUESTS_NOT_ALLOWED, VALIDATION_FAILED and as `remakeFields`
 */
export async function preparePeople(ports: PreparePeoplePorts, preparing: Preparing): Promise<PreparedPeople> {
  const { document, watcher, key, wish, onLength } = preparing
  if (document.state !== 'open') throw isOver()
  requireUnsigned(document.signers)
  const now = await ports.changes.slotsOf(watcher, document.id)
  if (!now) throw isOver()
  const added = (await resolveAdded(ports, preparing)).map((signer, index) => ({
    ...signer,
    ordinal: now.nextOrdinal + index,
  }))
  const slots = new Map(now.slots.map((slot) => [slot.signerId, slot]))
  const moved = wish.moved.map(({ signerId, positions, place }): WantedPlaces => {
    const slot = slots.get(signerId)
    if (!slot) throw new PortalError('SIGNER_NOT_FOUND', 'The document has no such signer.')
    return { signerId, positions, ordinal: slot.ordinal, path: ['signers', place] }
  })
  const come = added.map(({ id, ordinal }, index): WantedPlaces => {
    const { positions } = wish.added[index]!
    return { signerId: id, ordinal, positions, path: ['addSigners', index] }
  })
  const { removed } = wish
  const fields = await remakeFields(ports, { key, now, removed, wanted: [...moved, ...come], onLength })
  const after = new Map(fields.slots.map((slot) => [slot.signerId, slot]))
  return {
    ...{ added, removed, fields },
    moved: moved.map(({ signerId }) => ({ before: slots.get(signerId)!, after: after.get(signerId)! })),
  }
}

/** Whoever has no stage of their own comes into the last one. */
function resolveAdded({ store, certificateTypes }: PreparePeoplePorts, { watcher, document, wish }: Preparing) {
  const { subscriptionId } = watcher
  const last = Math.max(...document.signers.filter(({ state }) => state !== 'removed').map(({ stage }) => stage))
  const asked = wish.added.map((signer) => ({ ...signer, stage: signer.stage ?? last }))
  const paths = asked.map((_, index) => ({ path: ['addSigners', index] }))
  return inBody(paths, async () => {
    const signers = await resolveGuests(store, subscriptionId, asked)
    const order = { fileName: document.fileName, description: '', tags: [], senderName: '', order: 'parallel' } as const
    return resolveSigners({ store, certificateTypes, subscriptionId, newId }, { ...order, signers })
  })
}
