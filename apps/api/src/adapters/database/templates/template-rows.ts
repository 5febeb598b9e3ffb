import { sql, type Kysely } from 'kysely'
import type { Watcher } from '../../../modules/sending/ports.ts'
import type { Share, TemplateStanding } from '../../../modules/templates/ports.ts'
import type { Schema } from '../schema.ts'
import { isOwnTemplate, isSeenTemplate } from './seen-by.ts'

/** Templates that somebody sees, with what is said of each. */
export const seenTemplates = (database: Kysely<Schema>, user: Watcher) =>
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

export const toStanding = (row: TemplateRow, user: Watcher): TemplateStanding => ({
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
