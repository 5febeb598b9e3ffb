/** Templates: what is sent again and again, with roles in place of people. */
import { z } from 'zod'
import { dispatch, dispatchDescription, dispatchedDocument, MOST_DOCUMENTS } from './dispatches.ts'
import { endpoint, guid, nothing, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { pageOf, pageQuery } from './pages.ts'
import { wholeNumber } from './pending-documents.ts'
import { person, personOrGuest } from './recipients.ts'
import {
  anchored,
  copies,
  from,
  hasWholeStages,
  MOST_SIGNERS,
  position,
  sendDescription,
  SENDING_PROBLEMS,
  signer,
  toSend,
} from './sender.ts'
import { TEMPLATE_LOCKS } from './template-locks.ts'
import { uploadedFile } from './uploads.ts'

export const TEMPLATE_SHARES = ['private', 'team', 'subscription'] as const

const MOST_ATTACHMENTS = 100
/** Of the whole content. */
const MOST_BYTES = 4 * 1024 * 1024

const { fileName, description, tags, senderName, order, team } = sendDescription.shape

/** The same in any letters. */
const roleName = z.string().trim().min(1).max(100)
const foldRole = (name: string) => name.normalize('NFC').toLowerCase()

const namesOne = (who: object, names: readonly string[]) =>
  names.filter((name) => (who as Record<string, unknown>)[name] !== undefined).length === 1

const personOrRole = z
  .object({ ...person.shape, role: roleName.optional() })
  .refine((who) => namesOne(who, ['userId', 'legalId', 'role']), {
    message: 'name the person by userId or by legalId, or a role',
  })

const anywhere = {
  /** The place of a document in the list, from 0; every document without it. */
  document: z
    .int()
    .min(0)
    .max(MOST_DOCUMENTS - 1)
    .optional(),
}

const positions = z
  .array(z.union([position.extend(anywhere), anchored.extend(anywhere)]))
  .max(20 * MOST_DOCUMENTS)
  .default([])

const templateSigner = z.intersection(
  z
    .object({ ...personOrGuest.shape, role: roleName.optional() })
    .refine((who) => namesOne(who, ['userId', 'legalId', 'guest', 'role']), {
      message: 'name the person by userId or by legalId, as a guest, or a role',
    }),
  signer.def.right
    .omit({ attachments: true })
    .extend({ approvers: z.array(personOrRole).max(20).default([]), positions }),
)

const templateDocument = z.object({
  /** Of POST /v1/files, or one that the template has. The upload stays what it is. */
  file: guid,
  /** The name of the uploaded file when there is none. */
  fileName: fileName.optional(),
  description,
  attachments: z
    .array(
      z.object({
        file: guid,
        fileName: fileName.optional(),
        signers: dispatchedDocument.shape.attachments.def.innerType.element.shape.signers,
      }),
    )
    .max(MOST_ATTACHMENTS)
    .default([]),
})

interface Contents {
  readonly documents: readonly unknown[]
  readonly signers: readonly {
    readonly role?: string | undefined
    readonly positions: readonly { readonly document?: number | undefined }[]
  }[]
  readonly locks: readonly string[]
}

const isOnDocuments = ({ documents, signers }: Contents) =>
  signers.every((one) =>
    one.positions.every((place) => place.document === undefined || place.document < documents.length),
  )

function hasEachRoleOnce({ signers }: Contents): boolean {
  const roles = signers.flatMap(({ role }) => (role === undefined ? [] : [foldRole(role)]))
  return new Set(roles).size === roles.length
}

/** A dispatch with roles in place of people; all of it may be missing but who signs. */
function templateContentOf<const D extends z.ZodType>(document: D) {
  return z
    .object({
      /** None: whoever sends brings them. */
      documents: z.array(document).max(MOST_DOCUMENTS).default([]),
      signers: z.array(templateSigner).min(1).max(MOST_SIGNERS),
      /** Who gets a copy each time; left out when it is exported. */
      copies: copies.default([]),
      order,
      message: dispatchDescription.shape.message,
      senderName,
      tags,
      /** Days from the sending to the deadline. */
      deadlineDays: z.int().min(1).max(3650).optional(),
      /**
       * What whoever sends may not change: the `files`, their names (`title`), the `people` with everything that is asked
       * of them (roles are filled all the same), their `places`, the `message`, the `deadline`, the `tags`.
       */
      locks: z.array(z.enum(TEMPLATE_LOCKS)).max(TEMPLATE_LOCKS.length).default([]),
    })
    .refine(hasWholeStages, {
      path: ['signers'],
      message: 'name a stage for every signer or for none; stages begin at 1, leave no gap and need the order parallel',
    })
    .refine(hasEachRoleOnce, { path: ['signers'], message: 'have a role that signs twice' })
    .refine(isOnDocuments, { path: ['signers'], message: 'have positions on a document that is not in the list' })
    .refine(({ documents, locks }) => documents.length > 0 || !locks.includes('files'), {
      path: ['locks'],
      message: 'has files, and the template has none',
    })
    .refine(({ locks }) => !locks.includes('places') || locks.includes('people'), {
      path: ['locks'],
      message: 'has places without people: who may add people places them too',
    })
}

export const templateContent = templateContentOf(templateDocument).meta({ id: 'TemplateContent' })

export type TemplateContent = z.output<typeof templateContent>

const name = z.string().trim().min(1).max(200)
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
  body: z.object({ name, share: share.default('private'), team: guid.optional(), content: templateContent }),
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
    name: name.optional(),
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

/** Of all files of an exported template, in bytes. */
export const MOST_EXPORTED_BYTES = 24 * 1024 * 1024
const FORMAT = 'rubrica-template-1'

const exportedFile = { fileName, data: z.base64().max(Math.ceil(MOST_EXPORTED_BYTES / 3) * 4) }

/** A template as a file: with its files, and with roles in place of people, whose ids say nothing elsewhere. */
const exportedTemplate = z
  .object({
    format: z.literal(FORMAT),
    name,
    content: templateContentOf(
      z.object({
        ...exportedFile,
        description,
        attachments: z
          .array(
            z.object({
              ...exportedFile,
              signers: templateDocument.shape.attachments.def.innerType.element.shape.signers,
            }),
          )
          .max(MOST_ATTACHMENTS)
          .default([]),
      }),
    ),
  })
  .meta({ id: 'ExportedTemplate' })

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

const { documents, signers, message, draft, deadline, callback } = dispatchDescription.shape

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
    positions: z.array(positions.def.innerType).max(MOST_SIGNERS).optional(),
    /** In place of those of the template. */
    copies: copies.optional(),
    team,
    order: z.enum(['parallel', 'sequential']).optional(),
    message: message.def.innerType.optional(),
    tags: tags.def.innerType.optional(),
    /** None with null. */
    deadline: deadline.nullable(),
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
