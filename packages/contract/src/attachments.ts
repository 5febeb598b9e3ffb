import { z } from 'zod'
import { endpoint, guid, problem, ONE_DOCUMENT } from './endpoint.ts'
import { documentContent, imageQuery, pageNumber, renderedAnswers } from './pending-documents.ts'

const ofSigner = { base: 'main', auth: 'bearer', scopes: ONE_DOCUMENT } as const
const signer = z.object({ signerGuid: guid })
const attached = signer.extend({ attGuid: guid })

const attachment = z
  .object({
    GUID: guid,
    FileName: z.string(),
    MediaType: z.string(),
    /** Null for what has no pages to show. */
    NumberOfPages: z.number().int().nullable(),
  })
  .meta({ id: 'Attachment' })

export const attachments = endpoint({
  ...ofSigner,
  method: 'GET',
  path: '/signatures/:signerGuid/attachments/',
  summary: 'What was sent along with a document, for its signer and that signer’s approvers; 403 means none',
  params: signer,
  answers: { 200: z.array(attachment), 401: problem, 403: problem },
})

export const attachmentPages = endpoint({
  ...ofSigner,
  method: 'GET',
  path: '/signatures/:signerGuid/attachments/:attGuid/render',
  summary: 'Pages of an attachment as JPEG images; an image is one page, anything but PDF, PNG and JPEG is 422',
  params: attached,
  query: imageQuery.extend({ page: pageNumber.default(1) }),
  answers: renderedAnswers,
})

export const downloadAttachment = endpoint({
  ...ofSigner,
  method: 'GET',
  path: '/signatures/:signerGuid/attachments/:attGuid',
  summary: 'An attachment itself, base64',
  params: attached,
  answers: { 200: documentContent, 401: problem, 404: problem, 503: problem },
})
