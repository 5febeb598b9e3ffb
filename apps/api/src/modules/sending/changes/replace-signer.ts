import { newId } from '@rubrica/domain'
import { digestOf } from '../../digest-of.ts'
import type { RequestLease } from '../../keyed-requests.ts'
import { callerOf } from '../../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import { followDocument } from '../follow-document.ts'
import type { GuestWish } from '../../guests/ports.ts'
import { asPerson } from '../resolve-signers.ts'
import { resolveGuests } from '../resolve-guests.ts'
import type { PersonReference, SendingStore, SentDocument, Watcher } from '../ports.ts'
import { requirePerson, unknownDocument } from './change-document.ts'
import { judgeReplacement } from './judge-signers.ts'
import type { ChangeStore } from './ports.ts'

export interface ReplacePorts extends RunOnce {
  readonly store: SendingStore
  readonly changes: ChangeStore
}

export interface ReplaceRequest {
  readonly watcher: Watcher
  readonly documentId: string
  readonly signerId: string
  readonly person: PersonReference & { readonly guest?: GuestWish | undefined }
  /** To who is replaced; empty for nothing. */
  readonly reason: string
  readonly idempotencyKey: string | undefined
}

/**
 * Puts another person in the place of a signer who has not acted. A signature that is being made comes first: nothing is
 * replaced meanwhile, and once it is replaced none can begin.
 * @returns the document as it is then
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, SIGNER_UNKNOWN, GUESTS_NOT_ALLOWED,
 *   SIGNER_NOT_FOUND, SIGNER_BUSY, SIGNER_HAS_ACTED, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE
 */
export async function replaceSigner(ports: ReplacePorts, request: ReplaceRequest): Promise<SentDocument> {
  const { watcher, documentId, signerId, person: reference, reason, idempotencyKey: key } = request
  const caller = callerOf(watcher)
  const call = `POST /v1/documents/${documentId.toLowerCase()}/signers/${signerId.toLowerCase()}/replaced`
  const keyed =
    key === undefined || !caller ? undefined : { caller, key, call, digest: digestOf({ ...reference, reason }) }
  await runOnce(ports, keyed, {
    act: (lease) => replaceUnder(ports, request, lease),
    replay: () => Promise.resolve(),
  })
  return followDocument(ports.store, watcher, documentId)
}

/** The same for who has a lease already, which ends with it. @throws as replaceSigner, but for those of keys */
export async function replaceUnder(
  { store, changes, now }: ReplacePorts,
  { watcher, documentId, signerId, person: reference, reason }: Omit<ReplaceRequest, 'idempotencyKey'>,
  lease: RequestLease | undefined,
): Promise<void> {
  // Whoever may not change the document learns nothing of people.
  if (!(await changes.keyOf(watcher, documentId))) throw unknownDocument()
  const { person, guest } = await findPerson(store, watcher, reference)
  const at = now()
  const end = lease && { lease, answer: null, until: keptUntil(at) }
  const isDone = await changes.replace(
    { watcher, documentId, signerId, person, guest, reason, at, newId, end },
    (document) => judgeReplacement(document, signerId, person.id),
  )
  if (!isDone) throw unknownDocument()
}

/** An address that somebody of the subscription has is theirs. */
async function findPerson(store: SendingStore, { subscriptionId }: Watcher, reference: ReplaceRequest['person']) {
  const unsaid = { readAll: false, delegable: true, approvers: [], positions: [] }
  const [named] = await resolveGuests(store, subscriptionId, [{ ...reference, ...unsaid }])
  const { guest, ...known } = named!
  if (guest) return { person: asPerson(guest), guest }
  const [found] = await store.findPeople(subscriptionId, [known])
  return { person: requirePerson(found, []), guest: undefined }
}
