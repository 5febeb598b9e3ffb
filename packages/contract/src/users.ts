import { z } from 'zod'
import { CERTIFICATE_FLAGS, LANGUAGES, ROLES } from '@rubrica/domain'
import { endpoint, guid, nothing, problem, TO_SIGN } from './endpoint.ts'

const ownId = z.object({ id: guid })

export const appearance = endpoint({
  method: 'GET',
  path: '/vidmobileuser/:id/appearance',
  base: 'identity',
  auth: 'bearer',
  summary: "Colours and logo of the user's subscription",
  params: ownId,
  answers: {
    200: z
      .object({
        PrimaryColor: z.string(),
        PrimaryTextColor: z.string(),
        SecondaryColor: z.string(),
        SecondaryTextColor: z.string(),
        Logo: z.string().nullable(),
      })
      .meta({ id: 'Appearance' }),
    401: problem,
    404: problem,
    409: problem,
  },
})

export const resetPassword = endpoint({
  method: 'GET',
  path: '/vidmobileuser/:id/resetpassword',
  base: 'identity',
  auth: 'bearer',
  summary: 'Whether the user must choose a new password before going on',
  params: ownId,
  answers: {
    200: z.object({ ResetPassword: z.boolean(), UserName: z.string() }).meta({ id: 'ResetPassword' }),
    401: problem,
    404: problem,
  },
})

export const user = endpoint({
  method: 'GET',
  path: '/vidmobileuser/',
  base: 'identity',
  auth: 'bearer',
  summary: 'The user who bears the token',
  answers: {
    200: z
      .object({
        userid: z.string(),
        username: z.string(),
        legalid: z.string(),
        email: z.string(),
        /** An operator gave the address, or a mail to it has proved it: what is sent to it reaches this person. */
        emailisknown: z.boolean(),
        /** Whether the person logs in with a password, perhaps besides others; it is asked for before some changes. */
        haspassword: z.boolean(),
        /** What the person reads in: the portal, mails, messages, pages of providers. Null until somebody has said. */
        language: z.enum(LANGUAGES).nullable(),
      })
      .meta({ id: 'User' }),
    401: problem,
  },
})

export const memberships = endpoint({
  method: 'GET',
  path: '/memberships',
  base: 'main',
  auth: 'bearer',
  summary: 'The subscriptions of the user, and what the user may do in each besides signing and approving',
  answers: {
    200: z
      .object({
        List: z.array(
          z.object({
            Guid: guid,
            Name: z.string(),
            Roles: z.array(z.enum(ROLES)),
            /** Whether people without an account may be asked to sign. */
            AllowsGuests: z.boolean(),
            /** Whether their phone can be proved too. */
            ProvesPhones: z.boolean(),
          }),
        ),
        /** Mail to the address of the user comes back. */
        EmailReturns: z.boolean(),
      })
      .meta({ id: 'Memberships' }),
    401: problem,
  },
})

const flags = Object.fromEntries(CERTIFICATE_FLAGS.map((flag) => [flag, z.boolean()])) as Record<
  (typeof CERTIFICATE_FLAGS)[number],
  z.ZodBoolean
>

export const certificateTypes = endpoint({
  method: 'GET',
  path: '/vidmobileuser/certstype',
  base: 'identity',
  auth: 'bearer',
  scopes: TO_SIGN,
  summary: 'The certificate types that the user may use and wants to see',
  answers: { 200: z.object(flags).catchall(z.boolean()).meta({ id: 'CertificateTypes' }), 401: problem },
})

const ownLegalId = z.object({ legalid: z.string().min(1).max(64) })
/** By name of the flag: true for a type that is shown, false for one that is hidden. */
const shown = z.record(z.string().min(1).max(64), z.boolean())

export const grantedTypes = endpoint({
  method: 'GET',
  path: '/vidmobileusers/:legalid/certstype',
  base: 'identity',
  auth: 'bearer',
  summary: 'Every certificate type that the operator granted, and whether the user wants to see it',
  params: ownLegalId,
  answers: { 200: shown.meta({ id: 'GrantedTypes' }), 401: problem, 404: problem },
})

export const chooseTypes = endpoint({
  method: 'PUT',
  path: '/vidmobileusers/:legalid/certstype',
  base: 'identity',
  auth: 'bearer',
  summary: 'Hide or show certificate types that the operator granted',
  params: ownLegalId,
  body: shown,
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem },
})
