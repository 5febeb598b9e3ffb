import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import {
  keyInUse,
  type TakeOutcome,
  type KeyedRequest,
  type RequestLease,
  type RequestEnd,
  type RequestStore,
} from '../../../modules/keyed-requests.ts'
import { callerColumns, type Caller } from '../../../modules/owner.ts'
import type { Schema } from '../schema.ts'

/** A row can be gone or taken between two looks; somebody else has made headway then. */
const LOOKS = 3

type Times = Parameters<RequestStore['take']>[1]

/** Requests that may be repeated, in PostgreSQL: one row for each caller and key. */
export class DatabaseRequestStore implements RequestStore {
  private readonly database: Kysely<Schema>
  private readonly instance: string

  /** @param instance names this process, whose claims end when it falls silent */
  constructor(database: Kysely<Schema>, instance: string) {
    this.database = database
    this.instance = instance
  }

  async take(request: KeyedRequest, times: Times): Promise<TakeOutcome> {
    for (let look = 0; look < LOOKS; look += 1) {
      const outcome = (await this.#begin(request, times)) ?? (await this.#look(request, times))
      if (outcome) return outcome
    }
    return { kind: 'running' }
  }

  async #begin(request: KeyedRequest, times: Times): Promise<TakeOutcome | undefined> {
    const lease = { id: randomUUID(), turn: randomUUID() }
    const row = await this.database
      .insertInto('keyed_requests')
      .values({
        id: lease.id,
        ...callerColumns(request.caller),
        key: request.key,
        call: request.call,
        digest: request.digest,
        ...this.#held(lease.turn, times),
        created_at: times.at,
        expires_at: times.until,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row && { kind: 'taken', lease }
  }

  async #look(request: KeyedRequest, times: Times): Promise<TakeOutcome | undefined> {
    const row = await this.database
      .selectFrom('keyed_requests')
      .where(isOf(request.caller))
      .where('key', '=', request.key)
      .select(['id', 'call', 'digest', 'turn', 'answer', 'expires_at', isAbandoned(times.at).as('abandoned')])
      .executeTakeFirst()
    if (!row) return undefined
    if (row.expires_at && row.expires_at <= times.at) return this.#forget(row.id, times.at)
    if (row.call !== request.call || !row.digest.equals(request.digest)) return { kind: 'other-request' }
    if (row.turn === null) return { kind: 'done', answer: row.answer }
    return row.abandoned ? this.#takeOver({ id: row.id, turn: row.turn }, times) : { kind: 'running' }
  }

  /** The clock sweeps later. */
  async #forget(id: string, at: Date): Promise<undefined> {
    await this.database.deleteFrom('keyed_requests').where('id', '=', id).where('expires_at', '<=', at).execute()
  }

  async #takeOver(held: RequestLease, times: Times): Promise<TakeOutcome | undefined> {
    const turn = randomUUID()
    const row = await this.database
      .updateTable('keyed_requests')
      .set(this.#held(turn, times))
      .where('id', '=', held.id)
      .where('turn', '=', held.turn)
      .where(isAbandoned(times.at))
      .returning('id')
      .executeTakeFirst()
    return row && { kind: 'taken', lease: { id: row.id, turn } }
  }

  #held(turn: string, { leaseUntil }: Times) {
    return { turn, lease_owner: this.instance, lease_until: leaseUntil }
  }

  finish(end: RequestEnd): Promise<void> {
    return finishRequest(this.database, end)
  }

  async release({ id, turn }: RequestLease): Promise<void> {
    await this.database.deleteFrom('keyed_requests').where('id', '=', id).where('turn', '=', turn).execute()
  }
}

/** The lease ran out, or the process that holds it is silent. */
const isAbandoned = (at: Date) =>
  sql<boolean>`(lease_until < ${at} or lease_owner in (select instance from silent_replicas))`

function isOf(caller: Caller) {
  return 'clientId' in caller ? sql<boolean>`client_id = ${caller.clientId}` : sql<boolean>`user_id = ${caller.userId}`
}

/**
 * Ends a request in the transaction that has done what it asks for.
 * @throws {PortalError} IDEMPOTENCY_KEY_IN_USE when somebody has taken it over: then nothing of the transaction may stay
 */
export async function finishRequest(
  database: Kysely<Schema> | Transaction<Schema>,
  { lease, answer, until }: RequestEnd,
): Promise<void> {
  const row = await database
    .updateTable('keyed_requests')
    .set({ turn: null, lease_owner: null, lease_until: null, answer: JSON.stringify(answer), expires_at: until })
    .where('id', '=', lease.id)
    .where('turn', '=', lease.turn)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw keyInUse()
}
