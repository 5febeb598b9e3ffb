import { PortalError } from '@rubrica/domain'
import type { DocumentKey } from '../../../ports/object-store.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { RequestEnd } from '../../keyed-requests.ts'
import { ownerOf } from '../../owner.ts'
import { readUpload } from '../uploads/find-upload.ts'
import { followDocument } from '../follow-document.ts'
import type {
  KnownPerson,
  NewAttachment,
  OrderedSigner,
  PersonReference,
  SendingStore,
  SentDocument,
  Watcher,
} from '../ports.ts'
import type { UploadStore } from '../uploads/ports.ts'
import { requireTeam } from '../../share-with-team.ts'
import { takeInAttachments } from '../take-in-attachments.ts'
import { bodyRefusal } from './judge-signers.ts'
import { planChange, type WantedChange, type WantedSigner } from './plan-change.ts'
import type { ChangeableDocument, ChangeStore, DocumentFields } from './ports.ts'
import { preparePeople, type PeopleWish, type PreparePeoplePorts } from './prepare-people.ts'

export interface ChangePorts extends PreparePeoplePorts {
  readonly changes: ChangeStore
  readonly uploads: Pick<UploadStore, 'find'>
  readonly reach: Failpoint
  readonly now: () => Date
}

interface AskedSigner extends Omit<WantedSigner, 'approverIds'> {
  readonly approvers?: readonly PersonReference[] | undefined
  readonly positions?: OrderedSigner['positions'] | undefined
}

export interface ChangeRequest extends Omit<DocumentFields, 'team'> {
  /** Its id; null for none. */
  readonly team?: string | null
  readonly signers: readonly AskedSigner[]
  readonly addSigners: readonly OrderedSigner[]
  /** Ids of signers. */
  readonly removeSigners: readonly string[]
  readonly attachments: readonly { readonly file: string; readonly signers: readonly string[] }[]
  /** Everybody who has a copy then. */
  readonly copies?: readonly PersonReference[] | undefined
}

export interface ChangeOfDocument {
  readonly watcher: Watcher
  readonly documentId: string
  /** Asked in the transaction of the change. @throws {PortalError} PRECONDITION_FAILED */
  readonly precondition: { readonly require: (version: number) => void }
  readonly asked: ChangeRequest
  /** To who loses the document; empty for nothing. */
  readonly reason: string
  /** Called with the bytes of each attachment before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
  /** Of the request that asks for it; undefined where it came without a key. */
  readonly end?: RequestEnd | undefined
}

export const unknownDocument = (): PortalError =>
  new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document among those that you may change.')

/**
 * Changes a document after it was sent: all that is asked for or nothing, as far as its state allows.
 * @returns the document as it is then
 * @throws {PortalError} DOCUMENT_NOT_FOUND, PRECONDITION_FAILED, SIGNER_UNKNOWN, FILE_NOT_FOUND, and as `planChange` and
 *   `preparePeople`
 */
export async function changeDocument(ports: ChangePorts, request: ChangeOfDocument): Promise<SentDocument> {
  const { watcher, documentId, reason } = request
  const { copies, ...asked } = request.asked
  const key = await ports.changes.keyOf(watcher, documentId)
  if (!key) throw unknownDocument()
  const document = await followDocument(ports.store, watcher, documentId)
  const people = await findNamed(ports.store, document, request)
  const { team, addSigners, removeSigners, ...fields } = asked
  const wish = peopleWish({ signers: asked.signers, addSigners, removeSigners })
  const wanted: WantedChange = {
    ...fields,
    ...(team !== undefined && { team: await requireTeam(ports.store, watcher, team) }),
    signers: asked.signers.map((one, place) => namePeople(one, people.approvers[place])),
    copyUserIds: copies && (await findCopies(ports.store, watcher, copies)),
    people: await changePeople(ports, request, { document, key, wish }),
    attachments: await takeIn(ports, request, (bytes) => ports.objects.write(key, bytes)),
  }
  const at = ports.now()
  const plan = (current: ChangeableDocument) => {
    request.precondition.require(current.version)
    return planChange(current, wanted, { now: at, people: people.signers })
  }
  const uploads = asked.attachments.map(({ file }) => ({ owner: ownerOf(watcher), id: file }))
  await ports.reach('change-fields-made')
  const isDone = await ports.changes.change({ watcher, documentId, reason, at, uploads, end: request.end }, plan)
  if (!isDone) throw unknownDocument()
  return followDocument(ports.store, watcher, documentId)
}

