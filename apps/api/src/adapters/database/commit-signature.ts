import { type Kysely, type Transaction } from 'kysely'
import type { Failpoint } from '../../ports/failpoints.ts'
import type { CompletedSignature } from '../../modules/signing/ports.ts'
import type { TellSigners } from '../jobs/tell-people.ts'
import { appendAuditEvent } from './append-audit-event.ts'
import type { Schema } from './schema.ts'
import { wakeSigners } from './wake-signers.ts'

/** Ends the transaction without a change and says why. */
class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
  readonly why: 'base-moved' | 'lease-lost'

  constructor(why: 'base-moved' | 'lease-lost') {
    super(why)
    this.why = why
  }
}

export interface CommitHooks {
  readonly reach: Failpoint
  /** Asks for a mail to the signers that this signature calls. */
  readonly tell: TellSigners
}

/**
 * Makes a signature part of its document: new revision, signer signed, next signers called,
 * document completed with its last signer, all or nothing. The document's row is locked first, so
 * that two signatures of one document wait for one another instead of deadlocking.
 */
export async function commitSignature(
  database: Kysely<Schema>,
  signature: CompletedSignature,
  { reach, tell }: CommitHooks,
): Promise<'signed' | 'base-moved' | 'lease-lost'> {
  try {
    await database.transaction().execute(async (transaction) => {
      await reach('commit-begun')
      await advanceDocument(transaction, signature)
      await reach('document-advanced')
      await insertRevision(transaction, signature)
      await reach('revision-inserted')
      await closeSigner(transaction, signature)
      await reach('signer-signed')
      const { completed, called } = await callNextSigners(transaction, signature)
      await tell(transaction, called)
      await reach('next-signers-opened')
      await closeTransaction(transaction, signature)
      await reach('transaction-signed')
      await writeAudit(transaction, signature, completed)
      await reach('signing-audited')
    })
    return 'signed'
  } catch (error) {
    if (error instanceof NotCommitted) return error.why
    throw error
  }
}

async function advanceDocument(transaction: Transaction<Schema>, signature: CompletedSignature): Promise<void> {
  const advanced = await transaction
    .updateTable('documents')
    .set({ current_revision: signature.baseRevision + 1 })
    .where('id', '=', signature.documentId)
    .where('current_revision', '=', signature.baseRevision)
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('deadline', 'is', null), eb('deadline', '>', signature.at)]))
    .returning('id')
    .executeTakeFirst()
  if (!advanced) throw new NotCommitted('base-moved')
}

async function insertRevision(transaction: Transaction<Schema>, signature: CompletedSignature): Promise<void> {
  await transaction
    .insertInto('revisions')
    .values({
      document_id: signature.documentId,
      number: signature.baseRevision + 1,
      subscription_id: signature.subscriptionId,
      kind: 'signature',
      object_id: signature.objectId,
      base_length: signature.baseLength,
      length: signature.length,
      digest: Buffer.from(signature.digest),
      signer_id: signature.signerId,
      created_at: signature.at,
    })
    .execute()
}

async function closeSigner(transaction: Transaction<Schema>, signature: CompletedSignature): Promise<void> {
  const signed = await transaction
    .updateTable('signers')
    .set({ state: 'signed', operated_at: signature.at })
    .where('id', '=', signature.signerId)
    .where('state', '=', 'signing')
    .returning('id')
    .executeTakeFirst()
  if (!signed) throw new NotCommitted('lease-lost')
}

async function closeTransaction(transaction: Transaction<Schema>, signature: CompletedSignature): Promise<void> {
  const closed = await transaction
    .updateTable('signing_transactions')
    .set({ state: 'signed', lease_until: null, outcome_code: null, updated_at: signature.at })
    .where('id', '=', signature.transactionId)
    .where('state', '=', 'signing')
    .where('lease_owner', '=', signature.lease.owner)
    .returning('id')
    .executeTakeFirst()
  if (!closed) throw new NotCommitted('lease-lost')
}

/** @returns who was called, and whether this was the last signature and the document is complete. */
async function callNextSigners(transaction: Transaction<Schema>, signature: CompletedSignature) {
  const open = await transaction
    .selectFrom('signers')
    .where('document_id', '=', signature.documentId)
    .where('state', 'in', ['waiting', 'pending', 'signing'])
    .select('id')
    .executeTakeFirst()
  if (open) return { completed: false, called: await wakeSigners(transaction, signature.documentId) }
  await transaction
    .updateTable('documents')
    .set({ state: 'completed', ended_at: signature.at })
    .where('id', '=', signature.documentId)
    .execute()
  return { completed: true, called: [] }
}

async function writeAudit(
  transaction: Transaction<Schema>,
  signature: CompletedSignature,
  completed: boolean,
): Promise<void> {
  const event = { documentId: signature.documentId, subscriptionId: signature.subscriptionId, at: signature.at }
  await appendAuditEvent(transaction, {
    ...event,
    type: 'document-signed',
    facts: {
      signerId: signature.signerId,
      transactionId: signature.transactionId,
      accessMethod: signature.accessMethod,
      revision: signature.baseRevision + 1,
      digest: Buffer.from(signature.digest).toString('hex'),
      certificateSerial: signature.certificateSerial,
    },
    personal: { signerName: signature.signerName, legalId: signature.legalId },
  })
  if (completed) {
    await appendAuditEvent(transaction, {
      ...event,
      type: 'document-completed',
      facts: { revision: signature.baseRevision + 1 },
    })
  }
}
