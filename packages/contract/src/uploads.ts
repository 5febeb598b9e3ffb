/** Files that are handed over before anything is sent. */
import { z } from 'zod'
import { endpoint, guid, nothing } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { imageQuery, pageNumber, renderedAnswers, textAnswers } from './pending-documents.ts'
import { from, toSend } from './sender.ts'

export const uploadedFile = z
  .object({
    id: guid,
    name: z.string(),
    /** Bytes. */
    size: z.int(),
    /** Of the file as it is kept, in hexadecimal digits: as it came, or without its encryption. */
    sha256: z.string(),
    /**
     * Points, as the page is shown: cropped and turned clockwise by `rotation` degrees. Null for a page that cannot be
     * read. Empty for an attachment that is no PDF, or one that opens with a password.
     */
    pages: z.array(
      z.object({ width: z.number(), height: z.number(), rotation: z.literal([0, 90, 180, 270]) }).nullable(),
    ),
    /** What the file demands of whoever sends it. */
    findings: z.array(z.object({ code: z.enum(['SIGNED', 'CERTIFIED', 'DECRYPTED']), detail: z.string() })),
    uploadedAt: z.string(),
    /** When it is deleted, unless a document has used it up; as long as a draft has it, when the draft ends. */
    expiresAt: z.string(),
  })
  .meta({ id: 'UploadedFile' })

const oneFile = {
  path: '/v1/files/:fileId',
  params: z.object({ fileId: guid }),
  query: z.object(from),
  problems: ['FILE_NOT_FOUND'],
} as const

export const uploadFile = endpoint({
  ...toSend,
  method: 'POST',
  path: '/v1/files',
  summary:
    'Hand over a PDF and learn at once whether it can be signed: the file itself, named by Content-Disposition, or one ' +
    'part `file`. It can be sent by its id for 24 hours. A part `decrypt` (JSON) takes the encryption off. With ' +
    '`purpose=attachment` any file is taken that goes along with a document',
  query: z.object({ ...from, purpose: z.enum(['document', 'attachment']).default('document') }),
  headers: idempotencyHeaders.extend({
    'content-disposition': z.string().max(4000).optional(),
    'content-digest': z.string().max(1000).optional(),
    'repr-digest': z.string().max(1000).optional(),
  }),
  body: z.unknown(),
  bodyKind: 'file',
  problems: [
    'DIGEST_MISMATCH',
    'TOO_MANY_FILES',
    'PDF_REFUSED',
    'PDF_ENCRYPTED',
    'PDF_PASSWORD_NEEDED',
    'PDF_TOO_COMPLEX',
  ],
  answers: { 201: uploadedFile },
})

export const uploadedFileStatus = endpoint({
  ...toSend,
  ...oneFile,
  method: 'GET',
  summary: 'A file that was handed over and not sent yet',
  answers: { 200: uploadedFile },
})

export const deleteUploadedFile = endpoint({
  ...toSend,
  ...oneFile,
  method: 'DELETE',
  summary: 'Delete a file that was handed over and not sent yet',
  answers: { 204: nothing },
})

const onePage = {
  path: '/v1/files/:fileId/pages/:page',
  params: z.object({ fileId: guid, page: pageNumber }),
  problems: ['FILE_NOT_FOUND', 'PAGE_NOT_FOUND', 'PAGE_NOT_RENDERABLE', 'DOCUMENT_DAMAGED'],
} as const

export const uploadedFilePage = endpoint({
  ...toSend,
  ...onePage,
  method: 'GET',
  summary: 'Pages of a file that was handed over, as JPEG images, to place signatures on them',
  query: imageQuery.extend(from),
  answers: { 200: renderedAnswers[200], 304: nothing },
})

export const uploadedFilePageText = endpoint({
  ...toSend,
  ...onePage,
  path: '/v1/files/:fileId/pages/:page/text',
  method: 'GET',
  summary: 'The text of a page of a file that was handed over, and where its lines stand; at most 64 KB of it',
  query: z.object(from),
  answers: { 200: textAnswers[200] },
})