/** Undefined where nobody comes or goes and no place moves. */
async function changePeople(
  ports: ChangePorts,
  { watcher, precondition, onLength }: ChangeOfDocument,
  { document, key, wish }: { document: SentDocument; key: DocumentKey; wish: PeopleWish },
) {
  if (wish.added.length + wish.removed.length + wish.moved.length === 0) return undefined
  // Before the work is done; it is asked again in the transaction.
  precondition.require(document.version)
  return preparePeople(ports, { watcher, document, key, wish, onLength })
}

function peopleWish({
  signers,
  addSigners,
  removeSigners,
}: Pick<ChangeRequest, 'signers' | 'addSigners' | 'removeSigners'>): PeopleWish {
  const removed = [...new Set(removeSigners.map((id) => id.toLowerCase()))]
  const changed = signers.findIndex(({ guid }) => removed.includes(guid.toLowerCase()))
  if (changed >= 0) throw bodyRefusal(['signers', changed], 'is removed')
  const moved = signers.flatMap(({ guid, positions }, place) =>
    positions === undefined ? [] : [{ signerId: guid.toLowerCase(), positions, place }],
  )
  return { added: addSigners, removed, moved }
}

function namePeople({ approvers, ...signer }: AskedSigner, known: readonly KnownPerson[] = []): WantedSigner {
  return approvers === undefined ? signer : { ...signer, approverIds: known.map(({ id }) => id) }
}

/** The signers by the id of the person, and the approvers that each of the asked signers shall have. */
async function findNamed(store: SendingStore, document: SentDocument, { watcher, asked }: ChangeOfDocument) {
  const userIds = document.signers.map(({ userId }) => ({ userId }))
  const signers = await store.findPeople(watcher.subscriptionId, userIds)
  const approvers: (readonly KnownPerson[])[] = []
  for (const [place, { approvers: references = [] }] of asked.signers.entries()) {
    const found = await store.findPeople(watcher.subscriptionId, references)
    approvers.push(found.map((person, k) => requirePerson(person, ['signers', place, 'approvers', k])))
  }
  return { signers: new Map(signers.flatMap((person) => (person ? [[person.id, person] as const] : []))), approvers }
}

async function findCopies(store: SendingStore, { subscriptionId }: Watcher, references: readonly PersonReference[]) {
  const found = await store.findPeople(subscriptionId, references)
  return found.map((person, place) => requirePerson(person, ['copies', place]).id)
}

/** @throws {PortalError} SIGNER_UNKNOWN */
export function requirePerson(person: KnownPerson | undefined, place: readonly (string | number)[]): KnownPerson {
  if (person) return person
  const problem = 'this person is not a user of the subscription.'
  const path = place.map(String)
  throw new PortalError('SIGNER_UNKNOWN', `${['body', ...path].join('.')}: ${problem}`, {
    faults: [{ root: 'body', path, code: 'SIGNER_UNKNOWN', problem }],
  })
}

async function takeIn(
  ports: ChangePorts,
  { asked, watcher, onLength }: ChangeOfDocument,
  write: (bytes: Uint8Array) => Promise<string>,
): Promise<NewAttachment[]> {
  const taken: NewAttachment[] = []
  for (const { file, signers } of asked.attachments) {
    const name = { owner: ownerOf(watcher), id: file }
    const read = await readUpload(ports, name, onLength)
    const [{ bytes, ...facts }] = (await takeInAttachments(ports.pdf, [read])) as [
      Awaited<ReturnType<typeof takeInAttachments>>[number],
    ]
    const signerIds = signers.map((id) => id.toLowerCase())
    taken.push({ ...facts, objectId: await write(bytes), length: bytes.length, signerIds })
  }
  return taken
}
