import { sql, type Kysely, type Transaction } from 'kysely'
import { hasLeft, newId } from '@rubrica/domain'
import type {
  Change,
  ChangeableDocument,
  ChangePlan,
  RecordedChange,
  SignerChange,
} from '../../../../modules/sending/changes/ports.ts'
import type { Failpoint } from '../../../../ports/failpoints.ts'
import type { NotifyPeople } from '../../../jobs/notify-people.ts'
import { inTransaction } from '../../connection.ts'
import { wakeSigners } from '../../documents/wake-signers.ts'
import { wordsOf } from '../../documents/words-of.ts'
import { deleteCopies, insertCopies } from '../../copies/copy-rows.ts'
import { finishRequest } from '../../idempotency/request-store.ts'
import { TO_PLAN, UNTOLD } from '../../reminders/to-plan.ts'
import type { Schema } from '../../schema.ts'
import { spendUpload } from '../../uploads/upload-store.ts'
import { commitPeople } from './commit-people.ts'
import { insertApprovers } from './insert-approvers.ts'
import { loadChangeable } from './load-changeable.ts'
import { keepLosses, recordChange } from './write-change.ts'

interface ChangeHooks {
  readonly notify: NotifyPeople
  readonly reach: Failpoint
  readonly plan: (document: ChangeableDocument) => ChangePlan
}

/** @returns false where the document is not theirs to change */
export async function commitChange(
  database: Kysely<Schema>,
  change: Change,
  { notify, reach, plan: planFor }: ChangeHooks,
): Promise<boolean> {
  const { at, reason, watcher, uploads } = change
  const isDone = await inTransaction(database, async (transaction) => {
    const document = await loadChangeable(transaction, change)
    if (!document) return false
    const plan = planFor(document)
    if (change.end) await finishRequest(transaction, change.end)
    await changeFields(transaction, document, plan)
    const people = plan.people && (await commitPeople(transaction, document, { people: plan.people, at }))
    await reach('change-people-kept')
    const asked = [...(people?.asked ?? [])]
    for (const signer of plan.signers) asked.push(...(await changeSigner(transaction, document, { signer, at })))
    await insertAttachments(transaction, document, { plan, at })
    await changeCopies(transaction, document, { plan, at })
    for (const upload of uploads) await spendUpload(transaction, upload)
    await keepRecordInStages(transaction, document, plan)
    // Signatures that the file came with lie in a revision that nobody has looked at yet.
    if (people) await notify.examine(transaction, document.id)
    const lost = [...new Set([...lostPeople(document, plan), ...(people?.lost ?? [])])]
    const lostCopies = lostCopiesOf(document, plan).filter((userId) => !lost.includes(userId))
    await tellPeople(transaction, document, { notify, asked, lost, lostCopies, reason, at })
    await reach('change-people-told')
    const event = { document, watcher, type: 'document-changed', at } as const
    const { facts, personal } = write(plan.recorded, reason)
    await recordChange(transaction, { ...event, facts: { ...facts, ...people?.facts }, personal })
    await reach('change-audited')
    return true
  })
  if (isDone) await reach('change-committed')
  return isDone
}

interface Told {
  readonly notify: NotifyPeople
  /** Ids of approvers who are asked now. */
  readonly asked: readonly string[]
  /** Ids of people who lose the document. */
  readonly lost: readonly string[]
  /** Of people who had no more of it than a copy, and lose that. */
  readonly lostCopies: readonly string[]
  readonly reason: string
  readonly at: Date
}

/** Whose turn it is now, and who has nothing to do with the document any more. */
async function tellPeople(
  transaction: Transaction<Schema>,
  document: ChangeableDocument,
  { notify, asked, lost, lostCopies, reason, at }: Told,
): Promise<void> {
  await notify.approvers(transaction, asked)
  if (document.isOpen) await notify.signers(transaction, await wakeSigners(transaction, document.id, at))
  for (const [userIds, isCopy] of [
    [lost, false],
    [lostCopies, true],
  ] as const) {
    await notify.losers(transaction, await keepLosses(transaction, { document, userIds, isCopy, reason, at }))
  }
}

/** Who is on the document no more stays in the record, in a stage that there is. */
async function keepRecordInStages(
  transaction: Transaction<Schema>,
  document: ChangeableDocument,
  { people }: ChangePlan,
): Promise<void> {
  if (!people) return
  await sql`update signers set stage = least(stage, (
      select max(stage) from signers as staying
      where staying.document_id = signers.document_id and staying.state not in ('replaced', 'removed')))
    where document_id = ${document.id} and state in ('replaced', 'removed')`.execute(transaction)
}

async function changeFields(
  transaction: Transaction<Schema>,
  document: ChangeableDocument,
  { fields }: ChangePlan,
): Promise<void> {
  const { fileName, description, tags, senderName } = { ...document, ...fields }
  const { folded_file_name, ...folded } = wordsOf({ fileName, senderName, tags })
  const shared = { file_name: fileName, description, tag: tags.join(','), folded_file_name }
  await transaction
    .updateTable('documents')
    .set({
      ...shared,
      ...(fields.message !== undefined && { message: fields.message }),
      ...(fields.deadline !== undefined && { deadline: fields.deadline }),
      ...(fields.team !== undefined && { team_id: fields.team && fields.team.id }),
    })
    .where('id', '=', document.id)
    .execute()
  const passing = fields.passingOn !== undefined && { passing_on: fields.passingOn }
  // The header is repeated for the list's index.
  await transaction
    .updateTable('signers')
    .set({ ...shared, ...folded, ...(fields.deadline !== undefined && TO_PLAN), ...passing })
    .where('document_id', '=', document.id)
    .execute()
  if (fields.deadline === undefined) return
  await transaction.updateTable('approvers').set(TO_PLAN).where('document_id', '=', document.id).execute()
}

