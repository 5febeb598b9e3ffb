import { PortalError } from '@rubrica/domain'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import type { SendingStore, Watcher } from '../ports.ts'
import { findTemplate } from './find-template.ts'
import type { PersonOrRole, Template, TemplateContent, TemplateDocument, TemplateStore } from './ports.ts'
import { foldRole, rolesOf } from './roles.ts'

/** A file within an exported template. */
interface ExportedFile {
  readonly fileName: string
  /** Base64. */
  readonly data: string
}

export interface ExportedContent extends Omit<TemplateContent, 'documents'> {
  readonly documents: readonly (ExportedFile & {
    readonly description: string
    readonly attachments: readonly (ExportedFile & { readonly signers: readonly number[] })[]
  })[]
}

export interface ExportPorts {
  readonly templates: Pick<TemplateStore, 'find'>
  readonly store: Pick<SendingStore, 'findPeople'>
  readonly objects: Pick<DocumentObjects, 'read'>
}

interface ExportWish {
  readonly id: string
  readonly version: number | undefined
  /** Called with the bytes of each file before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
}

/** Of all files together, as much as the import of a template takes. */
const MOST_BYTES = 24 * 1024 * 1024

/**
 * A version as one file that means the same anywhere: its files are in it, and people of this installation become roles
 * of their names. People without an account stay, for they are named by an address.
 * @throws {PortalError} TEMPLATE_NOT_FOUND, TEMPLATE_TOO_LARGE, DOCUMENT_DAMAGED
 */
export async function exportTemplate(
  ports: ExportPorts,
  user: Watcher,
  { id, version, onLength }: ExportWish,
): Promise<{ readonly name: string; readonly content: ExportedContent }> {
  const template = await findTemplate(ports.templates, user, { id, version })
  const size = template.files.reduce((sum, file) => sum + file.size, 0)
  if (size > MOST_BYTES) {
    throw new PortalError('TEMPLATE_TOO_LARGE', 'The files of the template are too large to be exported.')
  }
  onLength(Math.ceil(size / 3) * 4)
  const read = async (file: string): Promise<string> => {
    const { key, objectId } = template.files.find((one) => one.id === file)!
    return Buffer.from(await ports.objects.read(key, objectId)).toString('base64')
  }
  const documents = []
  for (const document of template.content.documents) documents.push(await exportDocument(document, read))
  const signers = await withoutPeople(ports, user, template)
  return { name: template.name, content: { ...template.content, documents, signers, copies: [] } }
}

async function exportDocument(
  { file, fileName, description, attachments }: TemplateDocument,
  read: (file: string) => Promise<string>,
): Promise<ExportedContent['documents'][number]> {
  const exported = []
  for (const one of attachments) {
    exported.push({ fileName: one.fileName, signers: one.signers, data: await read(one.file) })
  }
  return { fileName, description, data: await read(file), attachments: exported }
}

async function withoutPeople(
  { store }: Pick<ExportPorts, 'store'>,
  { subscriptionId }: Watcher,
  { content }: Template,
): Promise<TemplateContent['signers']> {
  const named = content.signers.flatMap((signer) => [signer, ...signer.approvers]).filter(isPerson)
  const people = await store.findPeople(subscriptionId, named)
  const roles = new Map<string, string>()
  const taken = new Set(rolesOf(content).map(foldRole))
  for (const [index, one] of named.entries()) {
    const key = people[index]?.id ?? keyOf(one)
    if (!roles.has(key)) roles.set(key, freeName(people[index]?.name, taken))
    roles.set(keyOf(one), roles.get(key)!)
  }
  const toRole = <P extends PersonOrRole>(one: P): P =>
    isPerson(one) ? { ...without(one, ['userId', 'legalId']), role: roles.get(keyOf(one)) } : one
  return content.signers.map((signer) => ({
    ...without(toRole(signer), ['certificate']),
    approvers: signer.approvers.map(toRole),
  }))
}

/** @param names of members that may be missing */
const without = <T extends object>(whole: T, names: readonly (keyof T)[]): T =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name as keyof T))) as T

const isPerson = ({ userId, legalId }: PersonOrRole) => userId !== undefined || legalId !== undefined
const keyOf = ({ userId, legalId }: PersonOrRole) =>
  userId === undefined ? `legal ${legalId}` : `user ${userId.toLowerCase()}`

/** A name that no other role has. */
function freeName(name: string | undefined, taken: Set<string>): string {
  const wished = (name ?? '').trim().slice(0, 90) || '?'
  let free = wished
  for (let count = 2; taken.has(foldRole(free)); count += 1) free = `${wished} ${count}`
  taken.add(foldRole(free))
  return free
}
