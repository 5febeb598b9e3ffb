/** What somebody is putting together to be sent, kept until it is. */
import { z } from 'zod'
import { isTimeZone, LANGUAGES } from '@rubrica/domain'
import { endpoint, guid, nothing } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { from, MOST_SIGNERS, passingOn, position, reminders, toSend } from './sender.ts'
import { TEMPLATE_LOCKS } from './template-locks.ts'
import { uploadedFile } from './uploads.ts'

const MOST_FILES = 50
const MOST_ATTACHMENTS = 100
const MOST_PLACES = 5000
/** Of the whole content. */
const MOST_BYTES = 1024 * 1024

const draftPerson = z.object({
  userId: z.string().min(1).max(255),
  name: z.string().max(255),
  mailDomain: z.string().max(255),
  canSign: z.boolean(),
  /** The one of a template that they take; their `userId` is a name of the draft’s own as long as nobody does. */
  role: z.string().min(1).max(100).optional(),
})

/** Somebody without an account, as far as it is written: what is wrong with it is said when it is sent. */
const draftGuest = z.object({
  email: z.string().max(255),
  phone: z.string().max(64),
  provesPhone: z.boolean(),
  language: z.union([z.enum(LANGUAGES), z.literal('')]),
  legalId: z.string().max(64),
})

/** Of one signer on one file: by key and user id. */
const placed = {
  key: z.string().min(1).max(64),
  file: z.string().min(1).max(64),
  signer: z.string().min(1).max(255),
}

/** Where the signatures go: in points of the displayed page, or by words of the document. */
const draftPlaces = z.object({
  boxes: z.array(position.extend(placed)).max(MOST_PLACES),
  words: z
    .array(
      z.object({
        ...placed,
        words: z.string().max(200),
        /** As in an anchor of POST /v1/dispatches. */
        occurrence: z.int().min(1).max(1000).optional(),
        dx: z.number().min(-14_400).max(14_400).optional(),
        dy: z.number().min(-14_400).max(14_400).optional(),
        from: z.int().min(1).optional(),
        to: z.int().min(1).optional(),
      }),
    )
    .max(MOST_PLACES),
})

const draftContent = z
  .object({
    files: z
      .array(
        z.object({
          /** By which the rest of the draft names it, whichever upload it is at the moment. */
          key: z.string().min(1).max(64),
          name: z.string().max(255),
          /** Bytes. */
          size: z.int().min(0),
          /** Of POST /v1/files; null for one that was not handed over to its end. */
          file: guid.nullable(),
          /** Uploads that go along with it, for everybody. */
          attachments: z.array(guid).max(MOST_ATTACHMENTS).default([]),
          /** Shown with this document alone; absent where the message to everybody stands for it. */
          description: z.string().max(1000).optional(),
        }),
      )
      .max(MOST_FILES),
    /** Files that go along, each for one document or for all, and for some signers or for all. */
    attachments: z
      .array(
        z.object({
          key: z.string().min(1).max(64),
          name: z.string().max(255),
          /** Bytes. */
          size: z.int().min(0),
          file: guid.nullable(),
          /** Key of a document; null for all of them. */
          document: z.string().max(64).nullable(),
          /** User ids; nobody for everybody. */
          signers: z.array(z.string().min(1).max(255)).max(MOST_SIGNERS),
        }),
      )
      .max(MOST_ATTACHMENTS)
      .default([]),
    signers: z
      .array(
        draftPerson.extend({
          stage: z.int().min(1).max(MOST_SIGNERS),
          reason: z.string().max(450),
          readAll: z.boolean(),
          delegable: z.boolean().default(true),
          /** What they have to agree to, as far as it is written. */
          disclaimer: z.object({ title: z.string().max(200), text: z.string().max(5000) }).optional(),
          certificate: z.object({ guid, alias: z.string().max(255) }).optional(),
          certificateType: z.string().max(50).optional(),
          privateMessage: z.string().max(1000).optional(),
          /** Their `userId` is a name of the draft's own then. */
          guest: draftGuest.optional(),
          approvers: z.array(draftPerson).max(20),
        }),
      )
      .max(MOST_SIGNERS),
    /** Who gets a copy. */
    copies: z.array(draftPerson).max(50).default([]),
    message: z.string().max(2000),
    /** A day to its end, or an hour of it (`2026-03-29T12:00`), where whoever sends is. */
    deadline: z.union([z.iso.date(), z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)]).nullable(),
    /** As the subscription says where it is left out. */
    reminders: reminders.optional(),
    passingOn: passingOn.default('no'),
    tags: z.string().max(500),
    isVisible: z.boolean(),
    /** The team that it is to be shared with. */
    team: guid.nullable().default(null),
    places: draftPlaces.default({ boxes: [], words: [] }),
    /** What it is sent from, or what it becomes. */
    template: z
      .object({
        guid: guid.nullable(),
        name: z.string().max(200),
        version: z.int().min(0),
        changes: z.int().min(0),
        locks: z.array(z.enum(TEMPLATE_LOCKS)).max(TEMPLATE_LOCKS.length),
        deadlineDays: z.int().min(1).max(3650).optional(),
        isEdited: z.boolean(),
      })
      .optional(),
  })
  .meta({ id: 'DraftContent' })

