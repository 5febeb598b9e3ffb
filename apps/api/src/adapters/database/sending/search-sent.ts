/**
 * What was sent, in one statement. Each source of documents (a person's own, those of each of their teams, a program's,
 * a whole subscription's) comes from an index in the order of the list; only the documents of the page are joined with
 * their people and events.
 */
import type { Kysely } from 'kysely'
import type { DocumentState } from '@rubrica/domain'
import type { Watcher } from '../../../modules/sending/ports.ts'
import type { AwaitedPerson, SentItem, SentPlace, SentQuery } from '../../../modules/sending/sent/ports.ts'
import type { SentFilters } from '../../../modules/sending/filters/ports.ts'
import { partOf } from '../documents/words-of.ts'
import { findNamedPeople, type NamedPeople } from './find-named-people.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

interface Row {
  readonly id: string
  readonly dispatch_id: string
  readonly file_name: string
  readonly tag: string
  readonly state: DocumentState
  readonly uploaded_at: Date
  readonly microseconds: string
  readonly deadline: Date | null
  readonly ended_at: Date | null
  readonly signed: number
  readonly signers: number
  readonly questions: number
  readonly awaited: readonly { name: string; isApprover: boolean; since: string }[] | null
  readonly event_type: string
  readonly event_at: Date
}

/** Values of a statement, and the placeholders that stand for them. */
class Values {
  readonly all: unknown[] = []

  place(value: unknown): string {
    this.all.push(value)
    return `$${this.all.length}`
  }
}

/** @param put gives the placeholder of a value */
const CONDITIONS: {
  readonly [Name in keyof SentFilters]-?: (value: NonNullable<SentFilters[Name]>, put: Values['place']) => string
} = {
  state: (state, put) => `documents.state = ${put(state)}`,
  fileName: (text, put) => `documents.folded_file_name like ${put(partOf(text))}`,
  // Asked of each document in turn: who has one of these names is on most of them.
  person: (text, put) => {
    const pattern = put(text.replace(/[\\%_]/g, '\\$&'))
    const isCalled = `(users.name ilike '%' || ${pattern} || '%' or users.user_id ilike '%' || ${pattern} || '%')`
    return hasOneOf((table) => `join users on users.id = ${table}.user_id`, isCalled)
  },
  // Most documents have no such letters in a row, which is seen at once.
  tag: (tag, put) => {
    const text = put(tag)
    return `strpos(documents.tag, ${text}) > 0 and ${text} = any(string_to_array(documents.tag, ','))`
  },
  // An index has those of a template in the order of the list.
  templateId: (id, put) => `documents.template_id = ${put(id)}::uuid`,
  from: (at, put) => `documents.uploaded_at >= ${put(at)}`,
  before: (at, put) => `documents.uploaded_at < ${put(at)}`,
  // What waits for one person is little, and an index of their own leads to it.
  awaits: (userId, put) => {
    const user = put(userId)
    return `documents.state = 'open' and documents.id = any(array(
      select document_id from signers where user_id = ${user} and state in ('pending', 'signing')
      union select document_id from approvers where user_id = ${user} and state = 'pending'))`
  },
  // Few documents have one file, and an index of theirs leads to them.
  sha256: (digest, put) => `documents.id in (
    select document_id from revisions where number = 0 and digest = decode(${put(digest)}, 'hex'))`,
  silentSince: (at, put) => `documents.state = 'open' and documents.last_event_at < ${put(at)}`,
}

/** A value, and no `exists`: PostgreSQL would put together the documents of everybody who fits first. */
const hasOneOf = (join: (table: string) => string, condition: string) =>
  `coalesce(${['signers', 'approvers']
    .map(
      (table) =>
        `(select true from ${table} ${join(table)} where ${table}.document_id = documents.id and ${condition} limit 1)`,
    )
    .join(', ')}, false)`

function conditionOfPeople({ ids, areOnFew }: NamedPeople, put: Values['place']): string {
  const named = put(ids)
  if (!areOnFew) return hasOneOf(() => '', `user_id = any(${named}::uuid[])`)
  const places = ['signers', 'approvers'].map(
    (table) => `select document_id from ${table} where user_id = any(${named}::uuid[])`,
  )
  return `documents.id = any(array(${places.join(' union ')}))`
}

function conditionsOf(filters: SentFilters, put: Values['place']): string[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => CONDITIONS[name as keyof SentFilters](value as never, put))
}

