import { CompiledQuery, type Transaction } from 'kysely'
import { canonicalJson } from '@rubrica/domain'
import type { Actor, InstallationEntry } from '../../../modules/audit/installation/ports.ts'
import { chainHash, commitTo } from '../audit/commit-to.ts'
import type { Schema } from '../schema.ts'

/** Puts a statement to the transaction of the act. */
export type AskInTransaction = (text: string, values: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>

interface ChainEnd {
  readonly sequence: string
  readonly hash: Buffer | null
}

/** The row of the chain's end, which is made where there is none, and held until the transaction ends. */
const HOLD_CHAIN = `
  insert into installation_chain (is_only, sequence, hash) values (true, 0, null)
  on conflict (is_only) do update set sequence = installation_chain.sequence
  returning sequence, hash`

const APPEND = `
  with event as (
    insert into installation_events (sequence, type, at, canonical, previous_hash, hash)
    values ($1::bigint, $2, $3::timestamptz, $4, $5::bytea, $6::bytea)
  ), personal as (
    insert into installation_personal_data (commitment, sequence, salt, value)
    select commitment, $1::bigint, salt, value
    from unnest($7::bytea[], $8::bytea[], $9::text[]) as personal (commitment, salt, value)
  )
  update installation_chain set sequence = $1::bigint, hash = $6::bytea`

/**
 * Chains one event to the log of the installation, inside the transaction of the act that it tells of. It comes last
 * there: all others who have something to log wait for the end of it.
 */
export function appendInstallationEvent(transaction: Transaction<Schema>, entry: InstallationEntry): Promise<void> {
  return appendBy((text, values) => transaction.executeQuery(CompiledQuery.raw(text, values)), entry)
}

/** The same, for a transaction that is none of Kysely's. */
export async function appendBy(ask: AskInTransaction, entry: InstallationEntry): Promise<void> {
  const { rows } = await ask(HOLD_CHAIN, [])
  const end = rows[0] as ChainEnd
  const sequence = Number(end.sequence) + 1
  const actor = describeActor(entry.actor)
  const personal = commitTo({ ...actor.personal, ...entry.personal })
  const canonical = canonicalJson({
    log: 'installation',
    sequence,
    type: entry.type,
    at: entry.at.toISOString(),
    facts: { ...actor.facts, ...entry.facts },
    personal: Object.fromEntries(personal.map(({ name, commitment }) => [name, commitment.toString('hex')])),
  })
  await ask(APPEND, [
    sequence,
    entry.type,
    entry.at,
    canonical,
    end.hash,
    chainHash(end.hash, canonical),
    personal.map(({ commitment }) => commitment),
    personal.map(({ salt }) => salt),
    personal.map(({ value }) => value),
  ])
}

/** The name of an operator's account is theirs; the ids of persons and programs are in the log of documents, too. */
function describeActor(actor: Actor): Pick<InstallationEntry, 'facts' | 'personal'> {
  if (actor.by === 'operator') return { facts: { by: 'operator' }, personal: { operator: actor.name } }
  if (actor.by === 'program') return { facts: { by: 'program', byClientId: actor.clientId } }
  return { facts: { by: actor.by, ...(actor.by === 'person' && { byUserId: actor.userId }) } }
}
