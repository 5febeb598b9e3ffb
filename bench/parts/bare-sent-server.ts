/** The list of what was sent with SQL written by hand, the peer of the benchmark. */
import { createHmac, randomBytes } from 'node:crypto'
import { pool, serveBare } from './bare-server.ts'

const CURSOR_KEY = randomBytes(32)

interface Row {
  readonly id: string
  readonly dispatch_id: string
  readonly file_name: string
  readonly tag: string
  readonly state: string
  readonly uploaded_at: Date
  readonly deadline: Date | null
  readonly ended_at: Date | null
  readonly signed: number
  readonly signers: number
  readonly awaited: readonly { name: string; isApprover: boolean; since: string }[] | null
  readonly event_type: string
  readonly event_at: Date
}

/** @param steps the common table expressions that give the documents of the page, `page` */
const listSql = (steps: string) => `
  with ${steps}
  select page.*, people.signed, people.signers, awaited.awaited, event.type as event_type, event.at as event_at
  from page
    cross join lateral (
      select count(*) filter (where state = 'signed')::int as signed, count(*)::int as signers
      from signers where document_id = page.id and state <> 'replaced') people
    cross join lateral (
      select json_agg(json_build_object('name', name, 'isApprover', approves, 'since', since) order by since, name) as awaited
      from (select signer_name as name, false as approves, called_at as since from signers
            where document_id = page.id and state in ('pending', 'signing')
          union all
          select u.name, true, page.uploaded_at from approvers a join users u on u.id = a.user_id
            where a.document_id = page.id and a.state = 'pending') waiting) awaited
    join audit_events event on event.document_id = page.id and event.sequence = page.audit_sequence
  order by page.uploaded_at desc, page.id desc`

const COLUMNS = `id, dispatch_id, file_name, tag, state, uploaded_at, deadline, ended_at, audit_sequence`
const NEWEST = 'order by uploaded_at desc, id desc limit $2'

const FILTERS = {
  none: '',
  fileName: 'and folded_file_name like $3',
  silentDays: `and state = 'open' and last_event_at < $3`,
} as const

const pageOf = (source: string, filter: string) =>
  listSql(`page as (select ${COLUMNS} from documents where ${source} ${filter} ${NEWEST})`)

/** Of all documents of the subscription, of those that somebody sent, or of those that a team shares with them too. */
const OWN = (filter: string) =>
  listSql(`page as (select * from (
      (select ${COLUMNS} from documents where user_id = $1 and subscription_id = $4 ${filter} ${NEWEST})
      union all
      (select ${COLUMNS} from documents where team_id in (select team_id from team_members where user_id = $1)
        and user_id is distinct from $1 and subscription_id = $4 ${filter} ${NEWEST})) found ${NEWEST})`)

const toItem = (row: Row) => ({
  guid: row.id,
  dispatch: row.dispatch_id,
  fileName: row.file_name,
  tags: row.tag === '' ? [] : row.tag.split(','),
  state: row.state,
  uploadedAt: row.uploaded_at.toISOString(),
  deadline: row.deadline?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  signed: row.signed,
  signers: row.signers,
  awaited: (row.awaited ?? []).map((person) => ({ ...person, since: new Date(person.since).toISOString() })),
  lastEvent: { type: row.event_type, at: row.event_at.toISOString() },
})

/** From which subscription somebody sends, and whether they see all of it. */
async function membershipOf(userId: string): Promise<{ subscription_id: string; sees_everything: boolean }> {
  const { rows } = await pool.query<{ subscription_id: string; sees_everything: boolean }>({
    name: 'membership',
    text: `select subscription_id, roles && array['manager'] as sees_everything from user_subscriptions
      where user_id = $1 and roles && array['sender', 'manager']`,
    values: [userId],
  })
  return rows[0]!
}

function filterOf(query: URLSearchParams): { name: keyof typeof FILTERS; value: unknown } {
  const fileName = query.get('fileName')
  if (fileName !== null) return { name: 'fileName', value: `%${fileName.toLowerCase()}%` }
  const days = query.get('silentDays')
  if (days !== null) return { name: 'silentDays', value: new Date(Date.now() - Number(days) * 86_400_000) }
  return { name: 'none', value: undefined }
}

/** A cursor that nobody else can make. */
function cursorAfter({ uploaded_at, id }: Row): string {
  const place = Buffer.from(JSON.stringify([uploaded_at, id]))
  return Buffer.concat([createHmac('sha256', CURSOR_KEY).update(place).digest(), place]).toString('base64url')
}

async function listFor(userId: string, query: URLSearchParams): Promise<object> {
  const limit = Number(query.get('limit'))
  const { subscription_id: subscription, sees_everything: seesEverything } = await membershipOf(userId)
  const { name, value } = filterOf(query)
  const extra = value === undefined ? [] : [value]
  const { rows } = seesEverything
    ? await pool.query<Row>({
        name: `all ${name}`,
        text: pageOf('subscription_id = $1', FILTERS[name]),
        values: [subscription, limit + 1, ...extra],
      })
    : await pool.query<Row>({
        name: `own ${name}`,
        // Without a filter there is no third value.
        text: OWN(FILTERS[name]).replaceAll('$4', value === undefined ? '$3' : '$4'),
        values: [userId, limit + 1, ...extra, subscription],
      })
  const shown = rows.slice(0, limit)
  return { data: shown.map(toItem), next: rows.length > limit ? cursorAfter(shown.at(-1)!) : null }
}

serveBare(listFor)
