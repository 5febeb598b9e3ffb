import { z } from 'zod'
import { MAX_PIN } from '@rubrica/domain'
import { confirmedHolder } from './certificates.ts'
import { endpoint, guid, nothing, problem, TO_SIGN } from './endpoint.ts'
import { acceptedDisclaimer } from './disclaimers.ts'
import { accessMethod } from './pending-documents.ts'

/** One per attempt: the same attempt repeated gets its first answer. */
const attemptHeaders = z.object({ 'idempotency-key': z.string().min(8).max(128).optional() })

/** How a certificate's type is written in a path: in small letters. */
const providerType = z.string().min(1).max(32)
const secret = z.string().max(MAX_PIN)
/** What providers may answer, besides what every call may. */
const troubles = { 400: problem, 401: problem, 403: problem, 404: problem, 422: problem, 423: problem, 429: problem }
const providerTroubles = { 502: problem, 503: problem, 504: problem }

export const MAX_BATCH = 200

export const sign = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/:type/:signerGuid',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Sign a document. Without `CertGUID` the newest valid certificate of the type signs; `BatchId` and `SessionId` name ' +
    'what was opened for it; `PinAuthentication` is the PIN of a software certificate; a document that was changed ' +
    'after a signature in a way that no rule allows is signed only with `AcceptChanges` (422 DOCUMENT_SUSPICIOUS), one ' +
    'with terms (`DisclaimerInfo.Display`) only with `AcceptedDisclaimer` (422 DISCLAIMER_NOT_ACCEPTED); a certificate ' +
    'that does not say whose it is signs only with the name in it as `ConfirmedHolder` (422 HOLDER_UNCONFIRMED)',
  params: z.object({ type: providerType, signerGuid: guid }),
  headers: attemptHeaders,
  body: z.object({
    CertGUID: guid.optional(),
    PIN: secret.optional(),
    PinAuthentication: secret.optional(),
    OTP: secret.optional(),
    CertType: z.string().max(32).optional(),
    AccessMethod: accessMethod,
    BatchId: guid.optional(),
    SessionId: guid.optional(),
    AcceptChanges: z.boolean().optional(),
    AcceptedDisclaimer: acceptedDisclaimer,
    ConfirmedHolder: confirmedHolder.optional(),
  }),
  answers: { 204: nothing, ...troubles, 409: problem, ...providerTroubles },
})

export const prepareBatch = endpoint({
  method: 'POST',
  path: '/signature/batches',
  base: 'main',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Announce that these documents will be signed with one confirmation; where a code or a provider is to authorise ' +
    'them, every byte of them is fixed here. What cannot be signed is named in `Failed`, the others are part of the batch',
  body: z.object({
    CertGUID: guid,
    SignerGUIDs: z.array(guid).min(1).max(MAX_BATCH),
    /** Those of them that were confirmed in spite of their changes; the others fail with DOCUMENT_SUSPICIOUS. */
    AcceptChangesOf: z.array(guid).max(MAX_BATCH).optional(),
    /**
     * Digests of the terms that the person has accepted; documents with other terms fail with DISCLAIMER_NOT_ACCEPTED.
     */
    AcceptedDisclaimers: z.array(acceptedDisclaimer.unwrap()).max(MAX_BATCH).optional(),
  }),
  answers: {
    200: z
      .object({
        BatchId: guid,
        ExpiresAt: z.string(),
        Failed: z.array(z.object({ SignerGUID: guid, Code: z.string(), Message: z.string() })),
      })
      .meta({ id: 'Batch' }),
    ...troubles,
    503: problem,
  },
})

const sentCode = z
  .object({
    /** The PIN is asked for besides the code. */
    Qualified: z.boolean(),
    /** Where the code went, mostly hidden; empty when the provider does not say. */
    SentTo: z.string(),
  })
  .meta({ id: 'SentCode' })

export const requestCode = endpoint({
  method: 'POST',
  path: '/vidmobileuser/signature/:type/otp',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'Have a code sent that authorises the documents of a batch, or `Uses` signatures',
  params: z.object({ type: providerType }),
  body: z
    .object({
      CertGUID: guid.optional(),
      Uses: z.int().min(1).max(MAX_BATCH).optional(),
      BatchId: guid.optional(),
      AccessMethod: accessMethod.optional(),
    })
    .prefault({}),
  isBodyOptional: true,
  answers: { 200: sentCode, ...troubles, ...providerTroubles },
})

const certificateParams = z.object({ guid })

export const sendCertificateCode = endpoint({
  method: 'POST',
  path: '/vidmobilecertificate/:guid/otpsms',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'Have a code sent for this certificate',
  params: certificateParams,
  answers: { 200: sentCode, ...troubles, ...providerTroubles },
})

export const sendRemoteSignatureCode = endpoint({
  method: 'POST',
  path: '/vidmobileuser/firmaremota/:guid/sms',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'Have a code sent for this certificate of a remote signature provider',
  params: certificateParams,
  answers: { 200: sentCode, ...troubles, ...providerTroubles },
})

/** A signature session that signs until it expires. */
export const openedSession = z.object({ SessionId: guid, ExpiresAt: z.string() }).meta({ id: 'OpenedSession' })
/** The person has yet to accept on their phone: the call is repeated with this id. */
const waitingSession = z.object({ SessionId: guid }).meta({ id: 'WaitingSession' })

export const openCertificateSession = endpoint({
  method: 'POST',
  path: '/vidmobilecertificate/:guid/session/',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Open a session with a code: it signs the documents of the batch that the code was asked for, and no others. With ' +
    '`RequestId` it answers what an application asks for: then the PIN is needed, and the code where the key has codes',
  params: certificateParams,
  body: z.object({
    OTP: secret.optional(),
    PIN: secret.optional(),
    BatchId: guid.optional(),
    /** Of `checkAuthorisation`. */
    RequestId: guid.optional(),
    /** As in `sign`, for what an application asks for. */
    ConfirmedHolder: confirmedHolder.optional(),
  }),
  answers: { 200: openedSession, ...troubles, ...providerTroubles },
})

export const closeCertificateSession = endpoint({
  method: 'DELETE',
  path: '/vidmobilecertificate/:guid/session/',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'Close the sessions of this certificate',
  params: certificateParams,
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem },
})

export const openRemoteSession = endpoint({
  method: 'POST',
  path: '/vidmobileuser/firmaremotaauth/session/',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Open a session at a remote signature provider, with `RequestId` for what an application asks for. 202 means that ' +
    'the person has yet to accept on their phone: repeat the call with `SessionId`',
  body: z.object({
    CertGUID: guid,
    OTP: secret.optional(),
    PIN: secret.optional(),
    BatchId: guid.optional(),
    SessionId: guid.optional(),
    /** Of `checkAuthorisation`. */
    RequestId: guid.optional(),
    /** As in `sign`, for what an application asks for. */
    ConfirmedHolder: confirmedHolder.optional(),
  }),
  answers: { 200: openedSession, 202: waitingSession, ...troubles, ...providerTroubles },
})

export const closeRemoteSession = endpoint({
  method: 'DELETE',
  path: '/vidmobileuser/firmaremotaauth/session/',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'Close the sessions at remote signature providers',
  answers: { 204: nothing, 401: problem, 403: problem },
})
