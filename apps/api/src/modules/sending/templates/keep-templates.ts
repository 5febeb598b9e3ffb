import { randomUUID } from 'node:crypto'
import { invalidFields, PortalError } from '@rubrica/domain'
import { digestOf } from '../../digest-of.ts'
import type { RequestLease } from '../../keyed-requests.ts'
import { ownerOf } from '../../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import { findUpload } from '../uploads/find-upload.ts'
import type { Watcher } from '../ports.ts'
import type { UploadStore } from '../uploads/ports.ts'
import { findTemplate, noSuchTemplate } from './find-template.ts'
import type {
  MayWrite,
  Share,
  Template,
  TemplateContent,
  TemplateDocument,
  TemplateStanding,
  TemplateStore,
} from './ports.ts'
import { summaryOf } from './roles.ts'

/** Of one owner in one subscription. */
const MOST_TEMPLATES = 500

export interface TemplatePorts extends RunOnce {
  readonly templates: TemplateStore
  readonly uploads: Pick<UploadStore, 'find'>
}

/** A file as it is named from outside: an upload, or a file of the template. */
type Named<T> = Omit<T, 'fileName'> & { readonly fileName?: string | undefined }

/** A version as it is asked for: its files may be uploads still. */
export interface WantedContent extends Omit<TemplateContent, 'documents'> {
  readonly documents: readonly (Named<Omit<TemplateDocument, 'attachments'>> & {
    readonly attachments: readonly Named<TemplateDocument['attachments'][number]>[]
  })[]
}

export interface WantedTemplate {
  readonly name: string
  readonly share: Share
  /** With `share: team`. */
  readonly team?: string | undefined
  readonly content: WantedContent
  readonly idempotencyKey: string | undefined
}

/**
 * Keeps a template in its first version. Uploads stay what they are.
 * @throws {PortalError} TOO_MANY_TEMPLATES, NOT_A_TEMPLATE_EDITOR, FILE_NOT_FOUND, VALIDATION_FAILED,
 *   IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE; TEMPLATE_NOT_FOUND for a repeated request whose template was deleted
 */
export function createTemplate(
  ports: TemplatePorts,
  user: Watcher,
  { idempotencyKey: key, ...wanted }: WantedTemplate,
): Promise<Template> {
  const owner = ownerOf(user)
  const keyed =
    key === undefined
      ? undefined
      : { caller: owner, key, call: 'POST /v1/templates', digest: digestOf({ owner, ...wanted }) }
  return runOnce(ports, keyed, {
    act: (lease) => keepTemplate(ports, user, { ...wanted, lease }),
    replay: (kept) => findTemplate(ports.templates, user, { id: (kept as { id: string }).id }),
  })
}

/** The act of a request that makes a template; what is kept of the request is the id. */
export async function keepTemplate(
  ports: TemplatePorts,
  user: Watcher,
  wanted: Omit<WantedTemplate, 'idempotencyKey'> & { readonly lease: RequestLease | undefined },
): Promise<Template> {
  const { name, share, content, lease } = wanted
  const id = randomUUID()
  const teamId = await teamOf(ports, user, wanted)
  if (share !== 'private') requireSharing(user)
  const at = ports.now()
  const end = lease && { lease, answer: { id }, until: keptUntil(at) }
  const writing = { ...(await settle(ports, user, { content, own: new Set() })), at, end }
  if (!(await ports.templates.insert(user, { id, name, share, teamId, ...writing, most: MOST_TEMPLATES }))) {
    throw new PortalError('TOO_MANY_TEMPLATES', `You have ${MOST_TEMPLATES} templates already. Delete one.`, {
      facts: { Limit: MOST_TEMPLATES },
    })
  }
  return findTemplate(ports.templates, user, { id })
}

interface NewVersion {
  readonly id: string
  readonly content: WantedContent
  readonly require: (changes: number) => void
  readonly idempotencyKey: string | undefined
}

/**
 * Makes the next version; those before stay as they are.
 * @throws {PortalError} TEMPLATE_NOT_FOUND, NOT_A_TEMPLATE_EDITOR, FILE_NOT_FOUND, what `require` throws, and as above
 */
