import { z } from 'zod'
import { endpoint, nothing, problem } from './endpoint.ts'

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  username: z.string().trim().min(1).max(255),
  password: z.string().max(255),
  scope: z.string().max(255),
})

const clientGrant = z.object({ grant_type: z.literal('client_credentials'), scope: z.string().max(255).optional() })

const answer = z
  .object({ access_token: z.string(), token_type: z.literal('bearer'), expires_in: z.number().int() })
  .meta({ id: 'TokenAnswer' })

export const token = endpoint({
  method: 'POST',
  path: '/oauth/token',
  base: 'identity',
  auth: 'basic',
  summary: 'Exchange a password, or a client secret, for a bearer token',
  body: z.discriminatedUnion('grant_type', [passwordGrant, clientGrant]),
  bodyKind: 'form',
  answers: { 200: answer, 400: problem, 401: problem, 423: problem, 429: problem },
})

export const renewToken = endpoint({
  method: 'POST',
  path: '/oauth/renew',
  base: 'identity',
  auth: 'bearer',
  summary:
    'A new token for a person who is at work, in place of the one that they bear, which stays valid until it expires',
  answers: { 200: answer, 401: problem, 429: problem },
})

export const revokeToken = endpoint({
  method: 'POST',
  path: '/oauth/revoke',
  base: 'identity',
  auth: 'bearer',
  summary: 'Log out: ends the token that is borne, and those that it was renewed from or into',
  answers: { 204: nothing, 401: problem },
})
