/** Signatures for which the person goes elsewhere: Swisscom's consent page, Ivnosys' pages. */
import { z } from 'zod'
import { MAX_PIN } from '@rubrica/domain'
import { confirmedHolder } from './certificates.ts'
import { endpoint, guid, nothing, problem, TO_SIGN } from './endpoint.ts'
import { acceptedDisclaimer } from './disclaimers.ts'
import { accessMethod } from './pending-documents.ts'
import { openedSession } from './signing.ts'

/** One per attempt: the same attempt repeated gets its first answer. */
export const attemptHeaders = z.object({ 'idempotency-key': z.string().min(8).max(128).optional() })
const secret = z.string().max(MAX_PIN)
export const signerParams = z.object({ signerGuid: guid })
export const troubles = {
  400: problem,
  401: problem,
  403: problem,
  404: problem,
  409: problem,
  422: problem,
  423: problem,
  429: problem,
  502: problem,
  503: problem,
  504: problem,
} as const

const consentRequest = z
  .object({
    /** Where the person confirms, in a window of its own; null when their phone alone asks them. */
    RedirectURL: z.string().nullable(),
    /** Names the request when it is completed. */
    RequestID: guid,
  })
  .meta({ id: 'SwisscomRequest' })

export const swisscomIdentity = endpoint({
  method: 'GET',
  path: '/vidmobileuser/swisscom/identity',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'The name and the phone that a certificate of Swisscom will be made for',
  answers: {
    200: z.object({ DN: z.string(), Phone: z.string().nullable() }).meta({ id: 'SwisscomIdentity' }),
    ...troubles,
  },
})

export const requestSwisscom = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/swisscom/:signerGuid/signrequest',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Ask Swisscom for the signature of a document. A request that still waits for the person is answered again, as long ' +
    'as the document is the one it was made for',
  params: signerParams,
  headers: attemptHeaders,
  body: z.object({
    AccessMethod: accessMethod,
    AcceptChanges: z.boolean().optional(),
    AcceptedDisclaimer: acceptedDisclaimer,
  }),
  answers: { 200: consentRequest, ...troubles },
})

export const completeSwisscom = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/swisscom/:signerGuid/completesignature/:requestId',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Complete a signature of Swisscom once the person has confirmed it; 409 with a sentence for as long as they have not, ' +
    'and when they refused or were too late',
  params: z.object({ signerGuid: guid, requestId: guid }),
  body: z.object({ AccessMethod: accessMethod.optional() }).prefault({}),
  isBodyOptional: true,
  answers: { 204: nothing, ...troubles },
})

/** For each hash, in their order, base64 of the DER of a detached CMS. */
const signedHashes = z.object({ Signatures: z.array(z.string()) }).meta({ id: 'SignedHashes' })

export const requestSwisscomHash = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/swisscom/signrequesthash',
  base: 'identity',
  auth: 'bearer',
  summary:
    'Ask Swisscom for the signature of a hash: with `RequestId` one that an application has named in its request, ' +
    'without it any hash, whose signature is answered to the caller',
  body: z.object({
    /** base64 or base64url; several are separated by commas. */
    Hash: z.string().max(32 * 1024),
    /** As in `checkAuthorisation`. */
    HashAlgorithm: z.string().max(64),
    /** Of `checkAuthorisation`. */
    RequestId: guid.optional(),
  }),
  answers: { 200: consentRequest, ...troubles },
})

export const completeSwisscomHash = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/swisscom/completesignaturehash/:requestId',
  base: 'identity',
  auth: 'bearer',
  summary:
    'Complete the signature of a hash once the person has confirmed it: a session, which leads on to the code for the ' +
    'application, or the signatures of a request that no application made',
  params: z.object({ requestId: guid }),
  answers: { 200: z.union([openedSession, signedHashes]), ...troubles },
})

/** What an Ivnosys signature needs next: the PIN of a software certificate, nothing, their page, or the phone. */
const AUTH_TYPES = ['PIN', 'NONE', 'REDIRECT', 'MOBILE'] as const

export const authoriseTransaction = endpoint({
  method: 'POST',
  path: '/vidmobileuser/:id/ivsignauth/mfa',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    "Authorise a transaction for which the person was on Ivnosys' pages; 204 when they have proved themselves there",
  params: z.object({ id: guid }),
  body: z.object({ TransactionGuid: guid }),
  answers: { 204: nothing, ...troubles },
})

export const initSign = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/ivsign/:signerGuid/initsign',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Begin a signature with Ivnosys. `RedirectUrl` is where the person goes first; `Token`, `mfa` and `TransactionId` are ' +
    'what a log-in before the signature came back with',
  params: signerParams,
  headers: attemptHeaders,
  body: z.object({
    CertGUID: guid,
    Pin: secret.optional(),
    Token: z.string().max(255).optional(),
    mfa: z.boolean().optional(),
    TransactionId: guid.optional(),
    AccessMethod: accessMethod.optional(),
    AcceptChanges: z.boolean().optional(),
    AcceptedDisclaimer: acceptedDisclaimer,
    /** As in `sign`. */
    ConfirmedHolder: confirmedHolder.optional(),
  }),
  answers: {
    200: z
      .object({ RedirectUrl: z.string().optional(), TransactionId: guid, AuthType: z.enum(AUTH_TYPES) })
      .meta({ id: 'InitSign' }),
    ...troubles,
  },
})

export const completeSign = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/ivsign/:signerGuid/completesign/:transactionId',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Complete a signature with Ivnosys. 202 means that the person has yet to authorise it on their phone, or that the ' +
    'PIN of the certificate is needed: repeat the call then',
  params: z.object({ signerGuid: guid, transactionId: guid }),
  headers: attemptHeaders,
  body: z.object({ CertGUID: guid, PIN: secret.optional(), AccessMethod: accessMethod.optional() }),
  answers: {
    202: z.object({ TransactionId: guid, AuthType: z.enum(AUTH_TYPES) }).meta({ id: 'WaitingSign' }),
    204: nothing,
    ...troubles,
  },
})

export const loginBeforeSign = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/ivsign/:signerGuid/login',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'Log in at Ivnosys again before a signature: where the person goes, and the token that comes back with them',
  params: signerParams,
  body: z.object({ CertGUID: guid }),
  answers: {
    200: z.object({ RedirectUrl: z.string(), Token: z.string() }).meta({ id: 'LoginBeforeSign' }),
    ...troubles,
  },
})