/** The sources of a watcher's documents: what stands after `from`, and the condition that names them. */
function sourcesOf(watcher: Watcher, put: Values['place']): { from: string; where: string }[] {
  const subscription = put(watcher.subscriptionId)
  const own = (owner: string) => `documents.subscription_id = ${subscription} and ${owner}`
  if (watcher.seesEverything) return [{ from: 'documents', where: `documents.subscription_id = ${subscription}` }]
  if (watcher.clientId !== null)
    return [{ from: 'documents', where: own(`documents.client_id = ${put(watcher.clientId)}`) }]
  if (watcher.userId === null)
    return [{ from: 'documents', where: own('documents.client_id is null and documents.user_id is null') }]
  const user = put(watcher.userId)
  return [
    { from: 'documents', where: own(`documents.user_id = ${user}`) },
    {
      from: `team_members join documents on documents.team_id = team_members.team_id`,
      where: `team_members.user_id = ${user} and ${own(`documents.user_id is distinct from ${user}`)}`,
    },
  ]
}

const PAGE_OF = `documents.id, documents.dispatch_id, documents.file_name, documents.tag, documents.state,
  documents.uploaded_at, documents.deadline, documents.ended_at, documents.audit_sequence,
  (extract(epoch from documents.uploaded_at) * 1000000)::bigint as microseconds`

/** What a page says of each document besides its own row. */
const WITH_PEOPLE = `
  select page.*, people.signed, people.signers, people.questions, awaited.awaited, event.type as event_type, event.at as event_at
  from page
    cross join lateral (
      select count(*) filter (where state = 'signed')::int as signed, count(*)::int as signers,
        count(*) filter (where state in ('pending', 'signing') and exists (
          select from passing_requests where signer_id = signers.id and declined_at is null))::int as questions
      from signers where document_id = page.id and state not in ('replaced', 'removed')) as people
    cross join lateral (
      select json_agg(json_build_object('name', name, 'isApprover', is_approver, 'since', since) order by since, name)
        as awaited
      from (
        select signer_name as name, false as is_approver, called_at as since
        from signers where document_id = page.id and state in ('pending', 'signing')
        union all
        select users.name, true, page.uploaded_at
        from approvers join users on users.id = approvers.user_id
        where approvers.document_id = page.id and approvers.state = 'pending') as waiting) as awaited
    cross join lateral (
      select type, at from audit_events
      where document_id = page.id and sequence = page.audit_sequence) as event
  order by page.uploaded_at desc, page.id desc`

/** The place is made a moment, and the rows are left as they are, so that the index leads there. */
const isAfter = ({ microseconds, id }: SentPlace, put: Values['place']) =>
  `(documents.uploaded_at, documents.id) <
    (timestamptz 'epoch' + ${put(microseconds)}::bigint * interval '1 microsecond', ${put(id)}::uuid)`

/** The newest first. */
export async function searchSent(
  database: Kysely<Schema>,
  { watcher, filters, after, most }: SentQuery,
): Promise<SentItem[]> {
  const { person, ...others } = filters
  const named = person === undefined || person === '' ? undefined : await findNamedPeople(database, person)
  if (named?.ids.length === 0) return []
  const values = new Values()
  const put = (value: unknown) => values.place(value)
  const limit = put(most)
  const conditions = [
    ...(after ? [isAfter(after, put)] : []),
    ...conditionsOf(named ? others : filters, put),
    ...(named ? [conditionOfPeople(named, put)] : []),
  ]
  const halves = sourcesOf(watcher, put).map(
    ({ from, where }) => `(select ${PAGE_OF} from ${from} where ${[where, ...conditions].join(' and ')}
      order by documents.uploaded_at desc, documents.id desc limit ${limit})`,
  )
  const text = `with page as (
    select * from (${halves.join(' union all ')}) as found order by uploaded_at desc, id desc limit ${limit}) ${WITH_PEOPLE}`
  const { rows } = await database.executeQuery(preparedQuery<Row>(text, values.all))
  return rows.map(toItem)
}

const toPerson = ({ name, isApprover, since }: NonNullable<Row['awaited']>[number]): AwaitedPerson => ({
  name,
  isApprover,
  since: new Date(since),
})

const toItem = (row: Row): SentItem => ({
  id: row.id,
  dispatchId: row.dispatch_id,
  fileName: row.file_name,
  tags: row.tag === '' ? [] : row.tag.split(','),
  state: row.state,
  uploadedAt: row.uploaded_at,
  microseconds: row.microseconds,
  deadline: row.deadline,
  endedAt: row.ended_at,
  signed: row.signed,
  signers: row.signers,
  questions: row.state === 'open' ? row.questions : 0,
  awaited: row.state === 'open' ? (row.awaited ?? []).map(toPerson) : [],
  lastEvent: { type: row.event_type, at: row.event_at },
})
