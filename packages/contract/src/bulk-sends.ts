/** Bulk sends: a sheet and a template, of which each row becomes a dispatch. */
import { z } from 'zod'
import { isTimeZone } from '@rubrica/domain'
import { endpoint, guid, nothing, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { wholeNumber } from './pending-documents.ts'
import { pageOf, pageQuery } from './pages.ts'
import { from } from './sender.ts'

const BULK_SEND_STATES = ['preparing', 'checking', 'checked', 'sending', 'paused', 'finished', 'cancelled'] as const
const BULK_ROW_STATES = ['unchecked', 'good', 'wrong', 'left-out', 'sending', 'sent', 'refused', 'cancelled'] as const

/** Rows of a sheet below its headings, and its columns. */
const MOST_SHEET_ROWS = 5000
const MOST_COLUMNS = 100
const LONGEST_CELL = 5000
/** Of a correction, or of a mapping with a file for each row. */
const MOST_BYTES = 2 * 1024 * 1024

const ofBulk = { base: 'main', auth: 'bearer', scopes: [SCOPES.bulk, SCOPES.portal] } as const
const query = z.object(from)
const params = z.object({ bulkSendId: guid })
const ifMatch = z.object({ 'if-match': z.string().max(4000).optional() })

/** A column of the sheet, from 0, or the same text for all rows. */
const source = z.union([
  z.strictObject({
    column: z
      .int()
      .min(0)
      .max(MOST_COLUMNS - 1),
  }),
  z.strictObject({ text: z.string().max(LONGEST_CELL) }),
])

const mapping = z
  .object({
    template: guid,
    /** The newest one without it; rows are sent from the one that they were checked with. */
    templateVersion: z.int().min(1).optional(),
    /**
     * Who takes each role: somebody of the subscription by `userId`, `legalId` or `email`, or, where the subscription
     * allows it, a person without an account by `email` and `name`.
     */
    roles: z
      .array(
        z.object({
          role: z.string().trim().min(1).max(100),
          userId: source.optional(),
          legalId: source.optional(),
          email: source.optional(),
          name: source.optional(),
          phone: source.optional(),
          language: source.optional(),
        }),
      )
      .max(100)
      .default([]),
    /**
     * `title` is the name of the document, `file` names one of `files`, `tags` stand between commas; `deadline` is a
     * date, until the end of that day, a local time or an instant (ISO 8601).
     */
    fields: z
      .object({
        title: source.optional(),
        message: source.optional(),
        deadline: source.optional(),
        tags: source.optional(),
        file: source.optional(),
      })
      .default({}),
    /** Of `POST /v1/files`; rows name them by file name or id. Each is used up by one row. */
    files: z.array(guid).max(MOST_SHEET_ROWS).default([]),
    /** In which the sheet means its dates; UTC unless it is said. */
    timeZone: z.string().max(64).refine(isTimeZone, { message: 'is not the name of a time zone' }).default('UTC'),
  })
  .meta({ id: 'BulkMapping' })

const counts = z.partialRecord(z.enum(BULK_ROW_STATES), z.int())

const item = z.object({
  guid,
  /** Of the sheet's file. */
  name: z.string(),
  state: z.enum(BULK_SEND_STATES),
  /** How many rows are in each state. */
  counts,
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** When it is deleted; the documents stay. */
  expiresAt: z.string(),
})

const bulkSend = item
  .extend({
    /** Counts what is done to it before it is sent, from 1. */
    version: z.int(),
    /** The headings, in their order; empty where there is none. */
    columns: z.array(z.string()),
    /** Null until it is said what the columns mean. */
    mapping: z.unknown(),
  })
  .meta({ id: 'BulkSend' })

const row = z
  .object({
    /** As a spreadsheet counts it, from 1; the headings are a row too. */
    number: z.int(),
    /** Texts, one for each column. */
    cells: z.array(z.string()),
    state: z.enum(BULK_ROW_STATES),
    /** What is wrong with it, or, as a notice, odd. */
    findings: z.array(
      z.object({
        code: z.string(),
        /** From 0; null where it is of no single cell. */
        column: z.int().nullable(),
        isNotice: z.boolean(),
        /** The other row, of what is there twice. */
        otherRow: z.int().optional(),
        detail: z.string().optional(),
      }),
    ),
    /** Why it was refused when it was sent: the code that the call for one dispatch answers. */
    code: z.string().nullable(),
    documents: z.array(guid),
  })
  .meta({ id: 'BulkRow' })

export type BulkMapping = z.output<typeof mapping>
export type BulkSend = Omit<z.output<typeof bulkSend>, 'mapping'> & { readonly mapping: BulkMapping | null }
export type BulkSendItem = z.output<typeof item>
export type BulkRow = z.output<typeof row>

export const createBulkSend = endpoint({
  ...ofBulk,
  method: 'POST',
  path: '/v1/bulk',
  summary:
    'Hand over a sheet, CSV or XLSX, whose first row has headings: the file itself, named by Content-Disposition, or one ' +
    'part `file`. 5,000 rows, 100 columns, 10 MiB. Nothing is checked or sent yet',
  query,
  headers: idempotencyHeaders.extend({ 'content-disposition': z.string().max(4000).optional() }),
  body: z.unknown(),
  bodyKind: 'file',
  fileTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  problems: ['DIGEST_MISMATCH', 'SHEET_UNREADABLE', 'SHEET_TOO_LARGE', 'SHEET_TOO_COMPLEX', 'TOO_MANY_BULK_SENDS'],
  answers: { 201: bulkSend },
})

export const bulkSends = endpoint({
  ...ofBulk,
  method: 'GET',
  path: '/v1/bulk',
  summary: 'The caller’s own bulk sends, the newest first',
  query,
  answers: { 200: z.object({ data: z.array(item) }).meta({ id: 'BulkSendList' }) },
})

export const bulkSendStatus = endpoint({
  ...ofBulk,
  method: 'GET',
  path: '/v1/bulk/:bulkSendId',
  summary: 'How far a bulk send is, with the ETag that a change of it needs',
  params,
  query,
  problems: ['BULK_SEND_NOT_FOUND'],
  answers: { 200: bulkSend },
})

export const mapBulkSend = endpoint({
  ...ofBulk,
  method: 'PUT',
  path: '/v1/bulk/:bulkSendId/mapping',
  summary: 'Say from which template it is sent and what the columns mean (If-Match). Every row is checked then',
  params,
  query,
  headers: ifMatch,
  body: mapping,
  bodyLimit: MOST_BYTES,
  problems: [
    'BULK_SEND_NOT_FOUND',
    'BULK_SEND_STATE',
    'TEMPLATE_NOT_FOUND',
    'TEMPLATE_ARCHIVED',
    'PRECONDITION_FAILED',
    'PRECONDITION_REQUIRED',
  ],
  answers: { 200: bulkSend },
})

export const bulkRows = endpoint({
  ...ofBulk,
  method: 'GET',
  path: '/v1/bulk/:bulkSendId/rows',
  summary: 'Rows in the order of the sheet, with everything that is wrong with each; `state` narrows them to one',
  params,
  query: z.object({ ...from, state: z.enum(BULK_ROW_STATES).optional(), ...pageQuery.shape }),
  problems: ['BULK_SEND_NOT_FOUND'],
  answers: { 200: pageOf(row).meta({ id: 'BulkRowPage' }) },
})

export const correctBulkRow = endpoint({
  ...ofBulk,
  method: 'PUT',
  path: '/v1/bulk/:bulkSendId/rows/:rowNumber',
  summary: 'Put other texts into a row, or leave it out, before it is sent (If-Match); it is checked at once',
  params: params.extend({ rowNumber: wholeNumber(1, 2_000_000) }),
  query,
  headers: ifMatch,
  body: z.object({
    /** One for each column; the row stays as it is without them. */
    cells: z.array(z.string().max(LONGEST_CELL)).max(MOST_COLUMNS).optional(),
    /** The row is not sent. */
    leaveOut: z.boolean().default(false),
  }),
  bodyLimit: MOST_BYTES,
  problems: [
    'BULK_SEND_NOT_FOUND',
    'BULK_ROW_NOT_FOUND',
    'BULK_SEND_STATE',
    'PRECONDITION_FAILED',
    'PRECONDITION_REQUIRED',
  ],
  answers: { 200: z.object({ bulkSend, row }).meta({ id: 'CorrectedBulkRow' }) },
})

const moving = {
  ...ofBulk,
  method: 'POST',
  params,
  query,
  headers: idempotencyHeaders,
  answers: { 200: bulkSend },
} as const

export const startBulkSend = endpoint({
  ...moving,
  path: '/v1/bulk/:bulkSendId/started',
  needsFreshFactor: true,
  summary: 'Send the rows, two at a time, in the background. Rows with faults have to be corrected or left out before',
  body: z.object({ /** Rows with faults are left out. */ leaveOutFaults: z.boolean().default(false) }).optional(),
  isBodyOptional: true,
  problems: ['BULK_SEND_NOT_FOUND', 'BULK_SEND_STATE', 'BULK_SEND_HAS_FAULTS'],
})

export const pauseBulkSend = endpoint({
  ...moving,
  path: '/v1/bulk/:bulkSendId/paused',
  summary: 'Send no further rows until it goes on; the rows that were begun are sent',
  problems: ['BULK_SEND_NOT_FOUND', 'BULK_SEND_STATE'],
})

export const resumeBulkSend = endpoint({
  ...moving,
  path: '/v1/bulk/:bulkSendId/resumed',
  summary: 'Go on with a bulk send that is paused',
  problems: ['BULK_SEND_NOT_FOUND', 'BULK_SEND_STATE'],
})

export const cancelBulkSend = endpoint({
  ...moving,
  path: '/v1/bulk/:bulkSendId/cancelled',
  summary: 'Send nothing of what is not sent yet; documents that were sent stay',
  problems: ['BULK_SEND_NOT_FOUND', 'BULK_SEND_STATE'],
})

export const bulkResult = endpoint({
  ...ofBulk,
  method: 'GET',
  path: '/v1/bulk/:bulkSendId/result.csv',
  summary:
    'The sheet as CSV with the result of each row: its state, why, and the ids of its documents. Cells that a spreadsheet ' +
    'would take for formulas begin with an apostrophe',
  answerKind: 'file',
  params,
  query: z.object({
    ...from,
    /** Between cells; that of the sheet without it. */ delimiter: z.enum(['comma', 'semicolon']).optional(),
  }),
  problems: ['BULK_SEND_NOT_FOUND'],
  answers: { 200: z.unknown() },
})

export const deleteBulkSend = endpoint({
  ...ofBulk,
  method: 'DELETE',
  path: '/v1/bulk/:bulkSendId',
  summary: 'Delete a bulk send that sends nothing; documents that were sent stay',
  params,
  query,
  problems: ['BULK_SEND_NOT_FOUND', 'BULK_SEND_STATE'],
  answers: { 204: nothing },
})
