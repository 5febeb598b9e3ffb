import { z } from 'zod'
import { isEmail, LANGUAGES, MAX_SIGNATURE_IMAGE } from '@rubrica/domain'
import { endpoint, nothing, problem } from './endpoint.ts'

const owner = z.object({ legalid: z.string().min(1).max(64) })

/** Longer than any password that the rules allow, so that too long a one is reported by its rule. */
const LONGEST_WORD = 1000

const ignored = z.string().max(LONGEST_WORD).nullish()

/** A picture in base64, and room for the rest of the body. */
const IMAGE_BODY = Math.ceil((MAX_SIGNATURE_IMAGE * 4) / 3) + 64 * 1024

/** Base64, with or without the head of a data address. */
const image = z.string().regex(/^(?:data:image\/(?:png|jpe?g);base64,)?[\d+/A-Za-z]*={0,2}$/, 'is no picture in base64')

export const updateUser = endpoint({
  method: 'PUT',
  path: '/vidmobileuser/',
  base: 'identity',
  auth: 'bearer',
  summary:
    'Change e-mail, language and password; what is left out or empty stays. Whoever has a password gives it as `currentpassword`. A new password ends all other sessions of the user. `userid`, `username`, `legalid` and `active` are taken and change nothing; a `signatureimage` replaces the stored one',
  body: z.object({
    email: z.string().trim().refine(isEmail, 'is no e-mail address').nullish(),
    password: z.string().max(LONGEST_WORD).nullish(),
    currentpassword: z.string().max(LONGEST_WORD).nullish(),
    userid: ignored,
    username: ignored,
    legalid: ignored,
    active: z.boolean().nullish(),
    signatureimage: image.nullish(),
    language: z.enum(LANGUAGES).nullish(),
  }),
  bodyLimit: IMAGE_BODY,
  answers: {
    204: nothing,
    400: problem,
    401: problem,
    404: problem,
    413: problem,
    422: problem,
    423: problem,
    429: problem,
  },
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/vidmobileuser/email/codes',
  base: 'identity',
  auth: 'bearer',
  summary:
    'Send a code to the e-mail address of the user, who has changed it and not proved yet that it is theirs. It counts ' +
    'with the answered `Secret`, which is null where nothing is to be proved',
  answers: {
    200: z.object({ Secret: z.string().nullable() }).meta({ id: 'EmailCode' }),
    401: problem,
    404: problem,
    422: problem,
    429: problem,
    503: problem,
  },
})

export const proveEmail = endpoint({
  method: 'POST',
  path: '/vidmobileuser/email/proofs',
  base: 'identity',
  auth: 'bearer',
  summary: 'Give the code that was sent: what senders address to the e-mail address reaches the user from then on',
  body: z.object({ Secret: z.string().min(1).max(100), Code: z.string().trim().min(1).max(12) }),
  answers: { 204: nothing, 400: problem, 401: problem, 404: problem, 429: problem },
})

export const signatureImage = endpoint({
  method: 'GET',
  path: '/vidmobileusers/:legalid/signatureimage',
  base: 'identity',
  auth: 'bearer',
  summary: "The picture that the user's visible signatures show, PNG or JPEG; empty when there is none",
  params: owner,
  answers: {
    200: z.object({ SignatureImage: z.string() }).meta({ id: 'SignatureImage' }),
    401: problem,
    404: problem,
  },
})

export const putSignatureImage = endpoint({
  method: 'PUT',
  path: '/vidmobileusers/:legalid/signatureimage',
  base: 'identity',
  auth: 'bearer',
  needsFreshFactor: true,
  summary: 'Replace the picture, by a PNG or JPEG of up to 10 MB that is kept smaller; empty takes it away',
  params: owner,
  body: z.object({ SignatureImage: image }),
  bodyLimit: IMAGE_BODY,
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem, 413: problem, 429: problem },
})
