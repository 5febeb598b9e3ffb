import { invalidFields, PortalError, type FieldFault } from '@rubrica/domain'
import type { OrderedSigner, ResolvedGuest, Watcher } from '../ports.ts'
import { resolveGuests } from '../resolve-guests.ts'
import { requireNamed, resolveSigners } from '../resolve-signers.ts'
import type { DispatchRequest, SentDispatch } from '../dispatches/ports.ts'
import { dispatchKey, dispatchOnce } from '../send-dispatch.ts'
import type { SendPorts } from '../send-document.ts'
import { faultAt, fillTemplate, type FilledTemplate, type TemplateUse } from './fill-template.ts'
import { findTemplate } from './find-template.ts'
import type { Template, TemplateContent, TemplateStore } from './ports.ts'
import { foldRole } from './roles.ts'

export interface UsePorts extends SendPorts {
  readonly templates: Pick<TemplateStore, 'find'>
}

export interface UseRequest extends TemplateUse, Pick<DispatchRequest, 'idempotencyKey' | 'onLength'> {
  readonly templateId: string
  /** The newest one without it. */
  readonly version?: number | undefined
}

/**
 * Sends from a version of a template: all of its documents or none. Its files stay where they are, and what is sent
 * keeps the template's id and version. What was sent under the key before is answered whatever became of the template.
 * @throws {PortalError} TEMPLATE_NOT_FOUND, TEMPLATE_ARCHIVED; VALIDATION_FAILED with every fault of the use; and what
 *   `sendDispatch` throws
 */
export function sendFromTemplate(ports: UsePorts, user: Watcher, request: UseRequest): Promise<SentDispatch> {
  const { idempotencyKey, onLength } = request
  let content: TemplateContent | undefined
  const compose = async () => {
    const template = await usableTemplate(ports, user, request)
    content = template.content
    return composeUse(ports, user, { template, use: request, onLength })
  }
  return dispatchOnce(ports, dispatchKey(user, idempotencyKey, digested(request)), compose).catch((error: unknown) => {
    throw content ? pointedAtRoles(error, content, request) : error
  })
}

interface OneUse {
  readonly template: Template
  readonly use: TemplateUse
  readonly onLength: DispatchRequest['onLength']
}

/** A use of a template as what is sent. @throws {PortalError} VALIDATION_FAILED with every fault of the use */
export function composeUse(
  { now }: Pick<UsePorts, 'now'>,
  { subscriptionId, clientId, userId }: Watcher,
  { template, use, onLength }: OneUse,
): DispatchRequest {
  const { filled, faults } = fillTemplate(template.content, use, now())
  if (faults.length > 0) throw invalidFields(faults)
  return { ...filled, sender: { subscriptionId, clientId, userId }, template: usedOf(template), onLength }
}

/** The password of an encrypted file must not be guessable from what is kept. */
const digested = (request: UseRequest): object => ({
  ...request,
  ...{ idempotencyKey: undefined, onLength: undefined },
  documents: request.documents?.map(({ decrypt, ...document }) => ({ ...document, decrypt: decrypt !== undefined })),
})

function usedOf({ id, shown, content, files }: Template) {
  const named = content.documents.flatMap(({ file, fileName, attachments }) => [{ file, fileName }, ...attachments])
  return { id, version: shown, files, fileNames: new Map(named.map(({ file, fileName }) => [file, fileName])) }
}

/**
 * What would be wrong with a use of a template that was found before, without sending anything: everything that the use
 * and its people show. Files are not looked at; those of the template were when it was made.
 * @returns empty when nothing is
 */
export async function judgeUse(
  { store, certificateTypes, now }: Pick<UsePorts, 'store' | 'certificateTypes' | 'now'>,
  { subscriptionId }: Watcher,
  { template, use }: { readonly template: Template; readonly use: TemplateUse },
): Promise<readonly FieldFault[]> {
  const { filled, faults } = fillTemplate(template.content, use, now())
  if (faults.length > 0) return faults
  const { deadline } = filled
  const late =
    deadline !== undefined && new Date(deadline) <= now() ? [faultAt(['deadline'], 'INVALID', 'is in the past')] : []
  return [
    ...late,
    ...(await peopleFaults({ store, certificateTypes, subscriptionId }, { content: template.content, use, filled })),
  ]
}