export function addVersion(
  ports: TemplatePorts,
  user: Watcher,
  { id, content, require, idempotencyKey: key }: NewVersion,
): Promise<Template> {
  const owner = ownerOf(user)
  const call = `POST /v1/templates/${id.toLowerCase()}/versions`
  const keyed = key === undefined ? undefined : { caller: owner, key, call, digest: digestOf({ owner, content }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const files = await ports.templates.fileIdsOf(user, id)
      const at = ports.now()
      const end = lease && { lease, answer: {}, until: keptUntil(at) }
      const writing = { ...(await settle(ports, user, { content, own: files })), at, end }
      if (!(await ports.templates.addVersion(user, id, { ...writing, mayWrite: writesIf(require) }))) {
        throw noSuchTemplate()
      }
      return findTemplate(ports.templates, user, { id })
    },
    replay: () => findTemplate(ports.templates, user, { id }),
  })
}

export interface WantedChange {
  readonly id: string
  readonly name?: string | undefined
  readonly share?: Share | undefined
  readonly team?: string | undefined
  readonly isArchived?: boolean | undefined
  readonly require: (changes: number) => void
}

/** @throws {PortalError} TEMPLATE_NOT_FOUND, NOT_A_TEMPLATE_EDITOR, VALIDATION_FAILED, and what `require` throws */
export async function changeTemplate(
  ports: TemplatePorts,
  user: Watcher,
  { id, name, share, team, isArchived, require }: WantedChange,
): Promise<Template> {
  await findTemplate(ports.templates, user, { id })
  const teamId = await teamOf(ports, user, { share: share ?? 'private', team })
  if (share !== undefined && share !== 'private') requireSharing(user)
  const mayWrite = writesIf(require)
  if (!(await ports.templates.change(user, id, { name, share, teamId, isArchived, at: ports.now(), mayWrite }))) {
    throw noSuchTemplate()
  }
  // Whoever takes back what they shared of somebody else sees it no more.
  return findTemplate(ports.templates, user, { id })
}

/** @throws {PortalError} TEMPLATE_NOT_FOUND, NOT_A_TEMPLATE_EDITOR, TEMPLATE_IN_USE, and what `require` throws */
export async function deleteTemplate(
  { templates }: Pick<TemplatePorts, 'templates'>,
  user: Watcher,
  { id, require }: { readonly id: string; readonly require: (changes: number) => void },
): Promise<void> {
  if (!(await templates.delete(user, id, writesIf(require)))) throw noSuchTemplate()
}

const notAnEditor = () =>
  new PortalError('NOT_A_TEMPLATE_EDITOR', 'You may use this template, and not change what is shared.')

const writesIf =
  (require: (changes: number) => void): MayWrite =>
  ({ mayEdit, changes }: TemplateStanding) => {
    if (!mayEdit) throw notAnEditor()
    require(changes)
  }

function requireSharing({ userId, editsTemplates }: Watcher): void {
  if (userId !== null && editsTemplates !== true) throw notAnEditor()
}

/** @throws {PortalError} VALIDATION_FAILED for a team that is not among those the caller may share with */
async function teamOf(
  { templates }: Pick<TemplatePorts, 'templates'>,
  user: Watcher,
  { share, team }: Pick<WantedTemplate, 'share' | 'team'>,
): Promise<string | null> {
  if (share !== 'team') {
    if (team === undefined) return null
    throw invalidFields([{ root: 'body', path: ['team'], code: 'INVALID', problem: 'is only given with share: team' }])
  }
  const found = (await templates.teamsOf(user)).find(({ id }) => id === team?.toLowerCase())
  if (found) return found.id
  throw invalidFields([{ root: 'body', path: ['team'], code: 'INVALID', problem: 'is not a team of yours' }])
}

/** From files as they are named from outside to files of the template, each with its name. */
async function settle(
  { uploads, now }: Pick<TemplatePorts, 'uploads' | 'now'>,
  user: Watcher,
  { content, own }: { readonly content: WantedContent; readonly own: ReadonlySet<string> },
) {
  const owner = ownerOf(user)
  const taken = new Map<string, string>()
  const settleOne = async <F extends Named<{ readonly file: string; readonly fileName: string }>>(named: F) => {
    const id = named.file.toLowerCase()
    if (own.has(id)) return { ...named, file: id, fileName: named.fileName ?? 'document.pdf' }
    const upload = await findUpload(uploads, { owner, id }, now())
    const file = taken.get(id) ?? randomUUID()
    taken.set(id, file)
    return { ...named, file, fileName: named.fileName ?? upload.name }
  }
  const documents: TemplateDocument[] = []
  for (const document of content.documents) {
    const attachments: TemplateDocument['attachments'][number][] = []
    for (const attachment of document.attachments) attachments.push(await settleOne(attachment))
    documents.push({ ...(await settleOne(document)), attachments })
  }
  const settled: TemplateContent = { ...content, documents }
  return { content: settled, summary: summaryOf(settled), taken }
}
