/** What a sender changes of a document after it was sent. */
import { z } from 'zod'
import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { endpoint, guid, nothing } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { personOrGuest } from './recipients.ts'
import { imageQuery, pageNumber, renderedAnswers } from './pending-documents.ts'
import {
  copies,
  from,
  MOST_SIGNERS,
  passingOn,
  position,
  sendDescription,
  sentDocument,
  signer,
  toManage,
  toRead,
  toSend,
} from './sender.ts'
import { uploadedFile } from './uploads.ts'

const { fileName, description, tags, deadline, team } = sendDescription.shape
const { reason, readAll, delegable, disclaimer, certificate, approvers, stage, positions } = signer.def.right.shape

const ofDocument = { params: z.object({ docGuid: guid }), query: z.object(from) } as const

/** For those who lose the document by the change; they are told by mail. */
const toThem = z.string().trim().max(MAX_REJECTION_REASON).optional()

const changedSigner = z.object({
  guid,
  /** What they sign for; null for nothing in particular. */
  reason: reason.nullable(),
  readAll: readAll.removeDefault().optional(),
  delegable: delegable.removeDefault().optional(),
  disclaimer: disclaimer.nullable(),
  /** The certificate that they must use; null for any. */
  certificate: certificate.nullable(),
  /** Everybody who has to approve before; who has accepted already stays among them. */
  approvers: approvers.removeDefault().optional(),
  stage,
  /** Where their signature stands from now on; nowhere to be seen when there are none. As long as nobody has signed. */
  positions: positions.removeDefault().optional(),
})

/** In the last stage where none is said. */
const newSigner = z.intersection(signer.def.left, signer.def.right.omit({ attachments: true }))

/** Only what is named is changed. */
const change = z
  .object({
    fileName: fileName.optional(),
    description: description.removeDefault().optional(),
    tags: tags.removeDefault().optional(),
    message: z.string().trim().max(2000).optional(),
    /** At least an hour ahead; null for none. */
    deadline: deadline.nullable(),
    /** Whose members see it too, also once it is over; null for nobody's. */
    team: team.nullable(),
    passingOn: passingOn.optional(),
    signers: z.array(changedSigner).min(1).max(MOST_SIGNERS).optional(),
    /** Everybody who has a copy then; who is left out reads it no longer. */
    copies: copies.optional(),
    /** As long as nobody has signed, like `removeSigners` and `positions`: the fields of the file are made anew. */
    addSigners: z.array(newSigner).min(1).max(MOST_SIGNERS).optional(),
    /** Somebody has to stay. A stage that is left without anybody goes. */
    removeSigners: z.array(guid).min(1).max(MOST_SIGNERS).optional(),
    /** Files of POST /v1/files to send along. */
    attachments: z
      .array(
        z.object({
          file: guid,
          /** Signers that it is for; for all when there are none. */
          signers: z.array(guid).max(MOST_SIGNERS).default([]),
        }),
      )
      .min(1)
      .max(20)
      .optional(),
    reason: toThem,
  })
  .refine((changes) => Object.entries(changes).some(([name, value]) => name !== 'reason' && value !== undefined), {
    message: 'names nothing to change',
  })
  .refine(({ signers = [] }) => new Set(signers.map((one) => one.guid)).size === signers.length, {
    path: ['signers'],
    message: 'names somebody twice',
  })
  .meta({ id: 'DocumentChange' })

export type DocumentChange = z.output<typeof change>

export const changeDocument = endpoint({
  ...toManage,
  ...ofDocument,
  method: 'PATCH',
  path: '/v1/documents/:docGuid',
  summary:
    'Change a sent document: If-Match takes the ETag of its GET. What may be changed depends on how far it is; everything ' +
    'is changed or nothing',
  headers: z.object({ 'if-match': z.string().max(1000).optional() }),
  body: change,
  problems: [
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_NO_LONGER_AVAILABLE',
    'PRECONDITION_REQUIRED',
    'PRECONDITION_FAILED',
    'SIGNER_NOT_FOUND',
    'SIGNER_UNKNOWN',
    'TEAM_UNKNOWN',
    'SIGNER_BUSY',
    'SIGNER_HAS_ACTED',
    'SIGNER_HAS_OPENED',
    'STAGE_BEGUN',
    'SOMEBODY_HAS_SIGNED',
    'GUESTS_NOT_ALLOWED',
    'POSITION_INVALID',
    'ANCHOR_NOT_FOUND',
    'PDF_REFUSED',
    'DOCUMENT_DAMAGED',
    'FILE_NOT_FOUND',
  ],
  answers: { 200: sentDocument },
})

export const replaceSigner = endpoint({
  ...toManage,
  ...ofDocument,
  params: z.object({ docGuid: guid, sentSignerGuid: guid }),
  method: 'POST',
  path: '/v1/documents/:docGuid/signers/:sentSignerGuid/replaced',
  summary:
    'Put another person in the place of a signer who has not acted. Their approvers are asked again, the places of the ' +
    'signature stay; a certificate that was demanded of the first one is not demanded of the other',
  headers: idempotencyHeaders,
  body: z.intersection(personOrGuest, z.object({ reason: toThem })),
  problems: [
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_NO_LONGER_AVAILABLE',
    'SIGNER_NOT_FOUND',
    'SIGNER_UNKNOWN',
    'GUESTS_NOT_ALLOWED',
    'SIGNER_BUSY',
    'SIGNER_HAS_ACTED',
  ],
  answers: { 200: sentDocument },
})

