import { z } from 'zod'
import { ARCHIVE_STATES, INTEGRITIES } from '@rubrica/domain'
import { endpoint, guid, problem, ONE_DOCUMENT } from './endpoint.ts'
import { pageNumber, renderedAnswers, wholeNumber } from './pending-documents.ts'

const moment = z.iso.datetime().nullable()

const change = z.object({
  What: z.string(),
  /** From 1; null when it belongs to no page or to several. */
  Page: z.int().nullable(),
  /** The revision of the file that made it, from 1. */
  Revision: z.int(),
  /** The rule that allows it; null makes the file suspicious. */
  JustifiedBy: z.string().nullable(),
})

const foundSignature = z.object({
  /** Fully qualified name of the field; empty for a signature without one. */
  Field: z.string(),
  Signer: z.string().nullable(),
  Kind: z.enum(['signature', 'timestamp']),
  /** Of EN 319 102-1, as the sub-indication. */
  Indication: z.enum(['TOTAL-PASSED', 'TOTAL-FAILED', 'INDETERMINATE']),
  SubIndication: z.string().nullable(),
  Level: z.string(),
  SignedAt: moment,
  ProvedAt: moment,
  /** The last revision of the file that it covers, from 1; null when it ends at none. */
  Revision: z.int().nullable(),
  Changes: z.array(change),
  /** Pages that its changes name, in order: what to look at side by side. */
  ChangedPages: z.array(z.int()),
})

/** What a look at a file finds. */
export const fileFindings = z.object({
  Integrity: z.enum(INTEGRITIES),
  Trust: z.enum(['anchored', 'unknown']),
  /** How many revisions the file has. */
  Revisions: z.int(),
  Warnings: z.array(z.string()),
  Signatures: z.array(foundSignature),
})

const signaturesAnswer = fileFindings
  .extend({
    /** Whether the document is signed only with `AcceptChanges`. */
    NeedsConfirmation: z.boolean(),
    /** How far the long-term form is; `Reason` says why a level is not reached, or what it does not cover. */
    Archive: z.object({
      State: z.enum(ARCHIVE_STATES),
      Level: z.string().nullable(),
      Reason: z.string().nullable(),
    }),
  })
  .meta({ id: 'DocumentSignatures' })

export const validationAnswers = { 200: signaturesAnswer, 401: problem, 404: problem, 503: problem } as const
/** Of the file's own revisions, from 1. */
const revisionNumber = wholeNumber(1, 100_000)
export const pageOfRevision = { revision: revisionNumber, page: pageNumber }
export const pictureQuery = z.object({ width: wholeNumber(1, 4096).optional() })

const asSigner = {
  method: 'GET',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  params: z.object({ signerGuid: guid }),
} as const
const asApprover = { method: 'GET', base: 'main', auth: 'bearer', params: z.object({ approverGuid: guid }) } as const

export const documentSignatures = endpoint({
  ...asSigner,
  path: '/signatures/:signerGuid/validation',
  summary: 'The signatures in a document: who, when, how sure that is, and what was changed since',
  answers: validationAnswers,
})

export const revisionPage = endpoint({
  ...asSigner,
  path: '/signatures/:signerGuid/revisions/:revision/pages/:page',
  summary: 'A page as it was in a revision of the file, as a JPEG image; it never counts as read',
  params: asSigner.params.extend(pageOfRevision),
  query: pictureQuery,
  answers: renderedAnswers,
})

export const approvalSignatures = endpoint({
  ...asApprover,
  path: '/approvaldocuments/:approverGuid/validation',
  summary: 'The signatures in a document, for an approver',
  answers: { ...validationAnswers, 409: problem },
})

export const approvalRevisionPage = endpoint({
  ...asApprover,
  path: '/approvaldocuments/:approverGuid/revisions/:revision/pages/:page',
  summary: 'A page as it was in a revision of the file, for an approver',
  params: asApprover.params.extend(pageOfRevision),
  query: pictureQuery,
  answers: { ...renderedAnswers, 409: problem },
})