interface Judged {
  readonly content: TemplateContent
  readonly use: TemplateUse
  readonly filled: FilledTemplate
}

/** Each person for themselves, so that all who are unknown are named; then all of them together. */
async function peopleFaults(
  {
    store,
    certificateTypes,
    subscriptionId,
  }: Pick<UsePorts, 'store' | 'certificateTypes'> & Pick<Watcher, 'subscriptionId'>,
  { content, use, filled }: Judged,
): Promise<FieldFault[]> {
  const order = { ...filled, fileName: '', description: '', tags: [] }
  try {
    const signers = await resolveGuests(store, subscriptionId, filled.signers)
    const unknown = await unknownFaults({ store, subscriptionId }, signers)
    if (unknown.length > 0) return unknown.map((fault) => atRole(fault, content, use))
    await resolveSigners({ store, certificateTypes, subscriptionId, newId: () => '' }, { ...order, signers })
    await requireNamed({ store, subscriptionId }, order)
    return []
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const pointed = pointedAtRoles(error, content, use) as PortalError
    return pointed.faults.length > 0 ? [...pointed.faults] : [faultAt([], pointed.code, pointed.message)]
  }
}

/** Of each signer and each approver who is no user. */
async function unknownFaults(
  { store, subscriptionId }: Pick<UsePorts, 'store'> & Pick<Watcher, 'subscriptionId'>,
  signers: readonly Pick<ResolvedGuest<OrderedSigner>, 'userId' | 'legalId' | 'guest' | 'approvers'>[],
): Promise<FieldFault[]> {
  const named = signers.flatMap((signer, index) => {
    const path = ['signers', String(index)]
    const approvers = signer.approvers.map((who, k) => ({
      who,
      path: [...path, 'approvers', String(k)],
      isGuest: false,
    }))
    return [{ who: signer, path, isGuest: signer.guest !== undefined }, ...approvers]
  })
  const people = await store.findPeople(
    subscriptionId,
    named.map(({ who }) => who),
  )
  return named.flatMap(({ path, isGuest }, index) => (people[index] || isGuest ? [] : [unknownAt(path)]))
}

const unknownAt = (path: readonly string[]) =>
  faultAt(path, 'SIGNER_UNKNOWN', 'this person is not a user of the subscription.')

/** @throws {PortalError} TEMPLATE_NOT_FOUND, TEMPLATE_ARCHIVED */
export async function usableTemplate(
  { templates }: Pick<UsePorts, 'templates'>,
  user: Watcher,
  { templateId, version }: Pick<UseRequest, 'templateId' | 'version'>,
): Promise<Template> {
  const template = await findTemplate(templates, user, { id: templateId, version })
  if (template.archivedAt) {
    throw new PortalError('TEMPLATE_ARCHIVED', 'The template is archived. Nothing is sent from it any more.')
  }
  return template
}

/** What is wrong with a signer is told of the role that they took, which is what the caller has named. */
function pointedAtRoles(error: unknown, content: TemplateContent, use: TemplateUse): unknown {
  if (!(error instanceof PortalError) || error.faults.length === 0) return error
  return new PortalError(error.code, error.message, {
    cause: error,
    facts: error.facts,
    faults: error.faults.map((fault) => atRole(fault, content, use)),
  })
}

function atRole(fault: FieldFault, { signers }: TemplateContent, use: TemplateUse): FieldFault {
  const [part, index, list, place] = fault.path
  if (use.signers || part !== 'signers') return fault
  const signer = signers[Number(index)]
  const role = list === 'approvers' ? signer?.approvers[Number(place)]?.role : signer?.role
  if (role === undefined) return fault
  const given = Object.keys(use.roles).find((name) => foldRole(name) === foldRole(role)) ?? role
  return { ...fault, root: 'body', path: ['roles', given] }
}
