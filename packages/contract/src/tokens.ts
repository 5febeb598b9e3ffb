import { z } from 'zod'
import { endpoint, nothing, problem, ONE_DOCUMENT, SCOPES } from './endpoint.ts'

const passwordGrant = z.object({
  grant_type: z.literal('password'),
  username: z.string().trim().min(1).max(255),
  password: z.string().max(255),
  scope: z.string().max(255),
})

const clientGrant = z.object({ grant_type: z.literal('client_credentials'), scope: z.string().max(255).optional() })

/** The code that a person gave an application (RFC 6749 §4.1.3, RFC 7636 §4.5). */
const codeGrant = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string().max(255),
  redirect_uri: z.string().max(2048).optional(),
  code_verifier: z.string().max(128).optional(),
})

const answer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.number().int(),
    /** Only where it is not the one that was asked for: a second factor is missing (RFC 6749 §5.1). */
    scope: z.literal(SCOPES.factor).optional(),
  })
  .meta({ id: 'TokenAnswer' })

const codeAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.enum(['SAD', 'Bearer']),
    expires_in: z.number().int(),
    scope: z.enum(['service', 'credential']),
    /** The certificate that was chosen; only with `SAD`. */
    credentialID: z.string().optional(),
  })
  .meta({ id: 'CodeTokenAnswer' })

export const token = endpoint({
  method: 'POST',
  path: '/oauth/token',
  base: 'identity',
  auth: 'basic',
  summary:
    'Exchange a password, a client secret, or the code of an authorisation, for a token. What a code for certificates ' +
    'gives is no bearer token of this API but signature activation data (`SAD`), for `/csc/v1` and `/csc/v2`. Where a ' +
    'person has a second factor or needs one, a password gives a token that is good for showing or setting it up',
  body: z.discriminatedUnion('grant_type', [passwordGrant, clientGrant, codeGrant]),
  bodyKind: 'form',
  answers: { 200: z.union([answer, codeAnswer]), 400: problem, 401: problem, 423: problem, 429: problem },
})

export const renewToken = endpoint({
  method: 'POST',
  path: '/oauth/renew',
  base: 'identity',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary:
    'A new token for a person who is at work, in place of the one that they bear, which stays valid until it expires',
  answers: { 200: answer, 401: problem, 429: problem },
})

export const revokeToken = endpoint({
  method: 'POST',
  path: '/oauth/revoke',
  base: 'identity',
  auth: 'bearer',
  scopes: ONE_DOCUMENT,
  summary: 'Log out: ends the token that is borne, and those that it was renewed from or into',
  answers: { 204: nothing, 401: problem },
})
