/**
 * The ways in that lead through somebody else: Google, Microsoft, a wallet, any other provider, SAML, and another
 * application.
 */
import { z } from 'zod'
import { endpoint, guid, problem, SCOPES } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'

/** `Browser` is for a portal of another origin, in the place of a cookie: who comes back must bring it. */
const address = z.object({ Url: z.string(), Browser: z.string().optional() }).meta({ id: 'LoginAddress' })
const issued = z.object({ Token: z.string() }).meta({ id: 'LoginToken' })
const code = z.string().min(1).max(4096)
/** What the portal was given when the log-in began, where it got no cookie. */
const browser = z.string().min(1).max(200).optional()
/** The `iss` of the provider's answer (RFC 9207), where it has one. */
const issuer = z.string().min(1).max(1024).optional()

export const loginAddress = endpoint({
  method: 'GET',
  path: '/auth/url/:provider',
  base: 'identity',
  auth: 'basic',
  summary: 'Where the browser goes to log in with this provider; binds the log-in to the browser that asks',
  params: z.object({ provider: z.enum(['ms', 'google', 'ssi', 'oidc']) }),
  answers: { 200: address, 401: problem, 404: problem, 429: problem, 502: problem, 504: problem },
})

export const loginCode = endpoint({
  method: 'POST',
  path: '/auth/code/:state',
  base: 'identity',
  auth: 'basic',
  summary:
    "Exchange the code of a provider's answer (Google, Microsoft, wallet, any other) for a token; 401 for unknown people",
  params: z.object({ state: z.string().min(1).max(200) }),
  body: z.object({ Code: code, Issuer: issuer, Browser: browser }),
  answers: { 200: issued, 400: problem, 401: problem, 403: problem, 429: problem, 502: problem, 504: problem },
})

export const walletCode = endpoint({
  method: 'POST',
  path: '/ssi/code',
  base: 'identity',
  auth: 'basic',
  summary: "Exchange the code of the wallet's answer for a token; 401 for unknown people",
  body: z.object({ Code: code, State: z.string().min(1).max(200).optional(), Issuer: issuer, Browser: browser }),
  answers: { 200: issued, 400: problem, 401: problem, 403: problem, 429: problem, 502: problem, 504: problem },
})

export const samlAddress = endpoint({
  method: 'POST',
  path: '/saml/url',
  base: 'identity',
  auth: 'basic',
  summary: 'Where the browser goes to log in with SAML: the domain of the address chooses the identity provider',
  body: z.object({ Email: z.string().trim().min(3).max(320) }),
  answers: { 200: address, 400: problem, 401: problem, 404: problem, 429: problem },
})

export const samlConsume = endpoint({
  method: 'POST',
  path: '/saml/acs',
  base: 'identity',
  auth: 'none',
  summary:
    "Takes the identity provider's answer from the browser and leads on to the portal's /saml, with a ticket or an error",
  body: z.object({
    SAMLResponse: z
      .string()
      .min(1)
      .max(1024 * 1024),
    RelayState: z.string().max(1024).optional(),
  }),
  bodyKind: 'form',
  bodyLimit: 2 * 1024 * 1024,
  answers: { 303: z.null(), 400: problem, 429: problem },
})

const logoutRequest = z.object({
  SAMLRequest: z.string().min(1).max(100_000),
  RelayState: z.string().max(1024).optional(),
})

export const samlLogout = endpoint({
  method: 'GET',
  path: '/saml/slo',
  base: 'identity',
  auth: 'none',
  summary:
    "Takes an identity provider's signed request to log somebody out (HTTP-Redirect), and leads back with the answer",
  query: logoutRequest.extend({ SigAlg: z.string().min(1).max(200), Signature: z.string().min(1).max(2000) }),
  answers: { 303: z.null(), 400: problem, 429: problem },
})

export const samlLogoutForm = endpoint({
  method: 'POST',
  path: '/saml/slo',
  base: 'identity',
  auth: 'none',
  summary:
    "Takes an identity provider's signed request to log somebody out (HTTP-POST), and leads back with the answer",
  body: logoutRequest,
  bodyKind: 'form',
  bodyLimit: 512 * 1024,
  answers: { 303: z.null(), 400: problem, 429: problem },
})

export const samlMetadata = endpoint({
  method: 'GET',
  path: '/saml/metadata',
  base: 'identity',
  auth: 'none',
  summary: 'What an identity provider must know of this server (SAML 2.0 metadata, XML)',
  answers: { 200: z.string() },
})

export const samlTicket = endpoint({
  method: 'POST',
  path: '/saml/token',
  base: 'identity',
  auth: 'basic',
  summary: 'Exchange the single-use ticket that /saml was opened with for a token; so no token stands in an address',
  body: z.object({ Ticket: z.string().min(1).max(200), Browser: browser }),
  answers: { 200: issued, 400: problem, 401: problem, 429: problem },
})

export const returnAddress = endpoint({
  method: 'POST',
  path: '/auth/return-address',
  base: 'identity',
  auth: 'bearer',
  summary: 'Whether a person may be led to this address after log-out; the operator allows them per client',
  body: z.object({ Url: z.string().max(4096) }),
  answers: { 200: z.object({ IsAllowed: z.boolean() }).meta({ id: 'ReturnAddress' }), 400: problem, 401: problem },
})

export const userToken = endpoint({
  method: 'POST',
  path: '/v1/user-tokens',
  base: 'main',
  auth: 'bearer',
  scopes: [SCOPES.logIn],
  summary: 'For a program that has logged a person in itself: a token with which the portal opens for that person',
  headers: idempotencyHeaders,
  body: z.object({ userId: z.string().trim().min(1).max(255) }),
  problems: ['USER_NOT_FOUND'],
  answers: {
    200: z
      .object({ token: z.string(), userGuid: guid, expiresInSeconds: z.int().positive() })
      .meta({ id: 'UserToken' }),
  },
})
