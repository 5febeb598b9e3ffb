import type { Kysely, Transaction } from 'kysely'
import type {
  AskedDocument,
  JudgePassing,
  OwnSlot,
  PassableSlot,
  Passing,
  PassingAnswer,
  PassingRequest,
  PassingStore,
} from '../../../modules/sending/passing-on/ports.ts'
import type { AuditEntry } from '../../../modules/audit/ports.ts'
import type { ChangeableDocument } from '../../../modules/sending/changes/ports.ts'
import type { NamedPerson } from '../../../modules/substitutions/ports.ts'
import type { NotifyPeople } from '../../jobs/notify-people.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { factsOfIdentification } from '../audit/facts-of-identification.ts'
import { inTransaction } from '../connection.ts'
import { wasCalled } from '../documents/was-called.ts'
import { hasLegalId } from '../guests/stated-legal-id.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { putInPlace } from '../sending/changes/commit-replacement.ts'
import { loadChangeable, loadOfSigner } from '../sending/changes/load-changeable.ts'
import { actorOf, keepLosses, recordChange } from '../sending/changes/write-change.ts'
import { findColleague } from '../users/find-colleague.ts'

/** Slots that are passed on, in PostgreSQL. @param notify how people learn of it */
export const openPassingStore = (database: Kysely<Schema>, notify: NotifyPeople): PassingStore => ({
  requestOf: (slot) => readRequest(database, slot),
  findSuccessor: ({ named, at, ...slot }) =>
    inTransaction(database, async (transaction) => {
      const own = await loadSlot(transaction, slot, at)
      if (!own) return undefined
      const { subscriptionId } = own.document
      return { ...own, successor: await findColleague(transaction, slot.userId, { named, subscriptionId }) }
    }),
  passOn: (passing, judge) => inTransaction(database, (transaction) => pass(transaction, passing, { judge, notify })),
  keep: (slot, at) => inTransaction(database, (transaction) => keep(transaction, slot, at)),
  answer: (answer, judge) => inTransaction(database, (transaction) => settle(transaction, answer, { judge, notify })),
})

async function readRequest(
  database: Kysely<Schema>,
  { userId, signerId }: OwnSlot,
): Promise<PassingRequest | null | undefined> {
  const row = await database
    .selectFrom('signers')
    .leftJoin('passing_requests as request', 'request.signer_id', 'signers.id')
    .leftJoin('users as successor', 'successor.id', 'request.person_id')
    .where('signers.id', '=', signerId)
    .where('signers.user_id', '=', userId)
    .where(wasCalled)
    .select(['successor.name', 'request.reason', 'asked_at', 'declined_at', 'decline_reason'])
    .executeTakeFirst()
  if (!row?.asked_at) return row && null
  return {
    ...{ name: row.name!, reason: row.reason!, askedAt: row.asked_at },
    declined: row.declined_at && { at: row.declined_at, reason: row.decline_reason! },
  }
}

type OwnPlace = Pick<PassableSlot, 'document' | 'signer'>

/** Whose row is locked, with its document's, until the transaction ends; undefined where it never came to this person. */
async function loadSlot(
  transaction: Transaction<Schema>,
  { userId, signerId }: OwnSlot,
  at: Date,
): Promise<OwnPlace | undefined> {
  const document = await loadOfSigner(transaction, { signerId, at })
  const own = await transaction
    .selectFrom('signers')
    .where('id', '=', signerId)
    .where('user_id', '=', userId)
    .where(wasCalled)
    .select('id')
    .executeTakeFirst()
  const signer = own && document?.signers.find(({ id }) => id === own.id)
  return document && signer && { document, signer }
}

interface Hooks<Judge> {
  readonly judge: Judge
  readonly notify: NotifyPeople
}

async function pass(
  transaction: Transaction<Schema>,
  passing: Passing,
  { judge, notify }: Hooks<JudgePassing>,
): Promise<'passed-on' | 'asked' | undefined> {
  const { userId, personId, at } = passing
  const slot = await loadSlot(transaction, passing, at)
  if (!slot) return undefined
  const successor = personId === userId ? undefined : await findAble(transaction, slot.document, personId)
  const isAtOnce = judge({ ...slot, successor })
  const passed = { ...slot, passing, successor: successor!, notify }
  if (isAtOnce) await hand(transaction, passed)
  else await ask(transaction, passed)
  const event = isAtOnce ? 'passed-on' : 'passing-asked'
  await notify.sender(transaction, { documentId: slot.document.id, event, actorId: userId, at })
  return isAtOnce ? 'passed-on' : 'asked'
}

interface Passed extends Required<PassableSlot> {
  readonly passing: Passing
  readonly successor: NamedPerson
  readonly notify: NotifyPeople
}

const actorIn = ({ userId }: OwnSlot) => ({ clientId: null, userId })

