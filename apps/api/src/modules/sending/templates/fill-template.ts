import type { FieldFault, PassingOn, ReminderPolicy } from '@rubrica/domain'
import type { DispatchedDocument, DispatchedSigner, DispatchRequest } from '../dispatches/ports.ts'
import type { Lock, PersonOrRole, TemplateContent, TemplatePlace, TemplateSigner } from './ports.ts'
import { foldRole, rolesOf, type RoleTaker } from './roles.ts'

/** How a template is used once. What is given takes the place of what the template says, unless it locks that. */
export interface TemplateUse extends Partial<
  Pick<
    DispatchRequest,
    'documents' | 'signers' | 'copies' | 'team' | 'order' | 'message' | 'senderName' | 'callback' | 'draft'
  >
> {
  /** Null: none, whatever the template says. */
  readonly deadline?: string | null | undefined
  /** Null: as the subscription says, whatever the template does. */
  readonly reminders?: ReminderPolicy | null | undefined
  readonly passingOn?: PassingOn | undefined
  /** Who takes each role, by its name. */
  readonly roles: Readonly<Record<string, RoleTaker>>
  /** Of the template's documents, in their order. */
  readonly fileNames?: readonly string[] | undefined
  /** Of the template's signers, in their order. */
  readonly positions?: readonly (readonly TemplatePlace[])[] | undefined
  readonly tags?: readonly string[] | undefined
}

export type FilledTemplate = Pick<
  DispatchRequest,
  | 'documents'
  | 'signers'
  | 'copies'
  | 'team'
  | 'order'
  | 'message'
  | 'deadline'
  | 'senderName'
  | 'callback'
  | 'draft'
  | 'reminders'
  | 'passingOn'
>

/** A fault in the body of the call. */
export const faultAt = (path: readonly string[], code: string, problem: string): FieldFault => ({
  root: 'body',
  path,
  code,
  problem,
})

/** The lock that each part of a use is under. */
const LOCKED_BY: Readonly<Record<Lock, readonly (keyof TemplateUse)[]>> = {
  files: ['documents'],
  title: ['fileNames'],
  people: ['signers', 'order', 'copies'],
  places: ['positions'],
  message: ['message'],
  deadline: ['deadline'],
  tags: ['tags'],
}

/**
 * A dispatch of what a template says and what whoever uses it gives.
 * @param now what a number of days is counted from
 * @returns everything that is wrong with it too: roles that nobody fills or that there are not, parts that are locked,
 *   files that are missing. With faults the rest is of no use.
 */
export function fillTemplate(
  content: TemplateContent,
  use: TemplateUse,
  now: Date,
): { readonly filled: FilledTemplate; readonly faults: readonly FieldFault[] } {
  const documents = documentsOf(content, use)
  const filled: FilledTemplate = {
    documents,
    signers: signersOf(content, use, documents.length),
    copies: use.copies ?? content.copies,
    team: use.team,
    order: use.order ?? (use.signers ? 'parallel' : content.order),
    message: use.message ?? content.message,
    senderName: use.senderName ?? content.senderName,
    deadline: use.deadline === undefined ? deadlineOf(content, now) : (use.deadline ?? undefined),
    reminders: use.reminders === undefined ? content.reminders : (use.reminders ?? undefined),
    passingOn: use.passingOn ?? content.passingOn,
    callback: use.callback,
    draft: use.draft,
  }
  return { filled, faults: [...lockFaults(content, use), ...roleFaults(content, use), ...shapeFaults(content, use)] }
}

const DAY_MS = 24 * 60 * 60_000

const deadlineOf = ({ deadlineDays: days }: TemplateContent, now: Date) =>
  days === undefined ? undefined : new Date(now.getTime() + days * DAY_MS).toISOString()

function documentsOf(content: TemplateContent, use: TemplateUse): readonly DispatchedDocument[] {
  const tags = use.tags ?? content.tags
  const isLocked = content.locks.includes('tags')
  if (use.documents) {
    return use.documents.map((document) => ({
      ...document,
      tags: document.tags.length > 0 && !isLocked ? document.tags : tags,
    }))
  }
  return content.documents.map(({ file, fileName, description, attachments }, index) => ({
    ...{ file, description, tags },
    fileName: use.fileNames?.[index] ?? fileName,
    attachments: attachments.map((attachment) => ({ file: attachment.file, signers: attachment.signers })),
  }))
}

