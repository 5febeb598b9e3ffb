/** What a sender changes of a document after it was sent. */
import { z } from 'zod'
import { MAX_REJECTION_REASON } from '@rubrica/domain'
import { endpoint, guid } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { person } from './recipients.ts'
import { copies, from, MOST_SIGNERS, sendDescription, sentDocument, signer, toManage, toSend } from './sender.ts'

const { fileName, description, tags, deadline, team } = sendDescription.shape
const { reason, readAll, disclaimer, certificate, approvers, stage } = signer.def.right.shape

const ofDocument = { params: z.object({ docGuid: guid }), query: z.object(from) } as const

/** For those who lose the document by the change; they are told by mail. */
const toThem = z.string().trim().max(MAX_REJECTION_REASON).optional()

const changedSigner = z.object({
  guid,
  /** What they sign for; null for nothing in particular. */
  reason: reason.nullable(),
  readAll: readAll.removeDefault().optional(),
  disclaimer: disclaimer.nullable(),
  /** The certificate that they must use; null for any. */
  certificate: certificate.nullable(),
  /** Everybody who has to approve before; who has accepted already stays among them. */
  approvers: approvers.removeDefault().optional(),
  stage,
})

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
    signers: z.array(changedSigner).min(1).max(MOST_SIGNERS).optional(),
    /** Everybody who has a copy then; who is left out reads it no longer. */
    copies: copies.optional(),
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
  body: z.intersection(person, z.object({ reason: toThem })),
  problems: [
    'DOCUMENT_NOT_FOUND',
    'DOCUMENT_NO_LONGER_AVAILABLE',
    'SIGNER_NOT_FOUND',
    'SIGNER_UNKNOWN',
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
  answers: { 201: z.object({ file: guid, attachments: z.array(guid) }).meta({ id: 'CopiedFiles' }) },
})
