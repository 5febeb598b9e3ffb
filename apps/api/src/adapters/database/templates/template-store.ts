import { sql, type Kysely, type Transaction } from 'kysely'
import { PortalError } from '@rubrica/domain'
import { callerColumns, ownerOf } from '../../../modules/owner.ts'
import type { Watcher } from '../../../modules/sending/ports.ts'
import type {
  MayWrite,
  NewTemplate,
  Team,
  Template,
  TemplateChange,
  TemplateContent,
  TemplateItem,
  TemplateQuery,
  TemplateStore,
  TemplateSummary,
  TemplateVersion,
  VersionWriting,
} from '../../../modules/sending/templates/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { takeTurns } from '../uploads/upload-store.ts'
import { isOwnTemplate, isSeenTemplate, teamsOf } from './seen-by.ts'
import { readFiles, takeUploads } from './template-files.ts'
import { listTemplates, readStanding } from './template-rows.ts'

/** What the sealed values of a version are bound to. */
export const templateBinding = (id: string, version: number): string => `template:${id}:${version}`

/** Templates in PostgreSQL; every statement says who looks. A version is written once, with its template's row locked. */
export class DatabaseTemplateStore implements TemplateStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async insert(user: Watcher, { id, name, share, teamId, most, ...writing }: NewTemplate): Promise<boolean> {
    const owner = ownerOf(user)
    const { at } = writing
    const version = await this.versionRow(user, { id, version: 1 }, writing)
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'templates', owner)
      const others = await transaction
        .selectFrom('templates')
        .where('subscription_id', '=', owner.subscriptionId)
        .where(isOwnTemplate(user))
        .select('id')
        .limit(most)
        .execute()
      if (others.length >= most) return false
      await transaction
        .insertInto('templates')
        .values({
          ...{ id, name, share, team_id: teamId, subscription_id: owner.subscriptionId },
          ...{ ...callerColumns(owner), created_at: at, updated_at: at },
        })
        .execute()
      await this.addTo(transaction, user, { id, version, writing })
      return true
    })
  }

  private async addTo(
    transaction: Transaction<Schema>,
    user: Watcher,
    { id, version, writing }: { id: string; version: VersionRow; writing: VersionWriting },
  ): Promise<void> {
    await transaction.insertInto('template_versions').values(version).execute()
    await takeUploads(transaction, ownerOf(user), { templateId: id, taken: writing.taken, at: writing.at })
    if (writing.end) await finishRequest(transaction, writing.end)
  }

  private async versionRow(
    user: Watcher,
    { id, version }: { readonly id: string; readonly version: number },
    { content, summary, at }: VersionWriting,
  ) {
    return {
      template_id: id,
      version,
      sealed_content: await this.seal(templateBinding(id, version), content),
      sealed_summary: await this.seal(templateBinding(id, version), summary),
      ...callerColumns(ownerOf(user)),
      created_at: at,
    }
  }

  async find(user: Watcher, id: string, version?: number): Promise<Template | undefined> {
    const standing = await readStanding(this.database, user, id)
    if (!standing) return undefined
    const shown = version ?? standing.version
    const sealed = await this.database
      .selectFrom('template_versions')
      .where('template_id', '=', standing.id)
      .where('version', '=', shown)
      .select('sealed_content')
      .executeTakeFirst()
    if (!sealed) return undefined
    const content = (await this.open(templateBinding(standing.id, shown), sealed.sealed_content)) as TemplateContent
    return { ...standing, shown, content, files: await readFiles(this.database, standing.id, content) }
  }

  async list(user: Watcher, query: TemplateQuery): Promise<TemplateItem[]> {
    const listed = await listTemplates(this.database, user, query)
    return Promise.all(
      listed.map(async ({ standing, key, sealed }) => ({
        ...standing,
        key,
        ...((await this.open(templateBinding(standing.id, standing.version), sealed)) as TemplateSummary),
      })),
    )
  }

  async versionsOf(user: Watcher, id: string): Promise<TemplateVersion[] | undefined> {
    const template = await readStanding(this.database, user, id)
    if (!template) return undefined
    return this.database
      .selectFrom('template_versions')
      .leftJoin('users', 'users.id', 'template_versions.user_id')
      .where('template_id', '=', template.id)
      .orderBy('version', 'desc')
      .select(['version', 'template_versions.created_at as madeAt'])
      .select(sql<string>`coalesce(users.name, template_versions.client_id)`.as('madeBy'))
      .execute()
  }

  async addVersion(
    user: Watcher,
    id: string,
    { mayWrite, ...writing }: VersionWriting & { readonly mayWrite: MayWrite },
  ): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const before = await this.lock(transaction, user, { id, mayWrite })
      if (!before) return false
      const version = before.version + 1
      await transaction
        .updateTable('templates')
        .set({ version, changes: before.changes + 1, updated_at: writing.at })
        .where('id', '=', before.id)
        .execute()
      const row = await this.versionRow(user, { id: before.id, version }, writing)
      await this.addTo(transaction, user, { id: before.id, version: row, writing })
      return true
    })
  }

  change(
    user: Watcher,
    id: string,
    {
      name,
      share,
      teamId,
      isArchived,
      at,
      mayWrite,
    }: TemplateChange & { readonly at: Date; readonly mayWrite: MayWrite },
  ): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const before = await this.lock(transaction, user, { id, mayWrite })
      if (!before) return false
      await transaction
        .updateTable('templates')
        .set({
          ...{ changes: before.changes + 1, updated_at: at },
          ...(name !== undefined && { name }),
          ...(share !== undefined && { share, team_id: teamId ?? null }),
          ...(isArchived !== undefined && { archived_at: isArchived ? (before.archivedAt ?? at) : null }),
        })
        .where('id', '=', before.id)
        .execute()
      return true
    })
  }

  delete(user: Watcher, id: string, mayWrite: MayWrite): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const before = await this.lock(transaction, user, { id, mayWrite })
      if (!before) return false
      const sent = await transaction
        .selectFrom('dispatches')
        .where('template_id', '=', before.id)
        .select('id')
        .limit(1)
        .executeTakeFirst()
      if (sent) throw new PortalError('TEMPLATE_IN_USE', 'Something was sent from this template. Archive it instead.')
      await transaction.deleteFrom('templates').where('id', '=', before.id).execute()
      return true
    })
  }

  private async lock(
    transaction: Transaction<Schema>,
    user: Watcher,
    { id, mayWrite }: { readonly id: string; readonly mayWrite: MayWrite },
  ) {
    const row = await transaction
      .selectFrom('templates')
      .where('id', '=', id)
      .where(isSeenTemplate(user))
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    const standing = row && (await readStanding(transaction, user, row.id))
    if (!standing) return undefined
    mayWrite(standing)
    return standing
  }

  async fileIdsOf(user: Watcher, id: string): Promise<ReadonlySet<string>> {
    const rows = await this.database
      .selectFrom('template_files')
      .innerJoin('templates', 'templates.id', 'template_files.template_id')
      .where('templates.id', '=', id)
      .where(isSeenTemplate(user))
      .select('template_files.id')
      .execute()
    return new Set(rows.map((row) => row.id))
  }

  async teamsOf(user: Watcher): Promise<Team[]> {
    const { rows } = await teamsOf(user).execute(this.database)
    return rows
  }

  private async seal(binding: string, value: object): Promise<Buffer> {
    return Buffer.from(await this.serverKeys.wrap(Buffer.from(JSON.stringify(value)), binding))
  }

  private async open(binding: string, sealed: Buffer): Promise<unknown> {
    return JSON.parse(Buffer.from(await this.serverKeys.unwrap(sealed, binding)).toString('utf8'))
  }
}

type VersionRow = Awaited<ReturnType<DatabaseTemplateStore['versionRow']>>
