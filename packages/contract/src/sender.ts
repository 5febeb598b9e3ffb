import { z } from 'zod'
import { ARCHIVE_STATES, MAX_REJECTION_REASON } from '@rubrica/domain'
import { endpoint, guid, nothing, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'

const person = z
  .object({ userId: z.string().max(255).optional(), legalId: z.string().max(64).optional() })
  .refine((who) => (who.userId === undefined) !== (who.legalId === undefined), {
    message: 'name the person by userId or by legalId',
  })

/** Points, origin at the lower left corner of the displayed page (CropBox, rotated as shown). */
const position = z.object({
  page: z.number().int().min(1),
  x: z.number().min(0).max(14_400),
  y: z.number().min(0).max(14_400),
  width: z.number().min(20).max(14_400),
  height: z.number().min(10).max(14_400),
})

const MOST_SIGNERS = 50

/** Attachments that one signer may be named for. */
const MOST_ATTACHMENTS = 100

const signer = z.intersection(
  person,
  z.object({
    /** From 1: everybody of one stage signs at once, once all of the stages before have signed. */
    stage: z.int().min(1).max(MOST_SIGNERS).optional(),
    reason: z.string().max(450).optional(),
    readAll: z.boolean().default(false),
    disclaimer: z.object({ title: z.string().min(1).max(200), text: z.string().min(1).max(5000) }).optional(),
    certificate: guid.optional(),
    approvers: z.array(person).max(20).default([]),
    positions: z.array(position).max(20).default([]),
    /**
     * Which of the `attachment` parts, counted from 0 in their order, are for this signer and their approvers. A part
     * that no signer names is for all of them.
     */
    attachments: z.array(z.int().min(0)).max(MOST_ATTACHMENTS).optional(),
  }),
)

/** What the list of documents is sorted and searched by must fit into one row of its index. */
const MAX_LISTED_BYTES = 2000

const isListable = ({ fileName, senderName, tags }: { fileName: string; senderName: string; tags: string[] }) =>
  new TextEncoder().encode([fileName, senderName, ...tags].join(',')).length <= MAX_LISTED_BYTES

interface Staged {
  readonly order: 'parallel' | 'sequential'
  readonly signers: readonly { readonly stage?: number | undefined }[]
}

/** Stages are named for all signers or for none, and each from the first to the last has somebody. */
function hasWholeStages({ order, signers }: Staged): boolean {
  const stages = new Set(signers.map(({ stage }) => stage))
  if (stages.size === 1 && stages.has(undefined)) return true
  return (
    order === 'parallel' && Array.from({ length: stages.size }, (_, index) => index + 1).every((n) => stages.has(n))
  )
}

/** The `description` part of a multipart send. Signers sign in the order of the list when `order` says so. */
export const sendDescription = z
  .object({
    fileName: z.string().trim().min(1).max(255),
    description: z.string().max(1000).default(''),
    tags: z
      .array(
        z
          .string()
          .trim()
          .min(1)
          .max(50)
          .regex(/^[^,]*$/),
      )
      .max(20)
      .default([]),
    senderName: z.string().max(255).default(''),
    order: z.enum(['parallel', 'sequential']).default('parallel'),
    deadline: z.iso.datetime({ offset: true }).optional(),
    callback: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    decrypt: z.object({ consent: z.literal(true), password: z.string().max(255).optional() }).optional(),
    signers: z.array(signer).min(1).max(MOST_SIGNERS),
  })
  .refine(hasWholeStages, {
    path: ['signers'],
    message: 'have stages from 1 without a gap, all of them or none, and then no order but parallel',
  })
  .refine(isListable, {
    path: ['tags'],
    message: `with the file's and the sender's name they may have ${MAX_LISTED_BYTES} bytes in UTF-8`,
  })
  .meta({ id: 'SendDescription' })

/** A send of a file that was handed over before. */
const sendUploaded = z
  .intersection(sendDescription, z.object({ /** Of `POST /v1/files`. */ file: guid }))
  .meta({ id: 'SendUploaded' })

const sentPerson = z.object({
  guid,
  userId: z.string(),
  state: z.string(),
  operatedAt: z.string().nullable(),
  reason: z.string().nullable(),
})

const sentDocument = z
  .object({
    guid,
    state: z.enum(['open', 'completed', 'rejected', 'expired', 'cancelled']),
    fileName: z.string(),
    pages: z.number().int(),
    uploadedAt: z.string(),
    deadline: z.string().nullable(),
    endedAt: z.string().nullable(),
    /** The long-term form: the level reached, and why a higher one is not, or what it does not cover. */
    archive: z.object({
      state: z.enum(ARCHIVE_STATES),
      level: z.string().nullable(),
      reason: z.string().nullable(),
      cause: z.string().nullable(),
    }),
    signers: z.array(sentPerson.extend({ stage: z.int(), approvers: z.array(sentPerson) })),
  })
  .meta({ id: 'SentDocument' })

export type SendDescription = z.input<typeof sendDescription>
export type SentDocument = z.output<typeof sentDocument>

const forDocuments = { base: 'main', auth: 'bearer' } as const
const toRead = { ...forDocuments, scopes: [SCOPES.sender, SCOPES.read] } as const

export const sendDocument = endpoint({
  ...forDocuments,
  scopes: [SCOPES.sender, SCOPES.send],
  method: 'POST',
  path: '/v1/documents',
  summary:
    'Send a PDF to its signers: parts `document` (the file), `attachment` (any number) and `description` (JSON). A signer’s ' +
    '`attachments` names those that are for that signer and their approvers only; the others are for all. Or, as JSON, ' +
    'the description with the id of a file that was handed over before, which is used up by it',
  headers: idempotencyHeaders,
  body: z.object({ description: sendDescription }),
  bodyKind: 'multipart',
  jsonBody: sendUploaded,
  problems: [
    'FILE_NOT_FOUND',
    'SIGNER_UNKNOWN',
    'POSITION_INVALID',
    'PDF_REFUSED',
    'PDF_ENCRYPTED',
    'PDF_PASSWORD_NEEDED',
    'PDF_TOO_COMPLEX',
    'DOCUMENT_DAMAGED',
  ],
  answers: { 201: sentDocument },
})

export const sentDocumentStatus = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid',
  summary: 'How far a sent document is',
  params: z.object({ docGuid: guid }),
  problems: ['DOCUMENT_NOT_FOUND'],
  answers: { 200: sentDocument },
})

export const sentDocumentContent = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/content',
  summary: 'The document with the signatures it has so far, as application/pdf',
  params: z.object({ docGuid: guid }),
  problems: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_DAMAGED'],
  answers: { 200: z.unknown() },
})

export const cancelDocument = endpoint({
  ...forDocuments,
  scopes: [SCOPES.sender, SCOPES.manage],
  method: 'POST',
  path: '/v1/documents/:docGuid/cancelled',
  summary: 'Withdraw a document that is not over; its signers and approvers can no longer act on it',
  params: z.object({ docGuid: guid }),
  headers: idempotencyHeaders,
  body: z.object({ reason: z.string().trim().max(MAX_REJECTION_REASON).optional() }).optional(),
  isBodyOptional: true,
  problems: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NO_LONGER_AVAILABLE'],
  answers: { 204: nothing },
})
