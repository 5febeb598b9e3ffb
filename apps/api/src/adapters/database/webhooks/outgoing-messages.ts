import { sql, type Kysely, type Transaction } from 'kysely'
import type { HeldMessage, MessageTry, Outgoing, SignatureScheme, Verdict } from '../../../modules/webhooks/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { missWaiting } from './endpoint-store.ts'
import { IS_SERVED } from './is-served.ts'
import { sealSecrets, type SealedSecrets } from './sealed-secrets.ts'

/** Messages of one endpoint that are under way at once, over all processes: a slow receiver holds up nobody else. */
const MOST_OF_ENDPOINT = 32
/** Endpoints of one look, and messages of each that are looked at. */
const MOST_ENDPOINTS = 50
const LOOKED_AT = 200
/** After so long without one that arrived, or so many that were given up, an endpoint gets nothing any more. */
const FAILING_MS = 5 * 24 * 60 * 60_000
const MOST_GIVEN_UP = 50

/** Tells the owner of an endpoint that it was disabled, inside the transaction that disables it. */
export type TellDisabled = (transaction: Transaction<Schema>, endpointId: string) => Promise<void>

/** Messages on their way, in PostgreSQL. */
export function openOutgoing(database: Kysely<Schema>, serverKeys: ServerKeys, tellDisabled: TellDisabled): Outgoing {
  const secrets = sealSecrets(serverKeys)
  return {
    hold: async (times, most) => {
      const { rows } = await holdDue(database, times, most)
      return Promise.all(rows.map((row) => toHeld(secrets, row)))
    },
    settle: (message, result, verdict) =>
      inTransaction(database, async (transaction) => {
        await lockEndpoint(transaction, message.endpointId)
        if (!(await endTry(transaction, message, { result, verdict }))) return false
        if (!message.isReplay && (await countHealth(transaction, message.endpointId, { at: result.at, verdict }))) {
          await missWaiting(transaction, message.endpointId)
          await tellDisabled(transaction, message.endpointId)
        }
        return true
      }),
  }
}

interface HeldRow {
  id: string
  endpoint_id: string
  url: string
  signing: SignatureScheme
  wrapped_secret: Buffer
  wrapped_former: Buffer | null
  body: string
  created_at: Date
  tries: number
  tries_of_round: number
  is_replay: boolean
}

/**
 * The row of each endpoint is locked, and passed over by others meanwhile: so nobody else takes another message of the
 * same document, or one more than may be under way; whoever locks it just afterwards, and has not seen yet what was
 * taken, finds it no longer due. Events that add messages meanwhile lock its key alone, and hold nobody up. What died
 * in somebody's hands is due again when its time is over.
 */
const holdDue = (database: Kysely<Schema>, { at, until }: { at: Date; until: Date }, most: number) =>
  sql<HeldRow>`
    with endpoints as (
      select e.* from webhook_endpoints e
      where ${IS_SERVED} and exists (
          select from webhook_messages m where m.endpoint_id = e.id and m.state = 'waiting' and m.next_at <= ${at})
      order by random() limit ${MOST_ENDPOINTS} for no key update of e skip locked
    ), due as (
      select chosen.id from endpoints e
      cross join lateral (
        select count(*)::int as under_way from webhook_messages m where m.endpoint_id = e.id and m.is_held and m.next_at > ${at}
      ) busy
      cross join lateral (
        select first_of_document.id from (
          select distinct on (coalesce(m.document_id, m.id)) m.id, m.next_at from (
            select * from webhook_messages w where w.endpoint_id = e.id and w.state = 'waiting' and w.next_at <= ${at}
            order by w.next_at limit ${LOOKED_AT}
          ) m
          where not exists (
            select from webhook_messages h where h.endpoint_id = e.id and h.is_held and h.next_at > ${at}
              and h.document_id = m.document_id)
          order by coalesce(m.document_id, m.id), m.sequence
        ) first_of_document
        order by first_of_document.next_at limit greatest(0, ${MOST_OF_ENDPOINT} - busy.under_way)
      ) chosen
      limit ${most}
    )
    update webhook_messages m
    set is_held = true, next_at = ${until}, tries = m.tries + 1, tries_of_round = m.tries_of_round + 1
    from due, endpoints e where m.id = due.id and e.id = m.endpoint_id and m.next_at <= ${at}
    returning m.id, m.endpoint_id, e.url, e.signing, e.wrapped_secret,
      case when e.former_until > ${at} then e.wrapped_former end as wrapped_former,
      m.body, m.created_at, m.tries, m.tries_of_round, m.is_replay`.execute(database)

