import { sql, type Kysely, type Transaction } from 'kysely'
import {
  INTERRUPTED,
  type Attempt,
  type CompletedSignature,
  type EarlierAttempt,
  type FailedAttempt,
  type Lease,
  type SignatureToMake,
  type SigningStore,
} from '../../../modules/signing/ports.ts'
import type { Acting } from '../../../modules/sessions/ports.ts'
import { appendAuditEvent } from '../audit/append-audit-event.ts'
import { claimSignature } from './claim-signature.ts'
import { commitSignature, type CommitHooks } from './commit-signature.ts'
import { findSignature } from './find-signature.ts'
import { lockDocumentOfAttempt } from '../documents/lock-document.ts'
import { preparedQuery, preparedStatement } from '../prepared-statements.ts'
import { providerFacts } from '../provider-accounts/provider-facts.ts'
import type { Schema } from '../schema.ts'
import { isNotRevoked } from '../substitutions/offered.ts'

const attemptOf = preparedStatement((database, signerId: string, attemptKey: string) =>
  database
    .selectFrom('signing_attempts')
    .where('signer_id', '=', signerId)
    .where('attempt_key', '=', attemptKey)
    .select(['state', 'outcome_code', 'lease_until']),
)

const RECORD_DIGESTS = `
  update signing_attempts
  set base_revision = $3, shown_digest = coalesce(shown_digest, $4), signed_digest = $5, lease_until = $6,
    updated_at = now()
  where id = $1 and state = 'signing' and lease_owner = $2 returning id`

/** Claims and outcomes of signing in PostgreSQL: every change of state is one conditional UPDATE. */
export class DatabaseSigningStore implements SigningStore {
  private readonly database: Kysely<Schema>
  private readonly hooks: CommitHooks

  constructor(database: Kysely<Schema>, hooks: CommitHooks) {
    this.database = database
    this.hooks = hooks
  }

  findForSigner(acting: Acting, signerId: string): Promise<SignatureToMake | undefined> {
    return findSignature(this.database, acting, signerId)
  }

  async findAttempt(signerId: string, attemptKey: string, at: Date): Promise<EarlierAttempt | undefined> {
    const row = (await this.database.executeQuery(attemptOf(signerId, attemptKey))).rows[0]
    if (!row || row.outcome_code === INTERRUPTED) return undefined
    // Nobody is at work any more: the claim will be taken over.
    if (row.lease_until !== null && row.lease_until < at) return undefined
    if (row.state === 'signed') return { state: 'signed' }
    if (row.state === 'failed') return { state: 'failed', code: row.outcome_code ?? row.state }
    return { state: 'running' }
  }

  claim(attempt: Attempt, lease: Lease): Promise<string | undefined> {
    return claimSignature(this.database, attempt, lease)
  }

  async recordDigests(
    attemptId: string,
    { baseRevision, shown, signed, lease }: Parameters<SigningStore['recordDigests']>[1],
  ): Promise<boolean> {
    const values = [attemptId, lease.owner, baseRevision, Buffer.from(shown), Buffer.from(signed), lease.until]
    const { rows } = await this.database.executeQuery(preparedQuery(RECORD_DIGESTS, values))
    return rows.length > 0
  }

  async isHeld(attemptId: string, owner: string): Promise<boolean> {
    const held = await this.database
      .selectFrom('signing_attempts')
      .innerJoin('signers', 'signers.id', 'signing_attempts.signer_id')
      .where('signing_attempts.id', '=', attemptId)
      .where('signing_attempts.state', '=', 'signing')
      .where('signing_attempts.lease_owner', '=', owner)
      .where('signers.state', '=', 'signing')
      .where(sql.raw<boolean>(isNotRevoked('signing_attempts')))
      .select('signers.id')
      .executeTakeFirst()
    return held !== undefined
  }

  async renewLease(attemptId: string, lease: Lease): Promise<void> {
    await this.database
      .updateTable('signing_attempts')
      .set({ lease_until: lease.until })
      .where('id', '=', attemptId)
      .where('state', '=', 'signing')
      .where('lease_owner', '=', lease.owner)
      .execute()
  }

  async release(attemptId: string, { code, at, facts }: FailedAttempt): Promise<void> {
    const release = async (outcomeCode: string) => {
      const released = { attemptId, outcomeCode, at, facts }
      await this.database.transaction().execute((transaction) => releaseWithin(transaction, released))
    }
    // The answer was lost together with the database, so that the same attempt may be made again.
    await this.hooks.owed.insist(
      () => release(code),
      () => release(INTERRUPTED),
    )
  }

  async complete(signature: CompletedSignature): Promise<'signed' | 'base-moved' | 'lease-lost'> {
    return commitSignature(this.database, signature, this.hooks)
  }

  async releaseExpired(at: Date): Promise<number> {
    const expired = await this.database
      .selectFrom('signing_attempts')
      .where('state', '=', 'signing')
      .where(isAbandoned(at))
      .select('id')
      .limit(100)
      .execute()
    for (const { id } of expired) {
      const isReleased = await this.database
        .transaction()
        .execute((transaction) =>
          releaseWithin(transaction, { attemptId: id, outcomeCode: INTERRUPTED, at, expiredBy: at }),
        )
      if (isReleased) this.hooks.onExpired()
    }
    return expired.length
  }
}

/** The lease ran out, or the process that holds it is silent. */
const isAbandoned = (at: Date) =>
  sql<boolean>`(lease_until < ${at} or lease_owner in (select instance from silent_replicas))`

interface Release {
  attemptId: string
  outcomeCode: string
  at: Date
  /** Only when the lease ran out before this moment, or its owner is silent. */
  expiredBy?: Date
  facts?: FailedAttempt['facts']
}

/** @returns whether it was held until now */
async function releaseWithin(transaction: Transaction<Schema>, release: Release): Promise<boolean> {
  await lockDocumentOfAttempt(transaction, release.attemptId)
  const row = await transaction
    .updateTable('signing_attempts')
    .set({ state: 'failed', outcome_code: release.outcomeCode, lease_until: null, updated_at: release.at })
    .where('id', '=', release.attemptId)
    .where('state', '=', 'signing')
    .$if(release.expiredBy !== undefined, (query) => query.where(isAbandoned(release.expiredBy!)))
    .returning(['signer_id', 'document_id', 'subscription_id'])
    .executeTakeFirst()
  if (!row) return false
  await transaction
    .updateTable('signers')
    .set({ state: 'pending', access_method: null })
    .where('id', '=', row.signer_id)
    .where('state', '=', 'signing')
    .execute()
  await appendAuditEvent(transaction, {
    documentId: row.document_id,
    subscriptionId: row.subscription_id,
    type: 'signature-failed',
    at: release.at,
    facts: {
      signerId: row.signer_id,
      transactionId: release.attemptId,
      code: release.outcomeCode,
      ...providerFacts(release.facts),
    },
  })
  return true
}