export const answerPassing = endpoint({
  ...toManage,
  ...ofDocument,
  params: z.object({ docGuid: guid, sentSignerGuid: guid }),
  method: 'POST',
  path: '/v1/documents/:docGuid/signers/:sentSignerGuid/passing',
  summary:
    'Answer a signer who has named somebody else in their place: agree, as if the sender had replaced them, or decline, ' +
    'and they stay. Both are told to the signer',
  headers: idempotencyHeaders,
  body: z.object({
    agree: z.boolean(),
    reason: toThem,
    /** As the request that is answered says it: another one that was made meanwhile is not. */
    askedAt: z.iso.datetime({ offset: true }).optional(),
  }),
  problems: [
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_NO_LONGER_AVAILABLE',
    'SIGNER_NOT_FOUND',
    'PASSING_NOT_ASKED',
    'SUCCESSOR_UNKNOWN',
    'SUCCESSOR_HAS_PART',
    'SIGNER_BUSY',
    'SIGNER_HAS_ACTED',
  ],
  answers: { 200: sentDocument },
})

const remindedPerson = z.object({
  /** Of the signer or the approver. */
  guid,
  name: z.string(),
  isApprover: z.boolean(),
})

export const remindPeople = endpoint({
  ...toManage,
  ...ofDocument,
  method: 'POST',
  path: '/v1/documents/:docGuid/reminders',
  summary:
    'Remind by mail everybody whose turn it is, or those who are named, each at most once in four hours; somebody without ' +
    'an account gets a fresh invitation. Where all of them were reminded just now, it is refused, and RemindableAt says ' +
    'from when on it is possible again',
  headers: idempotencyHeaders,
  body: z
    .object({
      /** Signers and approvers; everybody without it. */
      people: z.array(guid).min(1).max(MOST_SIGNERS).optional(),
    })
    .optional(),
  isBodyOptional: true,
  problems: [
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_NO_LONGER_AVAILABLE',
    'SIGNER_NOT_FOUND',
    'SIGNER_BUSY',
    'REMINDED_RECENTLY',
  ],
  answers: {
    200: z
      .object({
        reminded: z.array(remindedPerson),
        /** Who was reminded less than four hours ago, and when they can be again. */
        tooSoon: z.array(remindedPerson.extend({ remindableAt: z.string() })),
      })
      .meta({ id: 'Reminders' }),
  },
})

export const copyDocument = endpoint({
  ...toSend,
  ...ofDocument,
  method: 'POST',
  path: '/v1/documents/:docGuid/uploads',
  summary:
    'Hand over again the file of a document as it came (`original`), with its attachments, or as it is signed so far ' +
    '(`signed`): new files that can be sent like those of POST /v1/files. The document stays as it is',
  headers: idempotencyHeaders,
  body: z.object({ file: z.enum(['original', 'signed']) }),
  problems: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_DAMAGED', 'PDF_REFUSED', 'PDF_ENCRYPTED', 'PDF_TOO_COMPLEX'],
  answers: {
    201: z
      .object({
        file: guid,
        attachments: z.array(guid),
        /** Of each attachment, the signers of the document that it was sent to; none for everybody. */
        addressees: z.array(z.array(guid)),
      })
      .meta({ id: 'CopiedFiles' }),
  },
})

const { pages, findings } = uploadedFile.shape

export const sentDocumentPlaces = endpoint({
  ...toRead,
  ...ofDocument,
  method: 'GET',
  path: '/v1/documents/:docGuid/places',
  summary: 'Where the signatures of a sent document stand, with the sizes of its pages; the ETag is that of its GET',
  problems: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_DAMAGED', 'PDF_TOO_COMPLEX'],
  answers: {
    200: z
      .object({
        pages,
        findings,
        /** Who is on the document, in their slots; without positions where nothing is seen of a signature. */
        signers: z.array(z.object({ guid, positions: z.array(position) })),
      })
      .meta({ id: 'SentPlaces' }),
  },
})

export const sentDocumentPage = endpoint({
  ...toRead,
  ...ofDocument,
  method: 'GET',
  path: '/v1/documents/:docGuid/pages/:page',
  params: z.object({ docGuid: guid, page: pageNumber }),
  summary: 'Pages of a sent document as it came, as JPEG images',
  query: imageQuery.extend(from),
  problems: ['DOCUMENT_NOT_FOUND', 'PAGE_NOT_FOUND', 'PAGE_NOT_RENDERABLE', 'DOCUMENT_DAMAGED'],
  answers: { 200: renderedAnswers[200], 304: nothing },
})

export const cancelDocument = endpoint({
  ...toManage,
  ...ofDocument,
  method: 'POST',
  path: '/v1/documents/:docGuid/cancelled',
  summary: 'Withdraw a document that is not over; its signers and approvers can no longer act on it',
  headers: idempotencyHeaders,
  body: z.object({ reason: toThem }).optional(),
  isBodyOptional: true,
  problems: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NO_LONGER_AVAILABLE'],
  answers: { 204: nothing },
})