const toHeld = async (secrets: SealedSecrets, row: HeldRow): Promise<HeldMessage> => {
  // One that does not open holds up the messages of no other endpoint.
  let fault: unknown
  const open = (sealed: Buffer | null) =>
    sealed &&
    secrets.open(row.endpoint_id, sealed).catch((error: unknown) => {
      fault = error
      return null
    })
  const [present, former] = await Promise.all([open(row.wrapped_secret), open(row.wrapped_former)])
  return {
    ...{ id: row.id, endpointId: row.endpoint_id, url: row.url, signing: row.signing, body: row.body },
    createdAt: row.created_at,
    fault,
    secrets: present ? [present, ...(former ? [former] : [])] : [],
    ...{ number: row.tries, ofRound: row.tries_of_round, isReplay: row.is_replay },
  }
}

/**
 * Before its messages, as who changes or deletes it does: two that wait for each other would be a deadlock. Events that
 * add messages meanwhile wait for nobody, since its key stays as it is.
 */
const lockEndpoint = (transaction: Transaction<Schema>, id: string) =>
  transaction.selectFrom('webhook_endpoints').where('id', '=', id).select('id').forNoKeyUpdate().execute()

/** @returns whether it was still ours: somebody else has counted another try once the lease was over */
async function endTry(
  transaction: Transaction<Schema>,
  { id, number }: HeldMessage,
  { result, verdict }: { result: MessageTry; verdict: Verdict },
): Promise<boolean> {
  const ended = { next_at: null, is_held: false }
  const { numUpdatedRows } = await transaction
    .updateTable('webhook_messages')
    .set(
      verdict.kind === 'again'
        ? { next_at: verdict.at, is_held: false }
        : { ...ended, state: verdict.kind === 'arrived' ? 'arrived' : 'missed' },
    )
    .where('id', '=', id)
    .where('is_held', '=', true)
    .where('tries', '=', number)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await transaction
    .insertInto('webhook_tries')
    .values({ message_id: id, ...result })
    .execute()
  return true
}

/** @returns whether it is disabled by this */
async function countHealth(
  transaction: Transaction<Schema>,
  endpointId: string,
  { at, verdict }: { at: Date; verdict: Verdict },
): Promise<boolean> {
  if (verdict.kind === 'arrived') {
    await sql`update webhook_endpoints set arrived_at = ${at}, failing_since = null, given_up = 0
      where id = ${endpointId}`.execute(transaction)
    return false
  }
  const given = verdict.kind === 'given-up' ? 1 : 0
  const isGone = verdict.kind === 'gone'
  const before = new Date(at.getTime() - FAILING_MS)
  await sql`update webhook_endpoints set failing_since = coalesce(failing_since, ${at}), given_up = given_up + ${given}
    where id = ${endpointId}`.execute(transaction)
  const { numAffectedRows } = await sql`
    update webhook_endpoints set state = 'disabled', disabled_at = ${at}, version = version + 1,
      disabled_reason = case when ${isGone} then 'gone' else 'failing' end
    where id = ${endpointId} and state = 'on'
      and (${isGone} or failing_since <= ${before} or given_up >= ${MOST_GIVEN_UP})`.execute(transaction)
  return numAffectedRows === 1n
}
