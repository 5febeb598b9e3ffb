/** Signatures by an application on the person's PC. */
import { z } from 'zod'
import { acceptedDisclaimer } from './disclaimers.ts'
import { endpoint, guid, nothing, TO_SIGN } from './endpoint.ts'
import { attemptHeaders, signerParams, troubles } from './errand-signing.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { accessMethod } from './pending-documents.ts'
import { MAX_BATCH } from './signing.ts'
import { signingRun } from './signing-runs.ts'

/** Hash algorithm of everything that the application signs (spec §9). */
const hashAlgorithm = z.literal('SHA512')
/** Longest certificate or signature value, in base64. */
const LONGEST_VALUE = 32 * 1024
const value = z.string().min(1).max(LONGEST_VALUE)

/** What comes with values. */
const aroundValues = {
  HashAlgorithm: hashAlgorithm,
  /** As a third party's look-up has answered the browser; empty without one. */
  IpAddress: z.string().max(64).optional(),
  Location: z.string().max(255).optional(),
  /** Where the person signs from. */
  From: z.literal('WEB').optional(),
  AccessMethod: accessMethod,
}

const announceLocalCertificate = endpoint({
  method: 'POST',
  path: '/localsignature/:signerGuid/certificate',
  base: 'main',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Say with which certificate of their PC the person will sign: it is checked, and every byte is fixed with it',
  params: signerParams,
  body: z.object({
    CertType: z.string().max(32),
    /** base64 of the DER certificate, perhaps with its issuers behind it, separated by semicolons. */
    CertsData: z
      .string()
      .min(1)
      .max(4 * LONGEST_VALUE),
    HashAlgorithm: hashAlgorithm,
    AccessMethod: accessMethod,
    AcceptChanges: z.boolean().optional(),
    AcceptedDisclaimer: acceptedDisclaimer,
  }),
  answers: { 204: nothing, ...troubles },
})

const presignature = endpoint({
  method: 'GET',
  path: '/presignature',
  base: 'main',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'What the application on the PC signs: base64 of the DER signed attributes, which it hashes itself',
  query: z.object({ SignatureId: guid }),
  answers: { 200: z.object({ PreSignatureContentDNIe: z.string() }).meta({ id: 'PreSignature' }), ...troubles },
})

const completeLocalSignature = endpoint({
  method: 'POST',
  path: '/localsignature/:signerGuid',
  base: 'main',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary:
    'Give the signature value that the application on the PC has made; it is verified and becomes part of the PDF',
  params: signerParams,
  headers: attemptHeaders,
  body: z.object({ Signature: value, ...aroundValues }),
  answers: { 204: nothing, ...troubles },
})

const beginLocalRun = endpoint({
  method: 'POST',
  path: '/signature/runs/local',
  base: 'main',
  auth: 'bearer',
  summary:
    'Begin a signing run with the values that the application on the PC has made, after `announceLocalCertificate` and ' +
    '`presignature` of each document: they are verified and kept sealed, and the server makes them part of the ' +
    'documents by itself. What cannot be signed is named by `runItems`',
  headers: idempotencyHeaders,
  body: z.object({
    Items: z
      .array(z.object({ SignerGUID: guid, Signature: value }))
      .min(1)
      .max(MAX_BATCH),
    ...aroundValues,
  }),
  answers: { 201: signingRun, ...troubles },
})

export const localContract = {
  announceLocalCertificate,
  presignature,
  completeLocalSignature,
  beginLocalRun,
} as const
