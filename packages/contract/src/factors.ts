/** The second factor of a log-in: how it is shown, and what a person keeps of it. */
import { z } from 'zod'
import { endpoint, guid, nothing, problem, SCOPES } from './endpoint.ts'

/** Of octets in base64url, as WebAuthn writes them (Level 3, 5.10). */
const octets = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, 'is not base64url')

const credential = {
  id: octets(1400),
  rawId: octets(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
  authenticatorAttachment: z.string().max(32).nullish(),
}

/** What an authenticator answers who proves itself (AuthenticationResponseJSON). */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: octets(8192),
    authenticatorData: octets(8192),
    signature: octets(8192),
    userHandle: octets(200).nullish(),
  }),
})

/** What an authenticator answers who makes a passkey (RegistrationResponseJSON). */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: octets(8192),
    attestationObject: octets(64 * 1024),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
})

const transports = z.array(z.string())
const knownCredential = z.object({ id: z.string(), type: z.string(), transports: transports.optional() })

/** PublicKeyCredentialRequestOptionsJSON; without `allowCredentials` the person chooses among the passkeys of the device. */
const requestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    userVerification: z.literal('required'),
    allowCredentials: z.array(knownCredential).optional(),
  })
  .meta({ id: 'PasskeyRequest' })

/** PublicKeyCredentialCreationOptionsJSON. */
const creationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.number(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
    excludeCredentials: z.array(knownCredential),
  })
  .meta({ id: 'PasskeyCreation' })

const tokenAnswer = z
  .object({ access_token: z.string(), token_type: z.literal('bearer'), expires_in: z.int() })
  .meta({ id: 'FactorTokenAnswer' })

/** A first factor brings codes, which are told this once. The person has shown it by adding it, and goes on with `Token`. */
const added = z
  .object({ RecoveryCodes: z.array(z.string()).nullable(), Token: tokenAnswer })
  .meta({ id: 'AddedFactor' })

const code = z.string().trim().min(1).max(40)
/** By which the person tells one from another. */
const name = z.string().trim().min(1).max(100)

const ofPerson = { base: 'identity', auth: 'bearer' } as const
/** Open to who has shown a password and no factor yet, too. */
const atLogin = { ...ofPerson, scopes: [SCOPES.portal, SCOPES.factor] } as const
/** Asks who has a factor for it first, unless they have just given it. */
const enrolling = { ...atLogin, needsFreshFactor: true } as const
const changing = { ...ofPerson, needsFreshFactor: true } as const

/** Who has a password, no factor yet, and a session that began otherwise or ten minutes ago, shows the password. */
const owner = z.object({ CurrentPassword: z.string().max(1000).optional() }).optional()
const OF_FIRST =
  'Before the first factor, who has a password gives it as `CurrentPassword`, unless they have just logged in with it'

const refusals = { 400: problem, 401: problem, 403: problem, 429: problem } as const

export const factors = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/vidmobileuser/factors',
  summary: 'What the person has besides their password, and the devices that are not asked for it',
  answers: {
    200: z
      .object({
        /** A subscription of the person wants one, so the last one is not taken away. */
        IsDemanded: z.boolean(),
        Totp: z.object({ AddedAt: z.string(), LastUsedAt: z.string().nullable() }).nullable(),
        Passkeys: z.array(
          z.object({ Guid: guid, Name: z.string(), AddedAt: z.string(), LastUsedAt: z.string().nullable() }),
        ),
        /** That are good still. */
        RecoveryCodes: z.int(),
        Devices: z.array(
          z.object({
            Guid: guid,
            Name: z.string(),
            RememberedAt: z.string(),
            LastUsedAt: z.string().nullable(),
            ExpiresAt: z.string(),
          }),
        ),
      })
      .meta({ id: 'Factors' }),
    401: problem,
    403: problem,
  },
})

export const askFactor = endpoint({
  ...atLogin,
  method: 'POST',
  path: '/vidmobileuser/factors/challenges',
  summary:
    'By what the person can show that it is they: a passkey, which answers the challenge once within five minutes, a ' +
    'code of their authenticator app, or a recovery code. Who has none and needs one sets one up first',
  answers: {
    200: z
      .object({
        Passkey: requestOptions.nullable(),
        HasTotp: z.boolean(),
        RecoveryCodes: z.int(),
        /** There is nothing to show yet, and one has to be set up. */
        MustEnrol: z.boolean(),
        /** A passkey can be made by pages of this origin. */
        MayAddPasskey: z.boolean(),
      })
      .meta({ id: 'FactorChallenge' }),
    ...refusals,
  },
})

