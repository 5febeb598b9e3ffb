/** Evidence files: what proves what happened to a document that is over. */
import { z } from 'zod'
import { endpoint, guid, ONE_DOCUMENT, problem } from './endpoint.ts'
import { documentContent } from './pending-documents.ts'
import { from, toRead } from './sender.ts'

export const sentDocumentEvidence = endpoint({
  ...toRead,
  method: 'GET',
  path: '/v1/documents/:docGuid/evidence',
  summary: 'The evidence of a sent document that is over, sealed, as application/pdf (PDF/A-3); `reduced` names nobody',
  answerKind: 'pdf',
  params: z.object({ docGuid: guid }),
  query: z.object({ ...from, edition: z.enum(['full', 'reduced']).default('full') }),
  problems: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_OVER', 'DOCUMENT_DAMAGED'],
  answers: { 200: z.unknown() },
})

export const ownEvidence = endpoint({
  method: 'GET',
  path: '/evidence/:docGuid',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary:
    'The evidence of a document that is over, for who signed or approved it: with their own values alone, base64',
  params: z.object({ docGuid: guid }),
  answers: { 200: documentContent, 401: problem, 404: problem, 409: problem },
})
