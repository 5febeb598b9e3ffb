/** What people see who got a copy of a document: they read it and sign nothing. */
import { z } from 'zod'
import { documentState } from './decision.ts'
import { pageOfRevision, pictureQuery, validationAnswers } from './document-signatures.ts'
import { endpoint, guid, problem } from './endpoint.ts'
import {
  documentContent,
  documentInfoAnswer,
  imageQuery,
  knownIntegrity,
  pageNumber,
  renderedAnswers,
  textAnswers,
} from './pending-documents.ts'

const ofCopy = { method: 'GET', base: 'main', auth: 'bearer', params: z.object({ copyGuid: guid }) } as const

const documentCopy = z
  .object({
    Guid: guid,
    DocGuid: guid,
    FileName: z.string(),
    SenderName: z.string(),
    Description: z.string(),
    Tag: z.string(),
    UploadTime: z.string(),
    /** Until when it can be signed; null when there is no end. */
    Deadline: z.string().nullable(),
    Integrity: knownIntegrity,
    DocumentState: documentState,
    /** When it was over; null while it is not. */
    EndTime: z.string().nullable(),
    /** When the user got the copy. */
    OperationTime: z.string(),
  })
  .meta({ id: 'DocumentCopy' })

const copy = endpoint({
  ...ofCopy,
  path: '/copies/:copyGuid',
  summary: 'A document of which the user has a copy, as it stands today',
  answers: { 200: documentCopy, 401: problem, 404: problem },
})

const copyPages = endpoint({
  ...ofCopy,
  path: '/copies/:copyGuid/documentrendered/pages/:page',
  summary: 'Pages of a document as JPEG images, for somebody who has a copy; they never count as read by a signer',
  params: ofCopy.params.extend({ page: pageNumber }),
  query: imageQuery,
  answers: renderedAnswers,
})

const copyPageText = endpoint({
  ...ofCopy,
  path: '/copies/:copyGuid/documentrendered/pages/:page/text',
  summary: 'The text of a page, to be heard and selected; at most 64 KB of it',
  params: ofCopy.params.extend({ page: pageNumber }),
  answers: textAnswers,
})

const copyInfo = endpoint({
  ...ofCopy,
  path: '/copies/:copyGuid/documentinfo',
  summary: 'Who signs a document, and how far each of them is, for somebody who has a copy',
  answers: { 200: documentInfoAnswer, 401: problem, 404: problem },
})

const downloadCopy = endpoint({
  ...ofCopy,
  path: '/copies/:copyGuid/document',
  summary: 'The document itself with the signatures that it has so far, base64, for somebody who has a copy',
  answers: { 200: documentContent, 401: problem, 404: problem },
})

const copySignatures = endpoint({
  ...ofCopy,
  path: '/copies/:copyGuid/validation',
  summary: 'The signatures in a document, for somebody who has a copy',
  answers: validationAnswers,
})

const copyRevisionPage = endpoint({
  ...ofCopy,
  path: '/copies/:copyGuid/revisions/:revision/pages/:page',
  summary: 'A page as it was in a revision of the file, for somebody who has a copy',
  params: ofCopy.params.extend(pageOfRevision),
  query: pictureQuery,
  answers: renderedAnswers,
})

/** The portal loads it with the screen of a copy, so it stands in a file of its own. */
export const copyContract = {
  copy,
  copyPages,
  copyPageText,
  copyInfo,
  downloadCopy,
  copySignatures,
  copyRevisionPage,
} as const