export const confirmFactor = endpoint({
  ...atLogin,
  method: 'POST',
  path: '/vidmobileuser/factors/confirmations',
  summary:
    'Show a factor: `Code` of the authenticator app, `RecoveryCode`, or `Assertion` of a passkey, one of them. It ends a ' +
    'log-in that began with a password; in a session it opens for ten minutes what asks for a fresh factor. With ' +
    '`RememberAs` at a log-in, this browser is not asked again for thirty days',
  body: z
    .object({
      Code: code.optional(),
      RecoveryCode: code.optional(),
      Assertion: assertion.optional(),
      RememberAs: name.optional(),
    })
    .refine(({ Code, RecoveryCode, Assertion }) => [Code, RecoveryCode, Assertion].filter(Boolean).length === 1, {
      message: 'names one of Code, RecoveryCode and Assertion',
    }),
  answers: { 200: tokenAnswer, ...refusals, 423: problem },
})

export const beginTotp = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/vidmobileuser/factors/totp/secrets',
  summary: 'A secret for an authenticator app (RFC 6238). It counts once a code of the app has come back. ' + OF_FIRST,
  body: owner,
  isBodyOptional: true,
  answers: {
    200: z.object({ Secret: z.string(), Address: z.string() }).meta({ id: 'TotpSecret' }),
    ...refusals,
    422: problem,
    423: problem,
  },
})

export const addTotp = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/vidmobileuser/factors/totp',
  summary: 'Confirm the secret by a code of the app; it takes the place of an earlier one',
  body: z.object({ Code: code }),
  answers: { 201: added, ...refusals, 409: problem },
})

export const removeTotp = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/vidmobileuser/factors/totp',
  summary: 'Take the authenticator app away',
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem, 409: problem, 429: problem },
})

export const beginPasskey = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/vidmobileuser/factors/passkeys/challenges',
  summary: 'What a browser needs to make a passkey, for five minutes. ' + OF_FIRST,
  body: owner,
  isBodyOptional: true,
  answers: { 200: creationOptions, ...refusals, 409: problem, 422: problem, 423: problem },
})

export const addPasskey = endpoint({
  ...enrolling,
  method: 'POST',
  path: '/vidmobileuser/factors/passkeys',
  summary: 'Keep the passkey that a browser has made',
  body: z.object({ Name: name, Attestation: attestation }),
  answers: { 201: added, ...refusals, 409: problem, 422: problem },
})

export const removePasskey = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/vidmobileuser/factors/passkeys/:factorGuid',
  summary: 'Take a passkey away',
  params: z.object({ factorGuid: guid }),
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem, 409: problem, 429: problem },
})

export const makeRecoveryCodes = endpoint({
  ...changing,
  method: 'POST',
  path: '/vidmobileuser/factors/recoverycodes',
  summary: 'New recovery codes, each good once, told this once; the earlier ones end',
  answers: {
    201: z.object({ RecoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' }),
    401: problem,
    403: problem,
    409: problem,
    429: problem,
  },
})

export const forgetDevice = endpoint({
  ...ofPerson,
  method: 'DELETE',
  path: '/vidmobileuser/factors/devices/:factorGuid',
  summary: 'Ask for a factor again in a browser that was remembered',
  params: z.object({ factorGuid: guid }),
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem, 429: problem },
})

export const askPasskey = endpoint({
  method: 'POST',
  path: '/oauth/passkey/challenges',
  base: 'identity',
  auth: 'basic',
  summary: 'What a browser needs to have somebody choose a passkey of theirs, for five minutes',
  answers: { 200: requestOptions, 401: problem, 409: problem, 429: problem },
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/oauth/passkey',
  base: 'identity',
  auth: 'basic',
  summary: 'Log in with a passkey that has verified its person: it counts as both factors',
  body: z.object({ Assertion: assertion }),
  answers: { 200: tokenAnswer, 400: problem, 401: problem, 429: problem },
})

/** What the portal loads with its screens of factors, so it stands in a file of its own. */
export const factorContract = {
  factors,
  askFactor,
  confirmFactor,
  beginTotp,
  addTotp,
  removeTotp,
  beginPasskey,
  addPasskey,
  removePasskey,
  makeRecoveryCodes,
  forgetDevice,
  askPasskey,
  passkeyLogin,
} as const