async function hand(transaction: Transaction<Schema>, passed: Passed): Promise<void> {
  const { document, signer, passing, successor, notify } = passed
  const { reason, newId, at } = passing
  const person = { id: successor.userId, name: successor.name }
  const { facts } = await putInPlace(transaction, document, { notify, signerId: signer.id, person, newId, at })
  await recordChange(transaction, {
    ...{ document, watcher: actorIn(passing), type: 'signer-passed-on', at },
    ...{ facts: { ...facts, ...factsOfIdentification(passing) }, personal: { reason } },
  })
}

async function ask(transaction: Transaction<Schema>, passed: Passed): Promise<void> {
  const { document, signer, passing, successor } = passed
  const { reason, at } = passing
  const asked = { person_id: successor.userId, reason, asked_at: at, declined_at: null, decline_reason: null }
  await transaction
    .insertInto('passing_requests')
    .values({ signer_id: signer.id, document_id: document.id, ...asked })
    .onConflict((conflict) => conflict.column('signer_id').doUpdateSet(asked))
    .execute()
  const facts = { ...actorOf(actorIn(passing)), signerId: signer.id, successorId: successor.userId }
  const told = { ...facts, ...factsOfIdentification(passing) }
  await record(transaction, document, { type: 'passing-asked', at, facts: told, personal: { reason } })
}

/** Somebody of the document's subscription who can sign it. */
async function findAble(
  transaction: Transaction<Schema>,
  { subscriptionId }: ChangeableDocument,
  personId: string,
): Promise<NamedPerson | undefined> {
  const row = await transaction
    .selectFrom('users')
    .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
    .where('users.id', '=', personId)
    .where('subscription_id', '=', subscriptionId)
    .where('active', '=', true)
    .where(hasLegalId)
    .select(['users.id', 'users.name'])
    .executeTakeFirst()
  return row && { userId: row.id, name: row.name }
}

async function keep(
  transaction: Transaction<Schema>,
  slot: OwnSlot,
  at: Date,
): Promise<'kept' | 'not-asked' | undefined> {
  const own = await loadSlot(transaction, slot, at)
  if (!own) return undefined
  if (!own.document.isOpen || own.signer.state !== 'pending') return 'not-asked'
  const gone = await transaction
    .deleteFrom('passing_requests')
    .where('signer_id', '=', own.signer.id)
    .where('declined_at', 'is', null)
    .returning('signer_id')
    .executeTakeFirst()
  if (!gone) return 'not-asked'
  const facts = { ...actorOf(actorIn(slot)), signerId: own.signer.id }
  await record(transaction, own.document, { type: 'passing-withdrawn', at, facts })
  return 'kept'
}

/** The sender's answer. */
async function settle(
  transaction: Transaction<Schema>,
  answer: PassingAnswer,
  { judge, notify }: Hooks<(asked: AskedDocument) => void>,
): Promise<boolean> {
  const { watcher, agree, reason, newId, at, end } = answer
  const document = await loadChangeable(transaction, answer)
  if (!document) return false
  const signer = document.signers.find(({ id }) => id === answer.signerId.toLowerCase())
  const named = signer && (await findNamed(transaction, signer.id, answer.askedAt))
  const successor = named === undefined ? 'nobody' : await findAble(transaction, document, named)
  judge({ document, successor })
  if (end) await finishRequest(transaction, end)
  const { id: signerId, userId } = signer!
  const personal: Record<string, string> = reason === '' ? {} : { reason }
  if (agree) {
    const person = successor as NamedPerson
    const taken = { notify, signerId, person: { id: person.userId, name: person.name }, newId, at }
    const { facts } = await putInPlace(transaction, document, taken)
    await notify.losers(transaction, await keepLosses(transaction, { document, userIds: [userId], reason, at }))
    await recordChange(transaction, { document, watcher, type: 'signer-replaced', at, facts, personal })
    return true
  }
  await transaction
    .updateTable('passing_requests')
    .set({ declined_at: at, decline_reason: reason })
    .where('signer_id', '=', signerId)
    .execute()
  await notify.declined(transaction, [signerId])
  const facts = { ...actorOf(watcher), signerId }
  await record(transaction, document, { type: 'passing-declined', at, facts, personal })
  return true
}

/** @returns the id of whom a signer has named; undefined where no answer is waited for, or one to something else */
async function findNamed(
  transaction: Transaction<Schema>,
  signerId: string,
  askedAt: Date | undefined,
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('passing_requests')
    .where('signer_id', '=', signerId)
    .where('declined_at', 'is', null)
    .$if(askedAt !== undefined, (query) => query.where('asked_at', '=', askedAt!))
    .select('person_id')
    .executeTakeFirst()
  return row?.person_id
}

const record = (
  transaction: Transaction<Schema>,
  { id, subscriptionId }: ChangeableDocument,
  entry: Omit<AuditEntry, 'documentId' | 'subscriptionId'>,
): Promise<void> => appendAuditEvent(transaction, { documentId: id, subscriptionId, ...entry })
