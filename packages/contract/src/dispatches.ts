/** One press of Send: one or more documents to the same people. */
import { z } from 'zod'
import { endpoint, guid } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import {
  anchored,
  copies,
  from,
  hasWholeStages,
  isListable,
  MOST_SIGNERS,
  position,
  sendDescription,
  SENDING_PROBLEMS,
  signer,
  toSend,
} from './sender.ts'

const { fileName, description, tags, senderName, order, deadline, callback, decrypt, team, reminders, passingOn } =
  sendDescription.shape

/** Documents of one dispatch. */
export const MOST_DOCUMENTS = 50
const MOST_ATTACHMENTS = 100

const documentIndex = z
  .int()
  .min(0)
  .max(MOST_DOCUMENTS - 1)

/** A file that was uploaded, as a document to be signed. */
export const dispatchedDocument = z.object({
  /** Of POST /v1/files. */
  file: guid,
  /** The name of the uploaded file when there is none. */
  fileName: fileName.optional(),
  description,
  tags,
  decrypt,
  attachments: z
    .array(
      z.object({
        file: guid,
        /** Places of the signers that it is for, from 0; for all when there are none. */
        signers: z
          .array(
            z
              .int()
              .min(0)
              .max(MOST_SIGNERS - 1),
          )
          .default([]),
      }),
    )
    .max(MOST_ATTACHMENTS)
    .default([]),
})

const onDocument = { document: documentIndex.default(0) }

const dispatchedSigner = z.intersection(
  signer.def.left,
  signer.def.right.omit({ attachments: true }).extend({
    /** `document` is the place of a document in the list, from 0. */
    positions: z
      .array(z.union([position.extend(onDocument), anchored.extend(onDocument)]))
      .max(20 * MOST_DOCUMENTS)
      .default([]),
  }),
)

export const dispatchDescription = z
  .object({
    documents: z.array(dispatchedDocument).min(1).max(MOST_DOCUMENTS),
    /** To everybody, in the mail and beside the document. */
    message: z.string().trim().max(2000).default(''),
    /** What it was put together as; deleted when it is sent, and sent by nobody else. */
    draft: guid.optional(),
    senderName,
    order,
    deadline,
    callback,
    team,
    reminders,
    passingOn,
    signers: z.array(dispatchedSigner).min(1).max(MOST_SIGNERS),
    copies: copies.optional(),
  })
  .refine(hasWholeStages, {
    path: ['signers'],
    message: 'name a stage for every signer or for none; stages begin at 1, leave no gap and need the order parallel',
  })
  .refine(
    ({ documents, senderName: sender }) =>
      documents.every(({ fileName: name = '', tags: ofDocument }) =>
        isListable({ fileName: name, senderName: sender, tags: ofDocument }),
      ),
    { path: ['documents'], message: 'have names and tags that are too long together' },
  )
  .refine(
    ({ documents, signers }) =>
      signers.every(({ positions }) => positions.every((one) => one.document < documents.length)),
    {
      path: ['signers'],
      message: 'have positions on a document that is not in the list',
    },
  )
  .meta({ id: 'DispatchDescription' })

export const dispatch = z
  .object({ guid, documents: z.array(z.object({ guid, fileName: z.string() })) })
  .meta({ id: 'Dispatch' })

export const sendDispatch = endpoint({
  ...toSend,
  method: 'POST',
  path: '/v1/dispatches',
  query: z.object(from),
  summary: 'Send files that were uploaded, all to the same people; either all of them are sent or none',
  headers: idempotencyHeaders,
  body: dispatchDescription,
  bodyLimit: 4 * 1024 * 1024,
  problems: [...SENDING_PROBLEMS, 'DRAFT_NOT_FOUND'],
  answers: { 201: dispatch },
})

const MOST_SUGGESTIONS = 8

export const suggestPeople = endpoint({
  ...toSend,
  method: 'GET',
  path: '/v1/people',
  summary: `Up to ${MOST_SUGGESTIONS} people of the subscription whose name, user name or e-mail address has the text`,
  query: z.object({ ...from, text: z.string().trim().min(2).max(100) }),
  answers: {
    200: z
      .object({
        data: z.array(
          z.object({
            userId: z.string(),
            name: z.string(),
            /** After the @ of the address that mails go to. */
            mailDomain: z.string(),
            /** Whether they have something to sign with. */
            canSign: z.boolean(),
            /** Whether the text is their whole e-mail address. */
            hasAddress: z.boolean(),
          }),
        ),
      })
      .meta({ id: 'PeopleSuggestions' }),
  },
})

export const signingMeans = endpoint({
  ...toSend,
  method: 'GET',
  path: '/v1/people/certificates',
  summary: 'With what somebody of the subscription can sign now: certificates that may be demanded, and their types',
  query: z.object({ ...from, userId: z.string().min(1).max(255) }),
  problems: ['USER_NOT_FOUND'],
  answers: {
    200: z
      .object({
        certificates: z.array(z.object({ guid, alias: z.string(), type: z.string(), notAfter: z.string() })),
        /** As their providers spell them, or `Local`. */
        types: z.array(z.string()),
      })
      .meta({ id: 'SigningMeans' }),
  },
})
