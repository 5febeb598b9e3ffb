/**
 * Does an act on many documents, one after the other. The difficult part is a process that dies between an act and its
 * result: each act is a request with a key that is made of the bulk act and the place, so that whoever goes on finds it
 * done (modules/run-once.ts). A refusal has done nothing, and may be judged again.
 */
import { ERROR_STATUS, PortalError, type ErrorCode, type SignerState } from '@rubrica/domain'
import type { Failpoint } from '../../../ports/failpoints.ts'
import { digestOf } from '../../digest-of.ts'
import { callerOf } from '../../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import { actForOwner } from '../act-as-sender.ts'
import { cancelOnce } from '../cancel-document.ts'
import { changeDocument, type ChangePorts } from '../changes/change-document.ts'
import { remindPeople } from '../changes/remind-people.ts'
import { replaceUnder } from '../changes/replace-signer.ts'
import { followDocument } from '../follow-document.ts'
import type { Memberships } from '../people/ports.ts'
import type { SentDocument, Watcher } from '../ports.ts'
import {
  MOST_ARCHIVE_BYTES,
  type BulkHold,
  type BulkOutcome,
  type BulkStore,
  type HeldBulk,
  type WaitingItem,
} from './ports.ts'

/** A document that fails so often without a reason is left. */
const MOST_TRIES = 5
/** The next sweep takes the others. */
const MOST_SWEPT = 20

export interface RunBulkPorts extends RunOnce, ChangePorts {
  readonly bulks: BulkStore
  readonly memberships: Memberships
  readonly reach: Failpoint
}

/** @throws what a document fails for that is no refusal; the job is run again */
export async function runBulk(ports: RunBulkPorts, id: string): Promise<void> {
  const bulk = await ports.bulks.hold(id, holdTimes(ports))
  if (!bulk) return
  try {
    const watcher = await actForOwner(ports.memberships, bulk.owner)
    while (await doNext(ports, bulk, watcher));
  } catch (error) {
    // If even that fails, the hold ends.
    await ports.bulks.release(bulk, ports.now()).catch(() => undefined)
    throw error
  }
}

/** Goes on with those whose process has died. */
export async function sweepBulks(ports: RunBulkPorts): Promise<void> {
  for (const id of await ports.bulks.abandoned(ports.now(), MOST_SWEPT)) await runBulk(ports, id)
}

function holdTimes({ now, leaseMs }: RunBulkPorts) {
  const at = now()
  return { at, until: new Date(at.getTime() + leaseMs) }
}

/** @returns whether there may be another document */
async function doNext(ports: RunBulkPorts, bulk: HeldBulk, watcher: Watcher | undefined): Promise<boolean> {
  const item = await ports.bulks.next(bulk)
  if (!item) {
    await ports.bulks.end(bulk, ports.now())
    return false
  }
  const { place, documentId, bytes } = item
  const outcome = await judged(ports, { bulk, item }, async () => {
    if (!watcher) throw new PortalError('NOT_A_SENDER', 'You may not send documents from this subscription.')
    return act(ports, { bulk, watcher, documentId, key: `bulk ${bulk.id} ${place}`, bytes })
  })
  const isOurs = await ports.bulks.settle(bulk, { place, ...outcome }, holdTimes(ports).until)
  await ports.reach('bulk-settled')
  return isOurs
}

async function judged(
  { bulks }: RunBulkPorts,
  { bulk, item: { place, tries } }: { bulk: BulkHold; item: WaitingItem },
  work: () => Promise<number>,
): Promise<Omit<BulkOutcome, 'place'>> {
  try {
    return { state: 'done', code: null, bytes: await work() }
  } catch (error) {
    if (isRefusal(error)) return { state: 'refused', code: error.code, bytes: 0 }
    if (tries + 1 >= MOST_TRIES) return { state: 'refused', code: 'TEMPORARILY_UNAVAILABLE', bytes: 0 }
    await bulks.countTry(bulk, place)
    throw error
  }
}

