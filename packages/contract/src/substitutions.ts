/** Who stands in for whom while they are away. */
import { z } from 'zod'
import { endpoint, guid, nothing, problem } from './endpoint.ts'
import { documentContent } from './pending-documents.ts'

const ofPerson = { base: 'main', auth: 'bearer' } as const

const kind = z.enum(['delegation', 'substitution', 'assistant'])
/** Words between the name of the deputy and that of the person whom they stand in for. */
const formula = z.string().trim().min(1).max(60)

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const substitution = z
  .object({
    Guid: guid,
    /** Whose documents they are, and who acts for them. */
    PrincipalName: z.string(),
    DeputyName: z.string(),
    /** Whether the person who asks is the one who stands in. */
    IsDeputy: z.boolean(),
    Kind: kind,
    /** Documents with one of these tags alone; empty for all. */
    Tags: z.array(z.string()),
    /** Documents from one of these senders alone, by the name that lists show; empty for all. */
    Senders: z.array(z.string()),
    Formula: z.string(),
    /** The first day and the last, both whole in the time zone, and the moments at which they begin and end. */
    From: z.iso.date(),
    Until: z.iso.date(),
    BeginsAt: z.iso.datetime(),
    EndsAt: z.iso.datetime(),
    TimeZone: z.string(),
    State: z.enum(['proposed', 'accepted', 'active', 'ended', 'declined', 'revoked', 'lapsed']),
    /** The signed document that authorises who stands in, and SHA-256 of it, if there is one. */
    Mandate: z.object({ FileName: z.string(), Digest: digest }).nullable(),
  })
  .meta({ id: 'Substitution' })

const substitutions = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/substitutions',
  summary: 'Who stands in for the person, and for whom they do: what is to come, counts now, or was within a year',
  answers: { 200: z.array(substitution), 401: problem, 403: problem },
})

const possibleMandates = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/substitutions/mandates',
  summary:
    'The latest hundred documents that the person has signed and that may authorise a colleague, and whether one must',
  answers: {
    200: z.object({
      AreDemanded: z.boolean(),
      Documents: z.array(z.object({ DocumentGUID: guid, FileName: z.string(), SignedAt: z.iso.datetime() })),
    }),
    401: problem,
    403: problem,
  },
})

const proposeSubstitution = endpoint({
  ...ofPerson,
  needsFreshFactor: true,
  method: 'POST',
  path: '/substitutions',
  summary: 'Ask a colleague to stand in for the person. It counts once they have accepted',
  body: z.object({
    /** User name or e-mail address of somebody of the same institution. */
    Deputy: z.string().trim().min(1).max(255),
    Kind: kind,
    /** The first day and the last, both whole. */
    From: z.iso.date(),
    Until: z.iso.date(),
    TimeZone: z.string().min(1).max(64),
    Tags: z.array(z.string().trim().min(1).max(100)).max(20),
    Senders: z.array(z.string().trim().min(1).max(255)).max(20).optional(),
    Formula: formula,
    /** A document that the person has signed to its end, and that authorises the colleague. */
    MandateGUID: guid.optional(),
  }),
  answers: { 201: z.object({ Guid: guid }), 400: problem, 401: problem, 403: problem, 409: problem, 422: problem },
})

const params = z.object({ substitutionGuid: guid })

const mandate = endpoint({
  ...ofPerson,
  method: 'GET',
  path: '/substitutions/:substitutionGuid/mandate',
  summary: 'The signed document that authorises who stands in, to both of them, base64',
  params,
  answers: { 200: documentContent, 401: problem, 403: problem, 404: problem },
})

const acceptSubstitution = endpoint({
  ...ofPerson,
  method: 'POST',
  path: '/substitutions/:substitutionGuid/acceptance',
  summary: 'Stand in for the person who has asked for it',
  params,
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem, 409: problem },
})

const endSubstitution = endpoint({
  ...ofPerson,
  method: 'DELETE',
  path: '/substitutions/:substitutionGuid',
  summary: 'End it at once, by either of the two: decline it, take it back, or act no more',
  params,
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem, 409: problem },
})

export const substitutionContract = {
  substitutions,
  possibleMandates,
  mandate,
  proposeSubstitution,
  acceptSubstitution,
  endSubstitution,
} as const
