import { z } from 'zod'
import { decisionBy, documentState } from './decision.ts'
import { endpoint, guid, nothing, problem } from './endpoint.ts'
import {
  documentInfoAnswer,
  imageQuery,
  knownIntegrity,
  pageNumber,
  rejectionReason,
  remarkMark,
  renderedAnswers,
  signerDto,
  textAnswers,
} from './pending-documents.ts'

const asApprover = { base: 'main', auth: 'bearer' } as const
const approval = z.object({ approverGuid: guid })

const pendingApproval = z
  .object({
    ApproverGuid: guid,
    DocGuid: guid,
    FileName: z.string(),
    SignerName: z.string(),
    UploadTime: z.string(),
    Tag: z.string(),
    Description: z.string(),
    SenderName: z.string(),
    /** Until when it can be approved and signed; null when there is no end. */
    Deadline: z.string().nullable(),
    Integrity: knownIntegrity,
    Remark: remarkMark,
    SignerDTO: signerDto,
  })
  .meta({ id: 'PendingApproval' })

export const pendingApprovals = endpoint({
  ...asApprover,
  method: 'POST',
  path: '/approvaldocuments/searches/',
  summary: 'What waits for the approval of the user, by file name; 404 when there is nothing',
  body: z.object({ Terms: z.object({ vidmobileuser: guid }) }),
  answers: { 200: z.array(pendingApproval), 400: problem, 401: problem, 404: problem },
})

export const decidedApproval = endpoint({
  ...asApprover,
  method: 'GET',
  path: '/approvaldocuments/:approverGuid',
  summary: 'A document that the user has approved or rejected, and when; its pages are those of the revision of then',
  params: approval,
  answers: {
    200: pendingApproval
      .extend({ ...decisionBy(['Approved', 'Rejected']), DocumentState: documentState })
      .meta({ id: 'DecidedApproval' }),
    401: problem,
    404: problem,
  },
})

export const approvalPages = endpoint({
  ...asApprover,
  method: 'GET',
  path: '/approvaldocuments/:approverGuid/documentrendered/pages/:page',
  summary:
    'Pages of a document as JPEG images, for an approver who can still decide, or has decided: then of the revision ' +
    'of that moment; they never count as read by the signer',
  params: approval.extend({ page: pageNumber }),
  query: imageQuery,
  answers: { ...renderedAnswers, 409: problem },
})

export const approvalPageText = endpoint({
  ...asApprover,
  method: 'GET',
  path: '/approvaldocuments/:approverGuid/documentrendered/pages/:page/text',
  summary: 'The text of a page, to be heard and selected; at most 64 KB of it',
  params: approval.extend({ page: pageNumber }),
  answers: { ...textAnswers, 409: problem },
})

export const approvalInfo = endpoint({
  ...asApprover,
  method: 'GET',
  path: '/approvaldocuments/:approverGuid/documentinfo',
  summary: 'Who signs a document, and how far each of them is, for an approver; 409 when nothing is left to approve',
  params: approval,
  answers: { 200: documentInfoAnswer, 401: problem, 404: problem, 409: problem },
})

export const acceptApproval = endpoint({
  ...asApprover,
  method: 'POST',
  path: '/approvaldocuments/:approverGuid/accepted',
  summary: 'Let the signer sign; with the last approver of a signer, the signer is called when it is their turn',
  params: approval,
  answers: { 204: nothing, 401: problem, 404: problem, 409: problem, 423: problem },
})

export const rejectApproval = endpoint({
  ...asApprover,
  method: 'POST',
  path: '/approvaldocuments/:approverGuid/rejected',
  summary: 'Reject a document before it is signed, with a reason; ends it for everybody',
  params: approval,
  body: z.object({ RejectedReason: rejectionReason }),
  answers: { 204: nothing, 400: problem, 401: problem, 404: problem, 409: problem, 423: problem },
})
