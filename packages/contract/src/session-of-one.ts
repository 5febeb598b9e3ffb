import { z } from 'zod'
import { guid } from './endpoint.ts'

/** A session that opens one document alone. */
export const sessionOfOne = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  UserGUID: guid,
  DocGUID: guid,
  SignerGUID: guid,
})
