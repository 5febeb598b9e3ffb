/** The public page that says what a signed file is worth, without a log-in. */
import { z } from 'zod'
import { DOCUMENT_STATES, INTEGRITIES } from '@rubrica/domain'
import { VERIFICATION_LEVELS } from '@rubrica/domain/verification-code'
import { fileFindings } from './document-signatures.ts'
import { endpoint, problem } from './endpoint.ts'
import { imageQuery, pageNumber, renderedAnswers, wholeNumber } from './pending-documents.ts'

/** Bytes of a file that anybody may have looked at. */
export const MOST_VERIFIED_BYTES = 20_000_000

/** SHA-256, in hexadecimal digits. */
const digest = z.string().regex(/^[0-9a-f]{64}$/)
/** SHA-256 of the octets of a file's SHA-256: it compares files, and is no digest that could be looked up. */
const check = digest

const verdict = fileFindings.meta({ id: 'FileFindings' })

const asked = { method: 'POST', base: 'main', auth: 'none' } as const
const refusals = { 400: problem, 404: problem, 429: problem, 503: problem } as const

export const lookUpFile = endpoint({
  ...asked,
  path: '/verification/digests',
  summary:
    'Whether this installation issued exactly the file that has this SHA-256, and what its signatures are worth then: ' +
    'only who has the file can say the proof, and nothing is issued to others',
  body: z.object({
    Digest: digest,
    /** HMAC-SHA-256 of the file under the octets of its SHA-256, in hexadecimal digits. */
    Proof: digest,
  }),
  answers: {
    200: z.object({ Issued: z.boolean(), Check: check, Found: verdict.nullable() }).meta({ id: 'LookedUpFile' }),
    ...refusals,
  },
})

const uploaded = {
  ...asked,
  headers: z.object({ 'content-disposition': z.string().max(4000).optional() }),
  body: z.unknown(),
  bodyKind: 'file',
  bodyLimit: MOST_VERIFIED_BYTES,
} as const

const uploadRefusals = { ...refusals, 408: problem, 413: problem, 415: problem, 422: problem } as const

export const verifyFile = endpoint({
  ...uploaded,
  path: '/verification/files',
  summary:
    'What the signatures of a PDF are worth, whoever made it: the file itself, or one part `file` of a multipart body. ' +
    'It is not kept',
  answers: {
    200: z
      .object({
        Digest: digest,
        Check: check,
        /** Bytes. */
        Size: z.int(),
        /** Whether this installation issued it, or its first revisions, to which somebody added others. */
        Issued: z.enum(['exactly', 'begun', 'no']),
        /** How many of its revisions are as they were issued. */
        IssuedRevisions: z.int(),
        Found: verdict,
      })
      .meta({ id: 'VerifiedFile' }),
    ...uploadRefusals,
  },
})

export const reportFile = endpoint({
  ...uploaded,
  path: '/verification/reports',
  summary: 'The validation report of a PDF by ETSI TS 119 102-2, as application/xml. The file is not kept',
  answerKind: 'file',
  answers: { 200: z.unknown(), ...uploadRefusals },
})

export const verifiedPage = endpoint({
  ...uploaded,
  path: '/verification/pages',
  summary: 'A page of a PDF as it was in one of its revisions, as a JPEG image. The file is not kept',
  query: z.object({
    ...imageQuery.pick({ width: true }).shape,
    revision: wholeNumber(1, 100_000),
    page: pageNumber,
  }),
  answers: { 200: renderedAnswers[200], ...uploadRefusals },
})

/** As it is printed, or as somebody types it. */
const code = z.string().min(1).max(60)

const askedByCode = z.object({
  Code: code,
  Work: z.string().max(240).optional(),
  /** To the question that the answer to the look-up names: the last four characters of a signer's legal id. */
  Answer: z.string().min(1).max(20).optional(),
})

export const lookUpCode = endpoint({
  ...asked,
  path: '/verification/codes',
  summary:
    'What is told of a document to who has its verification code. 404 for one that leads nowhere, whatever the reason. ' +
    '403 VERIFICATION_WORK_NEEDED with `Challenge` and `Bits` when too many wrong ones were tried: `Work` answers it',
  body: askedByCode,
  answers: {
    200: z
      .object({
        /** What is told: `facts` as long as a question is not answered. */
        Level: z.enum(VERIFICATION_LEVELS),
        /** Whether more is told to who answers. `later`: too many answers were wrong within an hour. */
        Question: z.enum(['none', 'open', 'wrong', 'later']),
        State: z.enum(DOCUMENT_STATES),
        /** Of the file as it is now: who has a copy can compare. */
        Check: check,
        /** When it was sent, and when it was over. */
        SentAt: z.iso.datetime(),
        EndedAt: z.iso.datetime().nullable(),
        /** Nothing of these at the level `compare`. */
        Integrity: z.enum(INTEGRITIES).nullable(),
        Signatures: z.array(
          z.object({
            /** Initials, or the name at the levels that tell names. */
            Signer: z.string(),
            SignedAt: z.iso.datetime(),
          }),
        ),
        /** At the level that lets it be fetched. */
        FileName: z.string().nullable(),
      })
      .meta({ id: 'LookedUpCode' }),
    403: problem,
    ...refusals,
  },
})

export const fetchByCode = endpoint({
  ...asked,
  path: '/verification/codes/document',
  summary: 'The document itself, for who has its code, where its level allows that',
  body: askedByCode,
  answerKind: 'pdf',
  answers: { 200: z.unknown(), 403: problem, ...refusals },
})

/** The portal loads it with its page alone, so it stands in a file of its own. */
export const verificationContract = {
  lookUpFile,
  verifyFile,
  reportFile,
  verifiedPage,
  lookUpCode,
  fetchByCode,
} as const
