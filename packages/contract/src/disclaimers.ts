import { z } from 'zod'
import { DISCLAIMER_KINDS } from '@rubrica/domain'
import { endpoint, guid, problem, ONE_DOCUMENT } from './endpoint.ts'

/** `es` as well as `es-ES`; a language that the portal does not speak gets the text in its fallback. */
const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/)

/** Of the text that the person has accepted, as `disclaimerText` names it; the server compares it with what stands. */
export const acceptedDisclaimer = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/)
  .optional()

export const disclaimerText = endpoint({
  method: 'GET',
  path: '/pendingsignatures/:signerGuid/disclaimertext/:kind/:lang',
  base: 'main',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'What a person must agree to before signing: one document (its sender’s own text, if any) or a batch',
  params: z.object({ signerGuid: guid, kind: z.enum(DISCLAIMER_KINDS), lang: languageTag }),
  answers: {
    200: z
      .object({
        Title: z.string(),
        Text: z.string(),
        /** SHA-256, in hex, over the UTF-8 of Title, a line feed and Text: what a sign call names as accepted. */
        Digest: z.string(),
      })
      .meta({ id: 'Disclaimer' }),
    400: problem,
    401: problem,
    404: problem,
  },
})
