import type { Kysely } from 'kysely'
import type { EventQuery, SentChange, SentEvent } from '../../../modules/sending/sent/ports.ts'
import type { Schema } from '../schema.ts'

interface LoggedEvent {
  readonly facts: Readonly<Record<string, unknown>>
  /** Commitments (hexadecimal) by the name of the value. */
  readonly personal: Readonly<Record<string, string>>
}

/** Where the names and texts are that an event only points to. */
interface Lookup {
  /** By the id of the signer or the approver that somebody is, or of their copy. */
  readonly people: ReadonlyMap<string, { readonly userId: string; readonly name: string }>
  /** By the id of the person. */
  readonly names: ReadonlyMap<string, string>
  /** Of teams, by their id. */
  readonly teams: ReadonlyMap<string, string>
  /** By their commitment. */
  readonly values: ReadonlyMap<string, string>
}

/** What happened to a document, from its audit log, the oldest first. */
export async function readSentEvents(
  database: Kysely<Schema>,
  documentId: string,
  { after, most }: EventQuery,
): Promise<SentEvent[]> {
  const rows = await database
    .selectFrom('audit_events')
    .where('document_id', '=', documentId)
    .where('sequence', '>', String(after))
    .orderBy('sequence')
    .limit(most)
    .select(['sequence', 'type', 'at', 'canonical'])
    .execute()
  const events = rows.map(({ canonical, ...row }) => ({ ...(JSON.parse(canonical) as LoggedEvent), ...row }))
  const [people, names, teams, values] = await Promise.all([
    peopleOf(database, documentId),
    namesOf(database, events.flatMap(idsOf)),
    teamsOf(database, events.flatMap(teamIdsOf)),
    valuesOf(database, events.flatMap(textsOf)),
  ])
  return events.map(({ sequence, type, at, facts, personal }) => ({
    sequence: Number(sequence),
    type,
    at,
    person: people.get(String(facts['approverId'] ?? facts['signerId'] ?? facts['copyId'])) ?? null,
    reason: values.get(personal['reason'] ?? '') ?? null,
    changes: changesOf({ facts, personal }, { people, names, teams, values }),
  }))
}

/** What an event says was changed: `deadline`, or `approvers:<id of the signer>`. */
function changedOf({ facts }: LoggedEvent): readonly string[] {
  const { changed } = facts
  return typeof changed === 'string' && changed !== '' ? changed.split(' ') : []
}

/** Changes whose values are ids of people, separated by blanks. */
const OF_PEOPLE: readonly string[] = ['approvers', 'copies', 'signerAdded', 'signerRemoved']
const isOfPeople = (change: string) => OF_PEOPLE.includes(change.split(':')[0]!)

const factsOf = ({ facts }: LoggedEvent, change: string) =>
  (['before', 'after'] as const).map((when) => facts[`${change}.${when}`])

/** Ids of people that stand in an event as values. */
function idsOf(event: LoggedEvent): readonly string[] {
  const { before, after, successorId } = event.facts
  const listed = changedOf(event)
    .filter(isOfPeople)
    .flatMap((change) => factsOf(event, change))
  return [before, after, successorId, ...listed].flatMap((ids) =>
    typeof ids === 'string' && ids !== '' ? ids.split(' ') : [],
  )
}

/** Ids of teams that stand in an event as values. */
const teamIdsOf = (event: LoggedEvent): readonly string[] =>
  changedOf(event).includes('team') ? factsOf(event, 'team').filter((id): id is string => typeof id === 'string') : []

/** Commitments of an event that are told. */
const textsOf = (event: LoggedEvent): readonly string[] =>
  Object.entries(event.personal).flatMap(([name, commitment]) =>
    name === 'reason' || changedOf(event).some((change) => name.startsWith(`${change}.`)) ? [commitment] : [],
  )

function changesOf(event: LoggedEvent, { people, names, teams, values }: Lookup): SentChange[] {
  const { facts, personal } = event
  const named = (ids: unknown) =>
    typeof ids !== 'string'
      ? null
      : ids
          .split(' ')
          .map((id) => names.get(id) ?? '')
          .join(', ')
  if (typeof facts['newSignerId'] === 'string') {
    return [{ what: 'signer', person: null, before: named(facts['before']), after: named(facts['after']) }]
  }
  if (typeof facts['successorId'] === 'string') {
    return [{ what: 'successor', person: null, before: null, after: named(facts['successorId']) }]
  }
  return changedOf(event).map((change) => {
    const [what, of = ''] = change.split(':') as [string, string?]
    const valueOf = (name: string) => {
      const fact = facts[name]
      if (isOfPeople(change)) return named(fact)
      if (change === 'team') return typeof fact === 'string' ? (teams.get(fact) ?? '') : null
      return typeof fact === 'string' ? fact : (values.get(personal[name] ?? '') ?? null)
    }
    const person = people.get(of)?.name ?? null
    return { what, person, before: valueOf(`${change}.before`), after: valueOf(`${change}.after`) }
  })
}

async function peopleOf(database: Kysely<Schema>, documentId: string): Promise<Lookup['people']> {
  const found = await Promise.all(
    (['signers', 'approvers', 'copies'] as const).map((table) =>
      database
        .selectFrom(table)
        .innerJoin('users', 'users.id', `${table}.user_id`)
        .where(`${table}.document_id`, '=', documentId)
        .select([`${table}.id`, 'users.user_id', 'users.name'])
        .execute(),
    ),
  )
  return new Map(found.flat().map(({ id, user_id, name }) => [id, { userId: user_id, name }]))
}

async function namesOf(database: Kysely<Schema>, ids: readonly string[]): Promise<Lookup['names']> {
  if (ids.length === 0) return new Map()
  const rows = await database.selectFrom('users').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function teamsOf(database: Kysely<Schema>, ids: readonly string[]): Promise<Lookup['teams']> {
  if (ids.length === 0) return new Map()
  const rows = await database.selectFrom('teams').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Personal values that were not erased. */
async function valuesOf(database: Kysely<Schema>, commitments: readonly string[]): Promise<Lookup['values']> {
  if (commitments.length === 0) return new Map()
  const rows = await database
    .selectFrom('audit_personal_data')
    .where(
      'commitment',
      'in',
      commitments.map((commitment) => Buffer.from(commitment, 'hex')),
    )
    .select(['commitment', 'value'])
    .execute()
  return new Map(rows.map(({ commitment, value }) => [commitment.toString('hex'), value]))
}
