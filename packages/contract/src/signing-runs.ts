/** Signing runs: many documents that a person authorises once, and that the server signs to their end. */
import { z } from 'zod'
import { MAX_PIN, RUN_ITEM_STATES, RUN_STATES } from '@rubrica/domain'
import { confirmedHolder } from './certificates.ts'
import { acceptedDisclaimer } from './disclaimers.ts'
import { endpoint, guid, problem } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { accessMethod, wholeNumber } from './pending-documents.ts'

export const MAX_RUN = 1000

const secret = z.string().max(MAX_PIN)
const ofRuns = { base: 'main', auth: 'bearer' } as const
const params = z.object({ runGuid: guid })

export const signingRun = z
  .object({
    RunGUID: guid,
    /** Null where a certificate is made for each signature, or is on the person's PC. */
    CertGUID: guid.nullable(),
    /** Of the provider that makes them, or `local`; else null. */
    CertType: z.string().nullable(),
    /**
     * `needs-person`: everything is prepared, and waits for `authoriseRun`. `confirming`: the person is asked to confirm
     * one document after another at the provider.
     */
    State: z.enum(RUN_STATES),
    Paused: z.boolean(),
    /** Why it was stopped, waits for its person again, or is tried again by itself. */
    Code: z.string().nullable(),
    /** What the person is asked to confirm now. `Page` is where; null where their phone asks. */
    Asked: z
      .object({ Position: z.int(), SignerGUID: guid, FileName: z.string().nullable(), Page: z.string().nullable() })
      .nullable(),
    /** How many of its documents are in each state. */
    Counts: z.record(z.enum(RUN_ITEM_STATES), z.int()),
    CreatedAt: z.string(),
    AuthorisedAt: z.string().nullable(),
    EndedAt: z.string().nullable(),
    /** When what is prepared or authorised is given up. */
    ExpiresAt: z.string(),
  })
  .meta({ id: 'SigningRun' })

const refusals = { 401: problem, 403: problem, 404: problem, 409: problem, 422: problem, 423: problem, 429: problem }

export const beginRun = endpoint({
  ...ofRuns,
  method: 'POST',
  path: '/signature/runs',
  summary:
    'Begin a signing run: the server fixes every byte of these documents, and once `authoriseRun` has been called it ' +
    'signs them by itself. What cannot be signed is named by `runItems`. Where the person confirms each document at the ' +
    'provider, they are asked for one after another, and each is signed once they have. With `CertType` instead of ' +
    '`CertGUID`, for a provider that makes a certificate for each signature',
  headers: idempotencyHeaders,
  body: z
    .object({
      CertGUID: guid.optional(),
      CertType: z.string().min(1).max(40).optional(),
      AccessMethod: accessMethod,
      ConfirmedHolder: confirmedHolder.optional(),
      Items: z
        .array(
          z.object({
            SignerGUID: guid,
            AcceptedDisclaimer: acceptedDisclaimer,
            /** Signed though it was changed after a signature in a way that no rule allows. */
            AcceptChanges: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(MAX_RUN),
    })
    .refine(({ CertGUID, CertType }) => (CertGUID === undefined) !== (CertType === undefined), {
      message: 'either this or CertType',
      path: ['CertGUID'],
    }),
  answers: { 201: signingRun, ...refusals },
})

export const listRuns = endpoint({
  ...ofRuns,
  method: 'GET',
  path: '/signature/runs',
  summary: 'The newest fifty signing runs of the person, those that are over for thirty days',
  answers: { 200: z.array(signingRun), 401: problem },
})

export const showRun = endpoint({
  ...ofRuns,
  method: 'GET',
  path: '/signature/runs/:runGuid',
  summary: 'A signing run, with how far it is',
  params,
  answers: { 200: signingRun, 401: problem, 404: problem },
})

export const runItems = endpoint({
  ...ofRuns,
  method: 'GET',
  path: '/signature/runs/:runGuid/items',
  summary: 'The documents of a signing run in their order, two hundred at a time, those after `After`',
  params,
  query: z.object({
    After: wholeNumber(0, MAX_RUN).optional(),
    /** All of them without it. */
    State: z.enum(RUN_ITEM_STATES).optional(),
  }),
  answers: {
    200: z
      .array(
        z.object({
          /** From 1, in the order in which they were given. */
          Position: z.int(),
          SignerGUID: guid,
          /** Null, as its name, for a document that is not there for this person. */
          DocGUID: guid.nullable(),
          FileName: z.string().nullable(),
          State: z.enum(RUN_ITEM_STATES),
          /** Why it is not signed. */
          Code: z.string().nullable(),
          EndedAt: z.string().nullable(),
        }),
      )
      .meta({ id: 'SigningRunItems' }),
    401: problem,
    404: problem,
  },
})

export const runReceipt = endpoint({
  ...ofRuns,
  method: 'GET',
  path: '/signature/runs/:runGuid/receipt.csv',
  summary:
    'What came of each document of a signing run, as CSV: its state and why, when, the revision that the signature made ' +
    'with its SHA-256, and the serial number of the certificate',
  answerKind: 'file',
  params,
  answers: { 200: z.unknown(), 401: problem, 404: problem },
})

export const runPdfReceipt = endpoint({
  ...ofRuns,
  method: 'GET',
  path: '/signature/runs/:runGuid/receipt.pdf',
  summary: 'The same as pages for people, in the language of who signed, as application/pdf',
  answerKind: 'pdf',
  params,
  answers: { 200: z.unknown(), 401: problem, 404: problem },
})

export const authoriseRun = endpoint({
  ...ofRuns,
  method: 'POST',
  path: '/signature/runs/:runGuid/authorise',
  summary:
    'Authorise what is prepared, with what the certificate asks for: from here on the run needs nobody, unless its ' +
    'person confirms each document at the provider, which begins here. A key of the ' +
    'vault makes all signature values at once; a provider is asked for them one by one, with what was typed, which is ' +
    'kept nowhere. Values are kept sealed for a day at most, and fit no other documents',
  params,
  body: z.object({
    PIN: secret.optional(),
    /** Where no session takes it. */
    OTP: secret.optional(),
    /** Of a session that was opened for what is prepared: `BatchId` is the id of the run there. */
    SessionId: guid.optional(),
  }),
  answers: { 200: signingRun, 400: problem, ...refusals, 502: problem, 503: problem, 504: problem },
})

export const moveRun = endpoint({
  ...ofRuns,
  method: 'POST',
  path: '/signature/runs/:runGuid/move',
  summary:
    'Pause a signing run, let it go on, or stop it: then all values are destroyed. What is being signed at this moment ends',
  params,
  body: z.object({ To: z.enum(['paused', 'going-on', 'stopped']) }),
  answers: { 200: signingRun, ...refusals },
})
