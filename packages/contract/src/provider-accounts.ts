import { z } from 'zod'
import { MAX_PASSWORD } from '@rubrica/domain'
import { endpoint, guid, nothing, problem } from './endpoint.ts'

/** Longest value of a field of a provider's form; its own limit may be smaller. */
const MAX_FIELD = MAX_PASSWORD
/** Longest identifier of a provider's authenticator. */
const MAX_AUTHENTICATOR = 255

const field = z.string().min(1).max(MAX_FIELD)

/**
 * `account` is a type in lower case and `auth`, such as `redtrustauth`; further steps end in `authmiddle` and
 * `authend`.
 */
const account = z.object({ id: guid, account: z.string().regex(/^[a-z0-9]+auth(?:middle|end)?$/) })

const authorised = z
  .object({
    IsAuthorized: z.boolean(),
    /** Which account it is, such as its user name at the provider; absent when none is kept. */
    Account: z.string().optional(),
    /** The person logs in on the provider's page: to authorise the account takes no fields. */
    LogsInThere: z.boolean().optional(),
  })
  .meta({ id: 'AccountStatus' })

const step = z
  .object({
    /** The person chooses one of these. */
    Authenticators: z.array(z.object({ Id: z.string(), Name: z.string() })).optional(),
    /** A challenge is to be answered; what it asks, such as the number of a code on a card. */
    Hint: z.string().optional(),
    /** The person goes on at this page of the provider, which leads back to the portal. */
    RedirectUrl: z.string().optional(),
  })
  .meta({ id: 'AccountStep' })

const faults = {
  400: problem,
  401: problem,
  403: problem,
  404: problem,
  422: problem,
  423: problem,
  429: problem,
  502: problem,
  503: problem,
  504: problem,
} as const

export const accountStatus = endpoint({
  method: 'GET',
  path: '/vidmobileuser/:id/:account/status',
  base: 'identity',
  auth: 'bearer',
  summary: "Whether the person's account at the provider is authorised",
  params: account,
  answers: { 200: authorised, 401: problem, 403: problem, 404: problem },
})

export const remoteSignatureStatus = endpoint({
  method: 'GET',
  path: '/vidmobileuser/firmaremotaauth/status',
  base: 'identity',
  auth: 'bearer',
  summary: "Whether the person's account for remote signatures is authorised",
  answers: { 200: authorised, 401: problem, 403: problem, 404: problem },
})

export const authoriseAccount = endpoint({
  method: 'POST',
  path: '/vidmobileuser/:id/:account',
  base: 'identity',
  auth: 'bearer',
  summary:
    'Authorise an account with what its form asks for; 200 when a step follows. `IsSign` proves a kept account anew, without a password',
  params: account,
  body: z.object({
    Username: field.optional(),
    Password: field.optional(),
    Domain: field.optional(),
    Client: field.optional(),
    Organization: field.optional(),
    Otp: field.optional(),
    IsSign: z.boolean().optional(),
    Authenticator: z.string().min(1).max(MAX_AUTHENTICATOR).optional(),
    Challenge: field.optional(),
  }),
  answers: { 200: step, 204: nothing, ...faults },
})

export const authoriseRemoteSignature = endpoint({
  method: 'POST',
  path: '/vidmobileuser/firmaremotaauth',
  base: 'identity',
  auth: 'bearer',
  summary: 'Authorise the account for remote signatures',
  body: z.object({ Username: field.optional(), Password: field.optional(), Otp: field.optional() }),
  answers: { 200: step, 204: nothing, ...faults },
})

/** Longest authorization code of OAuth 2.0. */
const MAX_CODE = 4096

export const returnToAccount = endpoint({
  method: 'POST',
  path: '/vidmobileuser/:id/accountreturn',
  base: 'identity',
  auth: 'bearer',
  summary: "End an authorisation for which the person was on the provider's page; without `Code` they refused there",
  params: z.object({ id: guid }),
  body: z.object({
    /** `state` of the way back. */
    TransactionGuid: guid,
    /** `code` of the way back. */
    Code: z.string().min(1).max(MAX_CODE).optional(),
  }),
  answers: { 200: z.object({ CertType: z.string() }).meta({ id: 'AccountReturn' }), ...faults },
})

export const removeAccount = endpoint({
  method: 'DELETE',
  path: '/vidmobileuser/:id/:account',
  base: 'identity',
  auth: 'bearer',
  summary: 'Forget an account at a provider and its certificates',
  params: account,
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem },
})

export const removeRemoteSignature = endpoint({
  method: 'DELETE',
  path: '/vidmobileuser/firmaremotaauth',
  base: 'identity',
  auth: 'bearer',
  summary: 'Forget the account for remote signatures and its certificates',
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem },
})

export const synchroniseAccount = endpoint({
  method: 'POST',
  path: '/vidmobileuser/:id/:account/synchronise',
  base: 'identity',
  auth: 'bearer',
  summary: "Fetch the account's certificates anew",
  params: account,
  answers: { 204: nothing, ...faults },
})
