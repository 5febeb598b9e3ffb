/** What was sent: the list of it, what happened to a document, how far it is, and its file. */
import { z } from 'zod'
import { DOCUMENT_STATES, MAIL_SUBJECTS, isTimeZone } from '@rubrica/domain'
import { endpoint, guid } from './endpoint.ts'
import { pageOf, pageQuery } from './pages.ts'
import { wholeNumber } from './pending-documents.ts'
import { from, mailAnswer, sentDocument, toRead } from './sender.ts'

const sentItem = z
  .object({
    guid,
    dispatch: guid,
    fileName: z.string(),
    tags: z.array(z.string()),
    state: z.enum(DOCUMENT_STATES),
    uploadedAt: z.string(),
    deadline: z.string().nullable(),
    endedAt: z.string().nullable(),
    /** How many of the signers have signed. */
    signed: z.int(),
    signers: z.int(),
    /** How many signers wait for the sender's word whether somebody else may sign. */
    questions: z.int(),
    /** Who can act now, and since when. */
    awaited: z.array(z.object({ name: z.string(), isApprover: z.boolean(), since: z.string() })),
    lastEvent: z.object({ type: z.string(), at: z.string() }),
  })
  .meta({ id: 'SentItem' })

/** What the list of documents may be narrowed to. */
export const sentFilters = {
  state: z.enum(DOCUMENT_STATES).optional(),
  /** Part of the file's name, in any case and with or without accents. */
  fileName: z.string().max(255).optional(),
  /** Part of the name or the user id of a signer or an approver. */
  person: z.string().max(255).optional(),
  tag: z.string().max(50).optional(),
  /** From which it was sent, in any of its versions. */
  template: guid.optional(),
  /** Days of sending, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** In which they are days; UTC unless it is said. */
  timeZone: z.string().max(64).refine(isTimeZone, { message: 'is not the name of a time zone' }).optional(),
  /** Open documents to which nothing has happened for so many days. */
  silentDays: wholeNumber(1, 3650).optional(),
  /** Documents on which the caller has to sign or to approve. */
  needsMe: z.literal('true').optional(),
}

export const sentDocuments = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents',
  summary: 'What was sent, the newest first; `next` is the `cursor` of what follows',
  query: z.object({
    ...from,
    ...sentFilters,
    /** Of the file as it was handed over, in hexadecimal digits: where the same file was sent. */
    sha256: z
      .string()
      .regex(/^[\dA-Fa-f]{64}$/)
      .optional(),
    ...pageQuery.shape,
  }),
  answers: { 200: pageOf(sentItem).meta({ id: 'SentPage' }) },
})

const sentEvent = z
  .object({
    sequence: z.int(),
    type: z.string(),
    at: z.string(),
    /** Whom it is about, where it is about somebody. */
    person: z.object({ userId: z.string(), name: z.string() }).nullable(),
    reason: z.string().nullable(),
    /** What the sender changed; names of people instead of their ids. */
    changes: z.array(
      z.object({
        what: z.string(),
        /** Whose it is, where it is a signer's. */
        person: z.string().nullable(),
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'SentEvent' })

export const sentDocumentEvents = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/events',
  summary: 'What happened to a sent document, the oldest first; `next` is the `after` of what follows',
  params: z.object({ docGuid: guid }),
  query: z.object({ ...from, after: wholeNumber(0, 999_999_999).default(0), limit: wholeNumber(1, 200).default(200) }),
  problems: ['DOCUMENT_NOT_FOUND'],
  answers: { 200: z.object({ data: z.array(sentEvent), next: z.int().nullable() }).meta({ id: 'SentEvents' }) },
})

const mailToPerson = z
  .object({
    guid,
    about: z.enum(MAIL_SUBJECTS),
    /** Who was written to, where they are on the document still. */
    person: z.object({ userId: z.string(), name: z.string() }).nullable(),
    at: z.string(),
    /** What mail servers said, the first answer first; none until the first try ends. */
    answers: z.array(mailAnswer),
  })
  .meta({ id: 'MailToPerson' })

export const sentDocumentMails = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/mails',
  summary:
    'Mails to the people of a sent document of the last half year, the oldest first, with what mail servers said',
  params: z.object({ docGuid: guid }),
  query: z.object({ ...from, ...pageQuery.shape }),
  problems: ['DOCUMENT_NOT_FOUND'],
  answers: { 200: pageOf(mailToPerson).meta({ id: 'MailsToPeople' }) },
})

export const sentDocumentStatus = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid',
  summary: 'How far a sent document is',
  params: z.object({ docGuid: guid }),
  query: z.object(from),
  problems: ['DOCUMENT_NOT_FOUND'],
  answers: { 200: sentDocument },
})

export const sentDocumentContent = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/content',
  summary: 'The document with the signatures it has so far, or as it came (`original`), as application/pdf',
  answerKind: 'pdf',
  params: z.object({ docGuid: guid }),
  query: z.object({ ...from, file: z.enum(['signed', 'original']).default('signed') }),
  problems: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_DAMAGED'],
  answers: { 200: z.unknown() },
})
