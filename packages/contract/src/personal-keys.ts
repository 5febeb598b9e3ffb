/** Keys with which programs act for a person, as the person sees to them in the portal. They open no call of the portal. */
import { KEY_SCOPES } from '@rubrica/domain'
import { z } from 'zod'
import { endpoint, guid, nothing, problem } from './endpoint.ts'

const scopes = z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length)
const personalKey = z
  .object({
    Guid: guid,
    Name: z.string(),
    Scopes: z.array(z.string()),
    Subscription: guid,
    CreatedAt: z.string(),
    ExpiresAt: z.string(),
    /** To the minute. */
    LastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'PersonalKey' })

const ofPortal = { base: 'main', auth: 'bearer' } as const

export const personalKeys = endpoint({
  ...ofPortal,
  method: 'GET',
  path: '/personalkeys',
  summary: 'The keys of the person that are good still, the newest first',
  answers: { 200: z.array(personalKey), 401: problem, 403: problem },
})

export const createPersonalKey = endpoint({
  ...ofPortal,
  method: 'POST',
  path: '/personalkeys',
  needsFreshFactor: true,
  summary:
    'Make a key with which a program acts for the person, for a year at most. It is answered once and never again',
  body: z.object({
    Name: z.string().trim().min(1).max(100),
    Scopes: scopes,
    ExpiresAt: z.iso.datetime({ offset: true }),
    /** Whom it acts for; needed by who belongs to several. */
    Subscription: guid.optional(),
  }),
  answers: {
    201: personalKey.extend({ Key: z.string() }).meta({ id: 'NewPersonalKey' }),
    400: problem,
    401: problem,
    403: problem,
    422: problem,
    429: problem,
  },
})

export const revokePersonalKey = endpoint({
  ...ofPortal,
  method: 'DELETE',
  path: '/personalkeys/:keyGuid',
  summary: 'End a key at once',
  params: z.object({ keyGuid: guid }),
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem },
})
