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
} from '../../../modules/templates/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { takeTurns } from '../uploads/upload-store.ts'
import { isOwnTemplate, isSeenTemplate, teamsOf } from './seen-by.ts'
import { readFiles, takeUploads } from './template-files.ts'
import { seenTemplates, toStanding } from './template-rows.ts'

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
    const row = await seenTemplates(this.database, user).where('templates.id', '=', id).executeTakeFirst()
    if (!row) return undefined
    const shown = version ?? row.version
    const sealed = await this.database
      .selectFrom('template_versions')
      .where('template_id', '=', row.id)
      .where('version', '=', shown)
      .select('sealed_content')
      .executeTakeFirst()
    if (!sealed) return undefined
    const content = (await this.open(templateBinding(row.id, shown), sealed.sealed_content)) as TemplateContent
    return { ...toStanding(row, user), shown, content, files: await readFiles(this.database, row.id, content) }
  }

  async list(user: Watcher, { isArchived, after, most }: TemplateQuery): Promise<TemplateItem[]> {
    const rows = await seenTemplates(this.database, user)
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
    return Promise.all(
      rows.map(async ({ sealed_summary: sealed, ...row }) => ({
        ...toStanding(row, user),
        key: row.key,
        ...((await this.open(templateBinding(row.id, row.version), sealed)) as TemplateSummary),
      })),
    )
  }

  async versionsOf(user: Watcher, id: string): Promise<TemplateVersion[] | undefined> {
    const template = await seenTemplates(this.database, user).where('templates.id', '=', id).executeTakeFirst()
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
    if (!row) return undefined
    const seen = await seenTemplates(transaction, user).where('templates.id', '=', row.id).executeTakeFirstOrThrow()
    const standing = toStanding(seen, user)
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
