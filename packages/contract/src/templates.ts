/** Templates: what is sent again and again, with roles in place of people. */
import { z } from 'zod'
import { dispatch, dispatchDescription, MOST_DOCUMENTS } from './dispatches.ts'
import { endpoint, guid, nothing, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { pageOf, pageQuery } from './pages.ts'
import { wholeNumber } from './pending-documents.ts'
import { personOrGuest } from './recipients.ts'
import { copies, from, hasWholeStages, MOST_SIGNERS, sendDescription, SENDING_PROBLEMS, toSend } from './sender.ts'
import { exportedTemplate, roleName, templateContent, templateName, templatePositions } from './template-content.ts'
import { uploadedFile } from './uploads.ts'

const TEMPLATE_SHARES = ['private', 'team', 'subscription'] as const

/** Of the whole content. */
const MOST_BYTES = 4 * 1024 * 1024

const { fileName, tags, senderName, team } = sendDescription.shape

const share = z.enum(TEMPLATE_SHARES)

const standing = {
  guid,
  name: z.string(),
  share,
  /** With which team it is shared. */
  team: z.object({ guid, name: z.string() }).nullable(),
  /** The newest one. */
  version: z.int(),
  /** Counts everything that is done to it, from 1; the ETag is made of it. */
  changes: z.int(),
  isOwn: z.boolean(),
  /** Whether the caller may change it. */
  mayEdit: z.boolean(),
  ownerName: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Nothing is sent from it since. */
  archivedAt: z.string().nullable(),
}

const item = z
  .object({
    ...standing,
    /** Names of the roles that have to be filled. */
    roles: z.array(z.string()),
    files: z.int(),
    signers: z.int(),
  })
  .meta({ id: 'TemplateItem' })

const template = z
  .object({
    ...standing,
    /** Which version `content` is; the newest one unless another was asked for. */
    shown: z.int(),
    content: templateContent,
    files: z.array(uploadedFile.pick({ id: true, size: true, sha256: true, pages: true, findings: true })),
  })
  .meta({ id: 'Template' })

export type Template = z.output<typeof template>

const ofTemplates = { base: 'main', auth: 'bearer', scopes: [SCOPES.templates, SCOPES.portal] } as const
const query = z.object(from)
const ifMatch = z.object({ 'if-match': z.string().max(4000).optional() })
const ofTemplate = { params: z.object({ templateId: guid }), query } as const
const CHANGING = [
  'TEMPLATE_NOT_FOUND',
  'NOT_A_TEMPLATE_EDITOR',
  'PRECONDITION_FAILED',
  'PRECONDITION_REQUIRED',
] as const

export const templates = endpoint({
  ...ofTemplates,
  method: 'GET',
  path: '/v1/templates',
  summary: 'Templates that the caller may send from, by name; or those that are archived',
  query: z.object({ ...from, ...pageQuery.shape, archived: z.literal('true').optional() }),
  answers: { 200: pageOf(item).meta({ id: 'TemplatePage' }) },
})

export const createTemplate = endpoint({
  ...ofTemplates,
  method: 'POST',
  path: '/v1/templates',
  summary: 'Keep a template. Who shares it edits the templates of the subscription',
  query,
  headers: idempotencyHeaders,
  body: z.object({
    name: templateName,
    share: share.default('private'),
    team: guid.optional(),
    content: templateContent,
  }),
  bodyLimit: MOST_BYTES,
  problems: ['TOO_MANY_TEMPLATES', 'NOT_A_TEMPLATE_EDITOR', 'FILE_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
  answers: { 201: template },
})

export const templateStatus = endpoint({
  ...ofTemplates,
  ...ofTemplate,
  method: 'GET',
  path: '/v1/templates/:templateId',
  summary: 'A template in its newest version, or in another one, with the ETag that a change of it needs',
  query: z.object({ ...from, version: wholeNumber(1, 1_000_000).optional() }),
  problems: ['TEMPLATE_NOT_FOUND'],
  answers: { 200: template },
})

export const changeTemplate = endpoint({
  ...ofTemplates,
  ...ofTemplate,
  method: 'PATCH',
  path: '/v1/templates/:templateId',
  summary: 'Rename, share, archive or bring back a template, if it is as the caller has seen it (If-Match)',
  headers: ifMatch,
  body: z.object({
    name: templateName.optional(),
    share: share.optional(),
    /** With `share: team`. */
    team: guid.optional(),
    isArchived: z.boolean().optional(),
  }),
  problems: CHANGING,
  answers: { 200: template },
})

export const templateVersions = endpoint({
  ...ofTemplates,
  ...ofTemplate,
  method: 'GET',
  path: '/v1/templates/:templateId/versions',
  summary: 'The versions of a template, the newest first',
  problems: ['TEMPLATE_NOT_FOUND'],
  answers: {
    200: z
      .object({ data: z.array(z.object({ version: z.int(), madeBy: z.string(), madeAt: z.string() })) })
      .meta({ id: 'TemplateVersions' }),
  },
})

export const addTemplateVersion = endpoint({
  ...ofTemplates,
  ...ofTemplate,
  method: 'POST',
  path: '/v1/templates/:templateId/versions',
  summary: 'Make the next version of a template, if it is as the caller has seen it (If-Match); those before stay',
  headers: idempotencyHeaders.extend(ifMatch.shape),
  body: z.object({ content: templateContent }),
  bodyLimit: MOST_BYTES,
  problems: [...CHANGING, 'FILE_NOT_FOUND'],
  answers: { 201: template },
})

export const deleteTemplate = endpoint({
  ...ofTemplates,
  ...ofTemplate,
  method: 'DELETE',
  path: '/v1/templates/:templateId',
  summary: 'Delete a template from which nothing was sent, if it is as the caller has seen it (If-Match)',
  headers: ifMatch,
  problems: [...CHANGING, 'TEMPLATE_IN_USE'],
  answers: { 204: nothing },
})

export const copyTemplateFiles = endpoint({
  ...ofTemplates,
  ...ofTemplate,
  method: 'POST',
  path: '/v1/templates/:templateId/uploads',
  summary: 'Hand over again the files of a version: new files that can be sent like those of POST /v1/files',
  headers: idempotencyHeaders,
  body: z.object({ version: z.int().min(1).optional() }),
  problems: ['TEMPLATE_NOT_FOUND', 'TOO_MANY_FILES', 'DOCUMENT_DAMAGED'],
  answers: {
    201: z
      .object({
        /** In the order of the documents of the version. */
        documents: z.array(z.object({ file: uploadedFile, attachments: z.array(guid) })),
      })
      .meta({ id: 'CopiedTemplateFiles' }),
  },
})

export const exportTemplate = endpoint({
  ...ofTemplates,
  ...ofTemplate,
  method: 'GET',
  path: '/v1/templates/:templateId/exported',
  summary:
    'A version of a template as a file, for another installation: with its files (base64), and with roles in place of ' +
    'the people who have an account here',
  query: z.object({ ...from, version: wholeNumber(1, 1_000_000).optional() }),
  problems: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_TOO_LARGE', 'DOCUMENT_DAMAGED'],
  answers: { 200: exportedTemplate },
})

export const importTemplate = endpoint({
  ...ofTemplates,
  method: 'POST',
  path: '/v1/templates/imported',
  summary: 'Keep a template that was exported, as one of the caller’s own',
  query,
  headers: idempotencyHeaders,
  body: exportedTemplate,
  bodyLimit: 36 * 1024 * 1024,
  problems: [
    ...(['TOO_MANY_TEMPLATES', 'TEMPLATE_NOT_FOUND', 'TOO_MANY_FILES', 'FILE_NOT_FOUND'] as const),
    ...(['PDF_REFUSED', 'PDF_ENCRYPTED', 'PDF_TOO_COMPLEX'] as const),
  ],
  answers: { 201: template },
})

const { documents, signers, message, draft, deadline, callback, reminders, passingOn } = dispatchDescription.shape

/** How a template is used once. What is given takes the place of what the template says, unless that is locked. */
const templateUse = z
  .object({
    /** The newest one without it. */
    version: z.int().min(1).optional(),
    /** Who takes each role, by its name. */
    roles: z.record(roleName, personOrGuest).default({}),
    documents: documents.optional(),
    /** Of the documents of the template, in their order. */
    fileNames: z.array(fileName).max(MOST_DOCUMENTS).optional(),
    signers: signers.optional(),
    /** Those of the template’s signers, in their order. */
    positions: z.array(templatePositions.def.innerType).max(MOST_SIGNERS).optional(),
    /** In place of those of the template. */
    copies: copies.optional(),
    team,
    order: z.enum(['parallel', 'sequential']).optional(),
    message: message.def.innerType.optional(),
    tags: tags.def.innerType.optional(),
    /** None with null. */
    deadline: deadline.nullable(),
    /** As the subscription says with null. */
    reminders: reminders.nullable(),
    passingOn: passingOn.removeDefault().optional(),
    senderName: senderName.def.innerType.optional(),
    callback,
    draft,
  })
  .refine((use) => use.signers === undefined || use.positions === undefined, {
    path: ['positions'],
    message: 'are given with signers, which have their own',
  })
  .refine(
    (use) => use.signers === undefined || hasWholeStages({ order: use.order ?? 'parallel', signers: use.signers }),
    {
      path: ['signers'],
      message: 'name a stage for every signer or for none; stages begin at 1, leave no gap and need the order parallel',
    },
  )
  .meta({ id: 'TemplateUse' })

export const sendFromTemplate = endpoint({
  ...toSend,
  ...ofTemplate,
  method: 'POST',
  path: '/v1/templates/:templateId/dispatches',
  summary:
    'Send from a template: its roles are filled, and what is given takes the place of what it says, unless it locks that',
  headers: idempotencyHeaders,
  body: templateUse,
  bodyLimit: MOST_BYTES,
  problems: [...SENDING_PROBLEMS, 'DRAFT_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'TEMPLATE_ARCHIVED'],
  answers: { 201: dispatch },
})
