import { sql, type Kysely } from 'kysely'
import type { Watcher } from '../../../modules/sending/ports.ts'
import type { Share, TemplateQuery, TemplateStanding } from '../../../modules/sending/templates/ports.ts'
import type { Schema } from '../schema.ts'
import { isOwnTemplate, isSeenTemplate } from './seen-by.ts'

/** Templates that somebody sees, with what is said of each. */
const seenTemplates = (database: Kysely<Schema>, user: Watcher) =>
  database
    .selectFrom('templates')
    .leftJoin('users', 'users.id', 'templates.user_id')
    .leftJoin('teams', 'teams.id', 'templates.team_id')
    .where(isSeenTemplate(user))
    .select([
      'templates.id',
      'templates.name',
      'templates.share',
      'templates.version',
      'templates.changes',
      'templates.created_at',
      'templates.updated_at',
      'templates.archived_at',
      'teams.id as team_id',
      'teams.name as team_name',
    ])
    .select(sql<string>`coalesce(users.name, templates.client_id)`.as('owner_name'))
    .select(isOwnTemplate(user).as('is_own'))

/** What is said of a template, if the user sees it. */
export async function readStanding(
  database: Kysely<Schema>,
  user: Watcher,
  id: string,
): Promise<TemplateStanding | undefined> {
  const row = await seenTemplates(database, user).where('templates.id', '=', id).executeTakeFirst()
  return row && toStanding(row, user)
}

interface ListedTemplate {
  readonly standing: TemplateStanding
  /** What the list is sorted by. */
  readonly key: string
  /** The summary of its newest version. */
  readonly sealed: Buffer
}

/** Those that the user sees, by name. */
export async function listTemplates(
  database: Kysely<Schema>,
  user: Watcher,
  { isArchived, after, most }: TemplateQuery,
): Promise<ListedTemplate[]> {
  const rows = await seenTemplates(database, user)
    .innerJoin('template_versions', (join) =>
      join
        .onRef('template_versions.template_id', '=', 'templates.id')
        .onRef('template_versions.version', '=', 'templates.version'),
    )
    .where('templates.archived_at', isArchived ? 'is not' : 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(lower(templates.name), templates.id) > (${after?.key}, ${after?.id}::uuid)`),
    )
    .orderBy(sql`lower(templates.name)`)
    .orderBy('templates.id')
    .limit(most)
    .select('template_versions.sealed_summary')
    .select(sql<string>`lower(templates.name)`.as('key'))
    .execute()
  return rows.map((row) => ({ standing: toStanding(row, user), key: row.key, sealed: row.sealed_summary }))
}

interface TemplateRow {
  readonly id: string
  readonly name: string
  readonly share: Share
  readonly version: number
  readonly changes: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly archived_at: Date | null
  readonly team_id: string | null
  readonly team_name: string | null
  readonly owner_name: string
  readonly is_own: boolean
}

const toStanding = (row: TemplateRow, user: Watcher): TemplateStanding => ({
  id: row.id,
  name: row.name,
  share: row.share,
  team: row.team_id === null ? null : { id: row.team_id, name: row.team_name! },
  version: row.version,
  changes: row.changes,
  isOwn: row.is_own,
  // What is shared belongs to those who edit the templates of the subscription; a program has nobody to ask.
  mayEdit: user.userId === null || row.share === 'private' ? row.is_own : user.editsTemplates === true,
  ownerName: row.owner_name,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  archivedAt: row.archived_at,
})