function signersOf(content: TemplateContent, use: TemplateUse, documents: number): readonly DispatchedSigner[] {
  if (use.signers) return use.signers
  const takers = takersOf(use)
  const fill = ({ role, ...person }: PersonOrRole): RoleTaker =>
    role === undefined ? person : (takers.get(foldRole(role)) ?? {})
  return content.signers.map((signer, index) => {
    const { role, userId, legalId, guest, ...rest } = signer
    const taker = role === undefined ? { userId, legalId, guest } : fill({ role })
    return {
      ...rest,
      ...defined(taker),
      approvers: signer.approvers.map((approver) => defined(withoutGuest(fill(approver)))),
      positions: onDocuments(use.positions?.[index] ?? signer.positions, documents),
    }
  })
}

const withoutGuest = ({ userId, legalId }: RoleTaker) => ({ userId, legalId })

/** Without the members that say nothing. */
function defined(person: { readonly [K in keyof RoleTaker]?: RoleTaker[K] | undefined }): RoleTaker {
  return Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined))
}

function onDocuments(places: readonly TemplatePlace[], documents: number): DispatchedSigner['positions'] {
  return places.flatMap(({ document, ...place }) => {
    const on = document === undefined ? Array.from({ length: documents }, (_, index) => index) : [document]
    return on.map((one) => ({ ...place, document: one }))
  })
}

const takersOf = ({ roles }: TemplateUse) =>
  new Map(Object.entries(roles).map(([name, taker]) => [foldRole(name), taker]))

function lockFaults({ locks }: TemplateContent, use: TemplateUse): FieldFault[] {
  const locked = [...new Set(locks)].flatMap((lock) => LOCKED_BY[lock])
  return locked
    .filter((part) => use[part] !== undefined)
    .map((part) => faultAt([part], 'LOCKED', 'is locked by the template'))
}

/** Whoever names the signers themselves need not fill any role. */
function roleFaults(content: TemplateContent, use: TemplateUse): FieldFault[] {
  const roles = rolesOf(content)
  const known = new Set(roles.map(foldRole))
  const takers = takersOf(use)
  const approving = new Set(
    content.signers.flatMap(({ approvers }) =>
      approvers.flatMap(({ role }) => (role === undefined ? [] : [foldRole(role)])),
    ),
  )
  const unfilled = use.signers ? [] : roles.filter((role) => !takers.has(foldRole(role)))
  const names = Object.keys(use.roles)
  return [
    ...unfilled.map((role) => faultAt(['roles', role], 'ROLE_UNFILLED', 'is a role that nobody fills')),
    ...names
      .filter((name) => !known.has(foldRole(name)))
      .map((name) => faultAt(['roles', name], 'ROLE_UNKNOWN', 'is not a role of the template')),
    ...names
      .filter((name) => use.roles[name]!.guest !== undefined && approving.has(foldRole(name)))
      .map((name) => faultAt(['roles', name], 'INVALID', 'approves, which nobody does without an account')),
  ]
}

const shapeFaults = (content: TemplateContent, use: TemplateUse): FieldFault[] => [
  ...countFaults(content, use),
  ...placeFaults(content, use),
]

const countOf = (content: TemplateContent, { documents }: TemplateUse) => (documents ?? content.documents).length

function countFaults(content: TemplateContent, use: TemplateUse): FieldFault[] {
  const { documents, fileNames, positions } = use
  const count = countOf(content, use)
  return [
    ...(count === 0 ? [faultAt(['documents'], 'MISSING', 'is missing: the template has no files')] : []),
    ...(fileNames && (documents || fileNames.length !== count)
      ? [faultAt(['fileNames'], 'INVALID', 'does not have a name for each document of the template')]
      : []),
    ...(positions && positions.length !== content.signers.length
      ? [faultAt(['positions'], 'INVALID', 'does not have places for each signer of the template')]
      : []),
  ]
}

/** Of places on documents that are not there, where there are any. */
function placeFaults(content: TemplateContent, use: TemplateUse): FieldFault[] {
  const { signers, positions } = use
  const count = countOf(content, use)
  const places: readonly (TemplateSigner | DispatchedSigner)['positions'][] =
    signers?.map((signer) => signer.positions) ?? positions ?? content.signers.map((signer) => signer.positions)
  const isBeyond = places.some((ofOne) => ofOne.some(({ document = 0 }) => document >= count))
  if (count === 0 || !isBeyond) return []
  const part = signers ? 'signers' : positions ? 'positions' : 'documents'
  return [faultAt([part], 'INVALID', 'leaves places on a document that is not there')]
}