/** @returns the ids of approvers who are asked now */
async function changeSigner(
  transaction: Transaction<Schema>,
  document: ChangeableDocument,
  { signer, at }: { signer: SignerChange; at: Date },
): Promise<string[]> {
  const { signerId, newApprovers, lostApprovers } = signer
  const set = columnsOf(signer)
  if (Object.keys(set).length > 0) {
    await transaction.updateTable('signers').set(set).where('id', '=', signerId).execute()
  }
  if (lostApprovers.length > 0) {
    await transaction
      .updateTable('approvers')
      .set({ state: 'cancelled', operated_at: at })
      .where('id', 'in', lostApprovers)
      .execute()
  }
  return insertApprovers(transaction, document, { signerId, userIds: newApprovers })
}

/** Columns that become something else; what is undefined stays. */
function columnsOf({ fields, newApprovers }: SignerChange) {
  const { reason, readAll, delegable, disclaimer, certificate, stage } = fields
  const set = {
    ...{ reason, stage, read_all: readAll, delegable },
    disclaimer_title: disclaimer && disclaimer.title,
    disclaimer_text: disclaimer && disclaimer.text,
    certificate_id: certificate && certificate.id,
    certificate_alias: certificate && certificate.alias,
    // Whom somebody has to approve before waits for that, also where it was their turn.
    ...(newApprovers.length > 0 && { state: 'waiting' as const, called_at: null, ...UNTOLD }),
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) as Partial<typeof set>
}

async function insertAttachments(
  transaction: Transaction<Schema>,
  { id: documentId, subscriptionId }: ChangeableDocument,
  { plan: { attachments }, at }: { plan: ChangePlan; at: Date },
): Promise<void> {
  for (const { fileName, mediaType, objectId, length, pageCount, signerIds } of attachments) {
    const addressees = signerIds.length > 0 ? signerIds : [null]
    await transaction
      .insertInto('attachments')
      .values(
        addressees.map((signerId) => ({
          ...{ id: newId(), document_id: documentId, subscription_id: subscriptionId, signer_id: signerId },
          ...{ file_name: fileName, media_type: mediaType, object_id: objectId, length, page_count: pageCount },
          created_at: at,
        })),
      )
      .execute()
    await transaction
      .updateTable('signers')
      .set({ has_attachment: true })
      .where('document_id', '=', documentId)
      .where(signerIds.length > 0 ? sql<boolean>`id = any(${signerIds}::uuid[])` : sql<boolean>`true`)
      .execute()
  }
}

async function changeCopies(
  transaction: Transaction<Schema>,
  { id: document_id, subscriptionId: subscription_id }: ChangeableDocument,
  { plan: { copies }, at }: { plan: ChangePlan; at: Date },
): Promise<void> {
  await deleteCopies(transaction, document_id, copies.taken)
  await insertCopies(transaction, { document_id, subscription_id, userIds: copies.given, at })
}

/** Approvers who were asked and are not any more. */
function lostPeople(document: ChangeableDocument, { signers }: ChangePlan): string[] {
  const lost = new Set(signers.flatMap(({ lostApprovers }) => lostApprovers))
  return document.signers.flatMap(({ approvers }) =>
    approvers.filter(({ id }) => lost.has(id)).map(({ userId }) => userId),
  )
}

/** Who signs or approves it, or comes to sign it by the same change, still has it before them. */
function lostCopiesOf({ signers }: ChangeableDocument, { copies, people, signers: changed }: ChangePlan): string[] {
  const staying = signers.filter(({ id, state }) => !hasLeft(state) && !(people?.removed.includes(id) ?? false))
  const involved = new Set([
    ...staying.flatMap(({ userId, approvers }) => [userId, ...approvers.map((approver) => approver.userId)]),
    ...(people?.added ?? []).flatMap(({ userId, approverIds }) => [userId, ...approverIds]),
    ...changed.flatMap(({ newApprovers }) => newApprovers),
  ])
  return copies.taken.filter((userId) => !involved.has(userId))
}

/** `changed` names what was, each of a signer with their id; both values are facts, or personal values where they are free text. */
function write(recorded: readonly RecordedChange[], reason: string) {
  const facts: Record<string, string | null> = {}
  const personal: Record<string, string> = reason === '' ? {} : { reason }
  const names = recorded.map(({ what, signerId }, place) =>
    signerId !== undefined ? `${what}:${signerId}` : what === 'attachment' ? `${what}:${place}` : what,
  )
  for (const [place, { before, after, isPersonal }] of recorded.entries()) {
    for (const [when, value] of Object.entries({ before, after })) {
      const name = `${names[place]!}.${when}`
      if (isPersonal !== true) facts[name] = value
      else if (value !== null) personal[name] = value
    }
  }
  return { facts: { changed: names.join(' '), ...facts }, personal }
}