/** What somebody else did in the same moment, on the document or on the request, is over the next time. */
const PASSING: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_IN_USE', 'PRECONDITION_FAILED']

/** It would be refused the next time too. */
const isRefusal = (error: unknown): error is PortalError =>
  error instanceof PortalError && ERROR_STATUS[error.code] < 500 && !PASSING.includes(error.code)

interface Deed {
  readonly bulk: HeldBulk
  readonly watcher: Watcher
  readonly documentId: string
  readonly key: string
  /** Of the documents of a download so far. */
  readonly bytes: number
}

/** @returns the bytes that a document adds to a download */
async function act(ports: RunBulkPorts, deed: Deed): Promise<number> {
  const { bulk, watcher, documentId, key } = deed
  switch (bulk.act) {
    case 'remind':
      await remindPeople(ports, { watcher, documentId, idempotencyKey: key })
      return 0
    case 'withdraw':
      await cancelOnce(ports, { sender: watcher, documentId, reason: bulk.reason, key })
      return 0
    case 'extend':
      await extend(ports, deed)
      return 0
    case 'replace':
      await replace(ports, deed)
      return 0
    case 'download':
      return weigh(ports, deed)
  }
}

/** Moves a deadline to a later day, never to an earlier one. */
async function extend(ports: RunBulkPorts, { bulk, watcher, documentId, key }: Deed): Promise<void> {
  const deadline = bulk.deadline!
  const call = `PATCH /v1/documents/${documentId}`
  const request = { caller: callerOf(watcher)!, key, call, digest: digestOf({ deadline }) }
  await runOnce(ports, request, {
    act: async (lease) => {
      const document = await followDocument(ports.store, watcher, documentId)
      requireLater(document, deadline)
      await changeDocument(ports, {
        ...{
          watcher,
          documentId,
          reason: '',
          asked: { deadline, signers: [], addSigners: [], removeSigners: [], attachments: [] },
        },
        precondition: { require: (version) => requireSame(version, document) },
        onLength: () => undefined,
        end: lease && { lease, answer: null, until: keptUntil(ports.now()) },
      })
    },
    replay: () => Promise.resolve(),
  })
}

/** Puts somebody in the place of who has not signed, wherever in the document that is. */
async function replace(ports: RunBulkPorts, { bulk, watcher, documentId, key }: Deed): Promise<void> {
  const { signer, successor } = bulk.replacement!
  const call = `POST /v1/documents/${documentId}/replaced`
  const request = { caller: callerOf(watcher)!, key, call, digest: digestOf({ signer, successor }) }
  await runOnce(ports, request, {
    act: async (lease) => {
      const { signers } = await followDocument(ports.store, watcher, documentId)
      const slot = signers.find(({ userId, state }) => isSame(userId, signer) && AWAITED.includes(state))
      if (!slot) throw new PortalError('SIGNER_NOT_AWAITED', 'The document does not wait for this person.')
      const replaced = { watcher, documentId, signerId: slot.id, person: successor, reason: bulk.reason }
      await replaceUnder(ports, replaced, lease)
    },
    replay: () => Promise.resolve(),
  })
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const AWAITED: readonly SignerState[] = ['waiting', 'pending', 'signing']

function requireSame(version: number, document: SentDocument): void {
  if (version !== document.version) throw new PortalError('PRECONDITION_FAILED', 'It was changed meanwhile.')
}

function requireLater({ state, deadline: before }: SentDocument, deadline: Date): void {
  if (state !== 'open' || (before && before < deadline)) return
  throw new PortalError('DEADLINE_NOT_LATER', 'The document has no deadline, or a later one.')
}

async function weigh({ bulks, store }: RunBulkPorts, { bulk, watcher, documentId, bytes }: Deed): Promise<number> {
  const { id } = await followDocument(store, watcher, documentId)
  const size = await bulks.sizeOf(id, bulk.files)
  if (bytes + size <= MOST_ARCHIVE_BYTES) return size
  throw new PortalError('ARCHIVE_TOO_LARGE', 'With this document the archive would be too large.')
}
