/** What is done with the list of what was sent: acts on many documents at once, archives, saved filters. */
import { z } from 'zod'
import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { endpoint, guid, nothing } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { person } from './recipients.ts'
import { from, toManage, toRead } from './sender.ts'
import { sentFilters } from './sent-documents.ts'

/** Documents of one act. */
export const MOST_BULK_DOCUMENTS = 500
export const BULK_FILES = ['signed', 'original', 'attachments'] as const

const query = z.object(from)
const documents = z.array(guid).min(1).max(MOST_BULK_DOCUMENTS)

const order = z
  .discriminatedUnion('act', [
    z.object({ act: z.literal('remind'), documents }),
    z.object({
      act: z.literal('withdraw'),
      documents,
      reason: z.string().trim().max(MAX_REJECTION_REASON).default(''),
    }),
    /** Only deadlines that are earlier become this one. */
    z.object({ act: z.literal('extend'), documents, deadline: z.iso.datetime({ offset: true }) }),
    z.object({
      act: z.literal('replace'),
      documents,
      /** User id of who was to sign and has not: they may have left, and be nobody’s active person any more. */
      signer: z.string().min(1).max(255),
      /** Who signs instead, in the same places. */
      successor: person,
      /** To who is replaced. */
      reason: z.string().trim().max(MAX_REJECTION_REASON).default(''),
    }),
    z.object({
      act: z.literal('download'),
      documents,
      files: z.array(z.enum(BULK_FILES)).min(1).max(BULK_FILES.length).default(['signed']),
    }),
  ])
  .meta({ id: 'BulkOrder' })

const bulk = z
  .object({
    guid,
    act: z.enum(['remind', 'withdraw', 'extend', 'replace', 'download']),
    createdAt: z.string(),
    /** Null as long as documents wait for their result. */
    endedAt: z.string().nullable(),
    /** In the order in which they were named, each once. */
    results: z.array(
      z.object({
        document: guid,
        /** Null where the caller sees no such document. */
        fileName: z.string().nullable(),
        state: z.enum(['waiting', 'done', 'refused']),
        /** Why it was refused: the code that the call for one document answers. */
        code: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'BulkAct' })

export type BulkAct = z.output<typeof bulk>

export const startBulkAct = endpoint({
  ...toManage,
  method: 'POST',
  path: '/v1/bulk-acts',
  needsFreshFactor: true,
  summary:
    'Remind, withdraw, extend or download up to 500 documents, or replace a signer of them. It is done in the background, each document for itself; ' +
    'GET tells the result of each. Of a download the documents are weighed: those beyond 512 MiB are refused',
  query,
  headers: idempotencyHeaders,
  body: order,
  answers: { 201: bulk },
})

const ofBulk = { params: z.object({ bulkGuid: guid }), query } as const

export const bulkAct = endpoint({
  ...toManage,
  ...ofBulk,
  method: 'GET',
  path: '/v1/bulk-acts/:bulkGuid',
  summary: 'How far an act on several documents is, with the result of each; for 30 days',
  problems: ['BULK_ACT_NOT_FOUND'],
  answers: { 200: bulk },
})

export const bulkArchive = endpoint({
  ...toManage,
  ...ofBulk,
  method: 'GET',
  path: '/v1/bulk-acts/:bulkGuid/archive.zip',
  summary: 'The files of the documents of a download that is over, as one ZIP. One that breaks off is no whole ZIP',
  answerKind: 'zip',
  problems: ['BULK_ACT_NOT_FOUND', 'BULK_ACT_UNDER_WAY', 'ARCHIVE_TOO_LARGE'],
  answers: { 200: z.unknown() },
})

const ofDocument = z.object({ docGuid: guid })

/** Names with commas between them. */
const chosenFiles = z
  .string()
  .max(100)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(BULK_FILES)).min(1))

export const sentDocumentArchive = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/archive.zip',
  summary:
    'The files of a document as one ZIP: `files` names which of signed, original and attachments, all of them unless it ' +
    'is said. One that breaks off is no whole ZIP',
  answerKind: 'zip',
  params: ofDocument,
  query: z.object({ ...from, files: chosenFiles.default([...BULK_FILES]) }),
  problems: ['DOCUMENT_NOT_FOUND', 'ARCHIVE_TOO_LARGE'],
  answers: { 200: z.unknown() },
})

export const sentAttachments = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/attachments',
  summary: 'What was sent along with a document, each file once',
  params: ofDocument,
  query,
  problems: ['DOCUMENT_NOT_FOUND'],
  answers: {
    200: z
      .object({
        data: z.array(
          z.object({
            guid,
            fileName: z.string(),
            mediaType: z.string(),
            /** Bytes. */
            size: z.int(),
          }),
        ),
      })
      .meta({ id: 'SentAttachments' }),
  },
})

export const sentAttachment = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/attachments/:sentAttachmentGuid',
  summary: 'One file that was sent along with a document',
  answerKind: 'file',
  params: ofDocument.extend({ sentAttachmentGuid: guid }),
  query,
  problems: ['DOCUMENT_NOT_FOUND', 'FILE_NOT_FOUND'],
  answers: { 200: z.unknown() },
})

const savedFilter = z.object({
  name: z.string().trim().min(1).max(100),
  /** Named as in the query of the list; numbers and truth as JSON has them. */
  filters: z.object({
    ...sentFilters,
    silentDays: z.int().min(1).max(3650).optional(),
    needsMe: z.literal(true).optional(),
  }),
})

export const savedFilters = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/filters',
  summary: 'The caller’s own filters of the list of documents, in the order of their names',
  query,
  answers: { 200: z.object({ data: z.array(savedFilter.extend({ guid })) }).meta({ id: 'SavedFilters' }) },
})

const ofFilter = { params: z.object({ filterGuid: guid }), query } as const

export const saveFilter = endpoint({
  ...toRead,
  ...ofFilter,
  method: 'PUT',
  path: '/v1/filters/:filterGuid',
  summary: 'Keep a filter under an id that the caller has made, or give it another name or content; at most 50',
  body: savedFilter,
  problems: ['FILTER_NOT_FOUND', 'TOO_MANY_FILTERS'],
  answers: { 204: nothing },
})

export const deleteFilter = endpoint({
  ...toRead,
  ...ofFilter,
  method: 'DELETE',
  path: '/v1/filters/:filterGuid',
  summary: 'Forget a filter',
  problems: ['FILTER_NOT_FOUND'],
  answers: { 204: nothing },
})
