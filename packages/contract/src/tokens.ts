import { z } from 'zod'
import { endpoint, problem } from './endpoint.ts'

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  username: z.string().trim().min(1).max(255),
  password: z.string().max(255),
  scope: z.string().max(255),
})

const clientGrant = z.object({ grant_type: z.literal('client_credentials'), scope: z.string().max(255).optional() })

export const token = endpoint({
  method: 'POST',
  path: '/oauth/token',
  base: 'identity',
  auth: 'basic',
  summary: 'Exchange a password, or a client secret, for a bearer token',
  body: z.discriminatedUnion('grant_type', [passwordGrant, clientGrant]),
  bodyKind: 'form',
  answers: {
    200: z
      .object({ access_token: z.string(), token_type: z.literal('bearer'), expires_in: z.number().int() })
      .meta({ id: 'TokenAnswer' }),
    400: problem,
    401: problem,
    423: problem,
    429: problem,
  },
})
