import { z } from 'zod'
import { MAX_PIN } from '@rubrica/domain'
import { endpoint, guid, nothing, problem } from './endpoint.ts'
import { accessMethod } from './pending-documents.ts'

/** One per attempt: the same attempt repeated gets its first answer. */
const attemptHeaders = z.object({ 'idempotency-key': z.string().min(8).max(128).optional() })

export const signWithKeyVault = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/keyvault/:signerGuid',
  base: 'identity',
  auth: 'bearer',
  summary: 'Sign a document with a key of the vault',
  params: z.object({ signerGuid: guid }),
  headers: attemptHeaders,
  body: z.object({
    CertGUID: guid,
    PIN: z.string().min(1).max(MAX_PIN),
    CertType: z.string().max(32).optional(),
    AccessMethod: accessMethod,
  }),
  answers: {
    204: nothing,
    400: problem,
    401: problem,
    404: problem,
    409: problem,
    422: problem,
    423: problem,
    503: problem,
  },
})
