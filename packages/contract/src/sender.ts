import { z } from 'zod'
import { ARCHIVE_STATES, DOCUMENT_STATES, MAIL_STATES, PASSING_ON, REMINDER_LIMITS } from '@rubrica/domain'
import { endpoint, guid, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { person, personOrGuest, sentGuest } from './recipients.ts'

/** Points, origin at the lower left corner of the displayed page (CropBox, rotated as shown). */
export const position = z.object({
  page: z.number().int().min(1),
  x: z.number().min(0).max(14_400),
  y: z.number().min(0).max(14_400),
  width: z.number().min(20).max(14_400),
  height: z.number().min(10).max(14_400),
})

/** A distance from words, in points. */
const offset = z.number().min(-14_400).max(14_400).default(0)

/**
 * A place that is found by words when the document is sent: the upper left corner of the box stands `dx` to the right of
 * and `dy` above the lower left corner of the words. Within a line the words may have any blanks between them, in any
 * case; pages are looked through in their order (the first 1,000 of the range), each from top to bottom.
 */
export const anchored = z.object({
  anchor: z
    .string()
    .max(200)
    .refine((words) => words.trim() !== '', { message: 'must not be empty' }),
  /** Which of the places where the words stand, from 1. */
  occurrence: z.int().min(1).max(1000).default(1),
  dx: offset,
  dy: offset,
  width: position.shape.width.default(180),
  height: position.shape.height.default(60),
  /** Pages to look through, both included. */
  pages: z
    .object({ from: z.int().min(1).default(1), to: z.int().min(1).optional() })
    .refine(({ from: first, to = first }) => first <= to, { path: ['to'], message: 'must not be before from' })
    .optional(),
})

export const MOST_SIGNERS = 50

/** Who reads it from now on and is told when it is over; people of the subscription who do not sign it. */
export const copies = z.array(person).max(50)

/** Attachments that one signer may be named for. */
const MOST_ATTACHMENTS = 100

export const signer = z.intersection(
  personOrGuest,
  z.object({
    /** From 1: everybody of one stage signs at once, once all of the stages before have signed. */
    stage: z.int().min(1).max(MOST_SIGNERS).optional(),
    reason: z.string().max(450).optional(),
    readAll: z.boolean().default(false),
    /** Whether a deputy may act for them, and for who approves it, while they are away. */
    delegable: z.boolean().default(true),
    disclaimer: z.object({ title: z.string().min(1).max(200), text: z.string().min(1).max(5000) }).optional(),
    certificate: guid.optional(),
    /** Any certificate of this type, as its provider spells it, or `Local` for one of the person's own computer. */
    certificateType: z.string().min(1).max(50).optional(),
    /** To this signer alone, in their mail and beside the document. */
    privateMessage: z.string().trim().max(1000).optional(),
    approvers: z.array(person).max(20).default([]),
    positions: z
      .array(z.union([position, anchored]))
      .max(20)
      .default([]),
    /**
     * Which of the `attachment` parts, counted from 0 in their order, are for this signer and their approvers. A part
     * that no signer names is for all of them.
     */
    attachments: z.array(z.int().min(0)).max(MOST_ATTACHMENTS).optional(),
  }),
)

/** What the list of documents is sorted and searched by must fit into one row of its index. */
const MAX_LISTED_BYTES = 2000

export const isListable = ({ fileName, senderName, tags }: { fileName: string; senderName: string; tags: string[] }) =>
  new TextEncoder().encode([fileName, senderName, ...tags].join(',')).length <= MAX_LISTED_BYTES

interface Staged {
  readonly order: 'parallel' | 'sequential'
  readonly signers: readonly { readonly stage?: number | undefined }[]
}

/** Stages are named for all signers or for none, and each from the first to the last has somebody. */
export function hasWholeStages({ order, signers }: Staged): boolean {
  const stages = new Set(signers.map(({ stage }) => stage))
  if (stages.size === 1 && stages.has(undefined)) return true
  return (
    order === 'parallel' && Array.from({ length: stages.size }, (_, index) => index + 1).every((n) => stages.has(n))
  )
}

/** The sender agrees that an encrypted file is kept, shown and signed without its encryption. */
export const decryption = z.object({ consent: z.literal(true), password: z.string().max(255).optional() })

/** When people are reminded by themselves of what waits for them. */
export const reminders = z.object({
  /** Working days (Monday to Friday, UTC) from the first mail to the first reminder. */
  first: z.int().min(1).max(REMINDER_LIMITS.days),
  /** Working days from one reminder to the next. */
  every: z.int().min(1).max(REMINDER_LIMITS.days),
  /** Reminders, beside the one a day before the deadline; 0: nobody is reminded. */
  most: z.int().min(0).max(REMINDER_LIMITS.most),
  /**
   * User name of somebody of the subscription who is told by mail where the last reminder is not answered either, as many
   * working days later as between reminders.
   */
  escalateTo: z.string().trim().min(1).max(255).optional(),
})

/** Whether signers may name somebody else in their place; with `asked`, if the sender agrees. */
export const passingOn = z.enum(PASSING_ON)

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
    decrypt: decryption.optional(),
    /** Of GET /v1/teams: its members see the document too. */
    team: guid.optional(),
    /** As the subscription says where it is left out. */
    reminders: reminders.optional(),
    passingOn: passingOn.default('no'),
    signers: z.array(signer).min(1).max(MOST_SIGNERS),
    copies: copies.optional(),
  })
  .refine(hasWholeStages, {
    path: ['signers'],
    message: 'name a stage for every signer or for none; stages begin at 1, leave no gap and need the order parallel',
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

export const mailAnswer = z.object({
  state: z.enum(MAIL_STATES),
  /** When that was said. */
  at: z.string(),
  /** The mail server that said it; empty where nobody knows. */
  server: z.string(),
  /** Of SMTP (RFC 5321). */
  code: z.int().nullable(),
  /** Of RFC 3463, such as `5.1.1`. */
  status: z.string().nullable(),
  /** In its words, without addresses. */
  words: z.string(),
})

const sentPerson = z.object({
  guid,
  userId: z.string(),
  name: z.string(),
  state: z.string(),
  operatedAt: z.string().nullable(),
  reason: z.string().nullable(),
  /** The name of who acted in theirs; null where they did so themselves, or nobody has yet. */
  deputy: z.string().nullable(),
  /** How the newest mail to them fares; null where none was sent, and half a year after. */
  mail: mailAnswer.nullable(),
  /** When they are reminded by themselves, where they do nothing until then; null for never. */
  nextReminderAt: z.string().nullable(),
})

export const sentDocument = z
  .object({
    guid,
    dispatch: guid,
    /** What it was sent from. */
    template: z.object({ guid, version: z.int() }).nullable(),
    /** Counts the changes that the sender makes after sending, from 1. */
    version: z.int(),
    state: z.enum(DOCUMENT_STATES),
    fileName: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    senderName: z.string(),
    message: z.string(),
    /** Whether the caller may change and withdraw it; others of a team may only look. */
    mayManage: z.boolean(),
    /** Whose members see it too. */
    team: z.object({ guid, name: z.string() }).nullable(),
    pages: z.number().int(),
    uploadedAt: z.string(),
    deadline: z.string().nullable(),
    endedAt: z.string().nullable(),
    /** As it was said for this document (`isOwn`), or as the subscription says now. */
    reminders: reminders.extend({ isOwn: z.boolean() }),
    passingOn,
    /** The long-term form: the level reached, and why a higher one is not, or what it does not cover. */
    archive: z.object({
      state: z.enum(ARCHIVE_STATES),
      level: z.string().nullable(),
      reason: z.string().nullable(),
      cause: z.string().nullable(),
    }),
    signers: z.array(
      sentPerson.extend({
        stage: z.int(),
        calledAt: z.string().nullable(),
        /** What they sign for. */
        signsFor: z.string().nullable(),
        readAll: z.boolean(),
        delegable: z.boolean(),
        /** The sender's own text that they agree to. */
        disclaimer: z.object({ title: z.string(), text: z.string() }).nullable(),
        /** The only one that they may sign with. */
        certificate: z.object({ guid, alias: z.string() }).nullable(),
        /** The only type of certificates that they may sign with. */
        certificateType: z.string().nullable(),
        /** What was written to them alone; null to who may only look. */
        privateMessage: z.string().nullable(),
        /** Whether they have seen a page of it. */
        opened: z.boolean(),
        /** Of somebody without an account, whose `userId` says nothing; null of everybody else. */
        guest: sentGuest.nullable(),
        /** Whom they name in their place, which waits for the sender's answer. */
        passing: z.object({ userId: z.string(), name: z.string(), reason: z.string(), askedAt: z.string() }).nullable(),
        approvers: z.array(sentPerson),
      }),
    ),
    /** Who reads it and signs nothing. */
    copies: z.array(
      z.object({
        guid,
        userId: z.string(),
        name: z.string(),
        givenAt: z.string(),
        /** When they were told that it is over; null as long as they were not. */
        toldAt: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'SentDocument' })

export type SendDescription = z.input<typeof sendDescription>
export type SentDocument = z.output<typeof sentDocument>

const ofDocuments = { base: 'main', auth: 'bearer' } as const
/** A program with all of them, or with this part; a person with a role that may send. */
export const toSend = { ...ofDocuments, scopes: [SCOPES.sender, SCOPES.send, SCOPES.portal] } as const
export const toRead = { ...ofDocuments, scopes: [SCOPES.sender, SCOPES.read, SCOPES.portal] } as const
export const toManage = { ...ofDocuments, scopes: [SCOPES.sender, SCOPES.manage, SCOPES.portal] } as const

/** From which of their subscriptions a person sends; who has one, and a program, need not say. */
export const from = { subscription: guid.optional() }
const query = z.object(from)

/** What can be wrong with what is sent, beside its shape. */
export const SENDING_PROBLEMS = [
  'GUESTS_NOT_ALLOWED',
  'FILE_NOT_FOUND',
  'SIGNER_UNKNOWN',
  'TEAM_UNKNOWN',
  'POSITION_INVALID',
  'ANCHOR_NOT_FOUND',
  'PDF_REFUSED',
  'PDF_ENCRYPTED',
  'PDF_PASSWORD_NEEDED',
  'PDF_TOO_COMPLEX',
  'DOCUMENT_DAMAGED',
] as const

export const sendDocument = endpoint({
  ...toSend,
  method: 'POST',
  path: '/v1/documents',
  query,
  summary:
    'Send a PDF to its signers: parts `document` (the file), `attachment` (any number) and `description` (JSON). A signer’s ' +
    '`attachments` names those that are for that signer and their approvers only; the others are for all. Or, as JSON, ' +
    'the description with the id of a file that was handed over before, which is used up by it',
  headers: idempotencyHeaders,
  body: z.object({ description: sendDescription }),
  bodyKind: 'multipart',
  jsonBody: sendUploaded,
  problems: SENDING_PROBLEMS,
  answers: { 201: sentDocument },
})
