import { z } from 'zod'
import { AUTHENTICATION_TYPES, HOLDER_KINDS, HOLDER_VERDICTS, MAX_ALIAS, MAX_PIN } from '@rubrica/domain'
import { endpoint, guid, nothing, problem, TO_SIGN } from './endpoint.ts'

const owner = z.object({ legalid: z.string().min(1).max(64) })

/** Whose a certificate is, as it says itself. */
const holder = z
  .object({
    Name: z.string(),
    Organisation: z.string().nullable(),
    Kind: z.enum(HOLDER_KINDS),
    Verdict: z.enum(HOLDER_VERDICTS),
    /**
     * Never with `another`. With `unknown` the person confirms the name with each signature, where it may sign at all.
     */
    MaySign: z.boolean(),
  })
  .meta({ id: 'Holder' })

/** The name in a certificate that does not say whose it is, as the person has confirmed it. */
export const confirmedHolder = z.string().max(4096)

const certificate = z
  .object({
    GUID: guid,
    CertType: z.string(),
    certalias: z.string(),
    DN: z.string(),
    AuthenticationType: z.enum(AUTHENTICATION_TYPES),
    PinRequired: z.boolean(),
    ExpirationDate: z.string(),
    /** What the dialog asks for this certificate, in this order; absent where its type says it. */
    Inputs: z.array(z.enum(['code', 'pin'])).optional(),
    /** How many documents one confirmation may sign; null when there is no limit. */
    MaxDocuments: z.number().int().positive().nullable().optional(),
    Qualified: z.boolean().optional(),
    /** It cannot sign now: locked after wrong PINs, or disabled by its provider. */
    Locked: z.boolean().optional(),
    Holder: holder,
  })
  .meta({ id: 'Certificate' })

export const certificates = endpoint({
  method: 'GET',
  path: '/vidmobileusers/:legalid/certs',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'The certificates of the user; 404 when there is none',
  params: owner,
  answers: { 200: z.array(certificate), 401: problem, 404: problem },
})

/** 10 MB of PKCS#12 in base64, and room for the rest of the body. */
const UPLOAD_LIMIT = 14 * 1024 * 1024

export const uploadCertificate = endpoint({
  method: 'POST',
  path: '/vidmobileusers/:legalid/certs',
  base: 'identity',
  auth: 'bearer',
  needsFreshFactor: true,
  summary:
    'Put a key into the vault. `filepassword` (default: the PIN) opens the file; `keyalias` picks one of several keys. Without `p12`, for certtype software, the server makes the key and asks its authority for the certificate. With `dynamicpin` each signature also needs a code sent to the phone',
  params: owner,
  body: z.object({
    p12: z.base64().min(1).optional(),
    certalias: z.string().trim().min(1).max(MAX_ALIAS),
    pin: z.string().min(1).max(MAX_PIN),
    certtype: z.string().min(1).max(32),
    dynamicpin: z.boolean().default(false),
    filepassword: z.string().max(MAX_PIN).optional(),
    keyalias: z.string().max(4096).optional(),
  }),
  bodyLimit: UPLOAD_LIMIT,
  answers: {
    200: certificate,
    400: problem,
    401: problem,
    403: problem,
    404: problem,
    413: problem,
    422: problem,
    502: problem,
    503: problem,
    504: problem,
  },
})

export const changePin = endpoint({
  method: 'PUT',
  path: '/vidmobileusers/:id/certificate/:guid',
  base: 'identity',
  auth: 'bearer',
  needsFreshFactor: true,
  summary: 'Put a key of the vault under another PIN; a wrong current PIN counts as a try',
  params: z.object({ id: guid, guid }),
  body: z.object({ CurrentPin: z.string().min(1).max(MAX_PIN), NewPin: z.string().min(1).max(MAX_PIN) }),
  answers: {
    204: nothing,
    400: problem,
    401: problem,
    403: problem,
    404: problem,
    422: problem,
    423: problem,
    503: problem,
  },
})

export const deleteCertificate = endpoint({
  method: 'DELETE',
  path: '/vidmobileusers/:legalid/certs/:guid',
  base: 'identity',
  auth: 'bearer',
  needsFreshFactor: true,
  summary: 'Delete a certificate and destroy its key',
  params: owner.extend({ guid }),
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem },
})
