/** The authorisation page for other applications: what they ask for, and the code that answers them. */
import { z } from 'zod'
import { MAX_PASSWORD } from '@rubrica/domain'
import { endpoint, guid, problem } from './endpoint.ts'

const short = z.string().max(255)

export const checkAuthorisation = endpoint({
  method: 'POST',
  path: '/oauth/authorize-check',
  base: 'identity',
  auth: 'basic',
  summary:
    'Checks what an application asks for before anything of it is shown; nothing leads back to unknown addresses',
  body: z.object({
    response_type: z.string().max(32),
    client_id: short,
    redirect_uri: z.string().max(2048),
    /** `service`, `credential`, or one of the scopes of spec §6; none is a credential. */
    scope: short.optional(),
    state: z.string().max(1024).optional(),
    lang: z.string().max(35).optional(),
    /** base64url; several are separated by commas. */
    hash: z
      .string()
      .max(32 * 1024)
      .optional(),
    /** `SHA256`, `SHA-256` or the OID; without it, the length of the hashes decides. */
    hashalgo: z.string().max(64).optional(),
    credentialID: short.optional(),
    numSignatures: z.coerce.number().int().min(1).max(1000).optional(),
    description: z.string().max(500).optional(),
    code_challenge: z.string().max(128).optional(),
    code_challenge_method: z.string().max(16).optional(),
    account_token: z.string().max(8192).optional(),
    /** Names what the application has pushed to the server before (RFC 9126): then only that counts. */
    request_uri: short.optional(),
  }),
  answers: {
    200: z
      .object({
        /** Names the checked request in the calls that follow. */
        RequestId: guid,
        ClientName: z.string(),
        /** Host that the browser is led back to. */
        RedirectHost: z.string(),
        Scope: z.enum(['service', 'credential']),
        /** Types of certificates that may answer. */
        CertTypes: z.array(z.string()),
        /** The one certificate that may answer, when the application names it. */
        CertGUID: guid.nullable(),
        Documents: z.number().int(),
        Description: z.string().nullable(),
        /** Where the browser goes when the person refuses. */
        RefusedUrl: z.string(),
        ExpiresAt: z.string(),
      })
      .meta({ id: 'AuthorisationRequest' }),
    400: problem,
    401: problem,
    429: problem,
  },
})

export const authorisationCode = endpoint({
  method: 'POST',
  path: '/oauth/code',
  base: 'identity',
  auth: 'basic',
  summary:
    'The code that answers an application: for a person who proves themselves once more, and the session they opened',
  body: z.object({
    grant_type: z.literal('authorization_code'),
    username: z.string().trim().min(1).max(255),
    password: z.string().max(MAX_PASSWORD),
    /** `service`, or `vidmobilecert\` and the type of the certificate. */
    scope: short,
    RequestId: guid.optional(),
    SessionId: guid.optional(),
    /** Of the person's session, who has just shown their second factor in it; only of who has one. */
    SessionToken: z.string().max(8192).optional(),
  }),
  bodyKind: 'form',
  answers: {
    200: z
      .object({ code: z.string(), expires_in: z.int(), RedirectUrl: z.string().nullable() })
      .meta({ id: 'AuthorisationCode' }),
    400: problem,
    401: problem,
    403: problem,
    423: problem,
    429: problem,
  },
})