export type DraftContent = z.output<typeof draftContent>

/** What is kept of a draft: an old one lacks what came later, which is empty then. */
export const asDraftContent = (kept: unknown): DraftContent => draftContent.parse(kept)

const draft = z
  .object({
    id: guid,
    /** Counts its changes, from 1; the ETag is made of it. */
    version: z.int(),
    content: draftContent,
    /** Those of its files that are still there. */
    files: z.array(uploadedFile),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** When it is discarded with its files, unless it is changed. */
    expiresAt: z.string(),
  })
  .meta({ id: 'SendingDraft' })

export type SendingDraft = z.output<typeof draft>

const body = z.object({ content: draftContent })
const query = z.object(from)
const params = z.object({ draftId: guid })
const ifMatch = z.object({ 'if-match': z.string().max(4000).optional() })

export const drafts = endpoint({
  ...toSend,
  method: 'GET',
  path: '/v1/drafts',
  summary: 'The caller’s own drafts, the last changed first',
  query,
  answers: {
    200: z
      .object({
        data: z.array(
          z.object({
            id: guid,
            version: z.int(),
            /** Of its first file; empty without one. */
            title: z.string(),
            files: z.int(),
            /** Names of those who sign. */
            people: z.array(z.string()),
            updatedAt: z.string(),
            expiresAt: z.string(),
          }),
        ),
      })
      .meta({ id: 'DraftList' }),
  },
})

export const createDraft = endpoint({
  ...toSend,
  method: 'POST',
  path: '/v1/drafts',
  summary: 'Keep a draft, and its files with it, for 30 days after the last change',
  query,
  headers: idempotencyHeaders,
  body,
  bodyLimit: MOST_BYTES,
  problems: ['TOO_MANY_DRAFTS', 'DRAFT_NOT_FOUND'],
  answers: { 201: draft },
})

export const draftStatus = endpoint({
  ...toSend,
  method: 'GET',
  path: '/v1/drafts/:draftId',
  summary: 'A draft, with the ETag that a change of it needs',
  params,
  query,
  problems: ['DRAFT_NOT_FOUND'],
  answers: { 200: draft },
})

export const changeDraft = endpoint({
  ...toSend,
  method: 'PUT',
  path: '/v1/drafts/:draftId',
  summary: 'Put other content into a draft, if it is as the caller has seen it (If-Match)',
  params,
  query,
  headers: ifMatch,
  body,
  bodyLimit: MOST_BYTES,
  problems: ['DRAFT_NOT_FOUND', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'],
  answers: { 200: draft },
})

export const deleteDraft = endpoint({
  ...toSend,
  method: 'DELETE',
  path: '/v1/drafts/:draftId',
  summary: 'Discard a draft, if it is as the caller has seen it (If-Match); its files can be sent for another 24 hours',
  params,
  query,
  headers: ifMatch,
  problems: ['DRAFT_NOT_FOUND', 'PRECONDITION_FAILED', 'PRECONDITION_REQUIRED'],
  answers: { 204: nothing },
})

const draftMail = z
  .object({
    /** As the draft names them: a user id, or the draft's own name of somebody without an account. */
    person: z.string(),
    as: z.enum(['signer', 'approver', 'copy']),
    /** Whom an approver approves for; null for the others. */
    signer: z.string().nullable(),
    /** In which the person is spoken to. */
    language: z.enum(LANGUAGES),
    /** Null for somebody who gets none, because nobody knows an address of theirs. */
    mail: z
      .object({
        subject: z.string(),
        text: z.string(),
        /** The same for programs that show HTML, in which `cid:logo` stands for the logo. */
        html: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'DraftMail' })

export type DraftMail = z.output<typeof draftMail>

export const draftMails = endpoint({
  ...toSend,
  method: 'GET',
  path: '/v1/drafts/:draftId/mails',
  summary:
    'What each person of a draft will read in the mail about one of its files: a signer and an approver when it is their ' +
    'turn, who has a copy when everybody has signed. Nothing is sent, and the links in it lead nowhere yet',
  params,
  query: query.extend({
    /** Key of the file in the draft; the first one without it. */
    file: z.string().min(1).max(64).optional(),
    /** In which its deadline is told. */
    timeZone: z.string().max(64).refine(isTimeZone, { message: 'is not the name of a time zone' }).default('UTC'),
  }),
  problems: ['DRAFT_NOT_FOUND', 'FILE_NOT_FOUND'],
  answers: {
    200: z
      .object({
        /** By whom it is sent. */
        senderName: z.string(),
        /** The picture at the top of the mails, as a data address; null where there is none. */
        logo: z.string().nullable(),
        data: z.array(draftMail),
      })
      .meta({ id: 'DraftMails' }),
  },
})
