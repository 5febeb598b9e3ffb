/** People without an account: from the link in their mail to the one document that they were invited to. */
import { ACCESS_METHODS } from '@rubrica/domain'
import { z } from 'zod'
import { acceptedDisclaimer } from './disclaimers.ts'
import { endpoint, guid, nothing, problem, SCOPES } from './endpoint.ts'
import { openSigningLink } from './opened-links.ts'
import { sessionOfOne } from './session-of-one.ts'

/** Longer than any that the rules allow, so that too long a one is reported by its rule. */
const LONGEST_PASSWORD = 1000
/** Of the link in the mail. */
const secret = z.string().min(1).max(100)
const proofWay = z.enum(['email', 'phone'])
const troubles = { 400: problem, 404: problem, 409: problem, 429: problem }

/** Sent and not read: what opens something belongs into no address. */
const toOpen = { method: 'POST', base: 'main', auth: 'none' } as const

export const invitation = endpoint({
  ...toOpen,
  path: '/invitation',
  summary: 'What the link of an invitation is for, and whether it still opens it',
  body: z.object({ Secret: secret }),
  answers: {
    200: z
      .object({
        State: z.enum(['open', 'used', 'void', 'expired', 'over']),
        FileName: z.string(),
        SenderName: z.string(),
        /** Everybody has signed it: it opens the signed document. */
        IsSigned: z.boolean(),
        Name: z.string(),
        /** In which the person is spoken to; empty where nobody has said. */
        Language: z.string(),
        /** Mostly hidden. */
        Email: z.string(),
        Phone: z.string(),
        /** What is to be proved, in this order. */
        Proofs: z.array(proofWay),
      })
      .meta({ id: 'Invitation' }),
    ...troubles,
  },
})

export const sendInvitationCode = endpoint({
  ...toOpen,
  path: '/invitation/codes',
  summary: 'Send the code for what is to be proved next: the e-mail address, then the phone if the sender asks for it',
  body: z.object({ Secret: secret }),
  answers: { 204: nothing, ...troubles, 422: problem, 503: problem },
})

export const proveInvitation = endpoint({
  ...toOpen,
  path: '/invitation/proofs',
  summary:
    'Give the code that was sent. The last one uses the invitation up and answers a token that opens this document alone',
  body: z.object({ Secret: secret, Code: z.string().trim().min(1).max(12) }),
  answers: {
    200: z
      .object({
        Next: z.enum(['phone', 'document']),
        Session: sessionOfOne.optional(),
      })
      .meta({ id: 'InvitationProof' }),
    ...troubles,
    422: problem,
  },
})

export const askInvitationAgain = endpoint({
  ...toOpen,
  path: '/invitation/renewals',
  summary: 'Have a fresh invitation sent, to the address of this one',
  body: z.object({ Secret: secret }),
  answers: { 204: nothing, ...troubles },
})

const attempt = z.object({ 'idempotency-key': z.string().min(8).max(128).optional() })
const acceptances = { AcceptChanges: z.boolean().optional(), AcceptedDisclaimer: acceptedDisclaimer }
const signatureAnswers = {
  204: nothing,
  400: problem,
  401: problem,
  403: problem,
  404: problem,
  409: problem,
  422: problem,
  429: problem,
  502: problem,
  503: problem,
  504: problem,
}

export const signAsGuest = endpoint({
  method: 'POST',
  path: '/invitation/signature',
  base: 'main',
  auth: 'bearer',
  scopes: [SCOPES.guest],
  summary:
    'Sign the one document of the session with a certificate that the authority issues for this signature alone: it ' +
    'names the e-mail address that was proved, and its key is destroyed',
  headers: attempt,
  body: z.object(acceptances),
  answers: signatureAnswers,
})

export const accountOffer = endpoint({
  method: 'GET',
  path: '/invitation/account',
  base: 'main',
  auth: 'bearer',
  scopes: [SCOPES.guest],
  summary:
    'Whether the person who was invited may make an account, or their address has one already, and the user id that it ' +
    'logs in with',
  answers: {
    200: z
      .object({
        /** None: nothing is offered. */
        State: z.enum(['offered', 'made', 'none']),
        UserId: z.string().optional(),
        Email: z.string().optional(),
      })
      .meta({ id: 'AccountOffer' }),
    401: problem,
    403: problem,
  },
})

export const makeAccount = endpoint({
  method: 'POST',
  path: '/invitation/account',
  base: 'main',
  auth: 'bearer',
  scopes: [SCOPES.guest],
  summary:
    'Make an account of the person who was invited, with a password of theirs, and log it in. All that their proved ' +
    'address was invited to in the subscription is the account’s from then on. It has no roles and no legal id',
  body: z.object({ Password: z.string().max(LONGEST_PASSWORD) }),
  answers: {
    200: z
      .object({
        UserId: z.string(),
        UserGUID: guid,
        access_token: z.string(),
        token_type: z.literal('bearer'),
        expires_in: z.int(),
      })
      .meta({ id: 'MadeAccount' }),
    400: problem,
    401: problem,
    403: problem,
    409: problem,
    429: problem,
  },
})

export const signByEmail = endpoint({
  method: 'POST',
  path: '/invitation/signatures/:signerGuid',
  base: 'main',
  auth: 'bearer',
  summary:
    'Sign as guests do, for an account without a legal id: with a certificate that is issued for this signature alone ' +
    'and names the e-mail address that was proved',
  params: z.object({ signerGuid: guid }),
  headers: attempt,
  body: z.object({ ...acceptances, AccessMethod: z.enum(ACCESS_METHODS) }),
  answers: signatureAnswers,
})

/**
 * What opens one document alone, and what becomes of who came by it. The portal loads it with those screens, so it stands
 * in a file of its own.
 */
export const guestContract = {
  invitation,
  sendInvitationCode,
  proveInvitation,
  askInvitationAgain,
  signAsGuest,
  accountOffer,
  makeAccount,
  signByEmail,
  openSigningLink,
} as const
