/** Recovering a password, and choosing one that cannot be put off. */
import { z } from 'zod'
import { MAX_PASSWORD } from '@rubrica/domain'
import { endpoint, guid, nothing, problem, SCOPES } from './endpoint.ts'

const ownId = z.object({ id: guid })

export const recoverPassword = endpoint({
  method: 'PUT',
  path: '/vidmobileusers/:id/recoverpass',
  base: 'identity',
  auth: 'bearer',
  scopes: [SCOPES.recovery],
  summary: 'Have the mail sent that leads to a new password',
  params: ownId,
  body: z.object({
    language: z.string().max(35).optional(),
    /** The environment that the link of the mail must name, where the portal was opened with one. */
    env: z.enum(['PRE', 'PRO']).optional(),
  }),
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem, 429: problem, 503: problem },
})

export const setPassword = endpoint({
  method: 'PUT',
  path: '/vidmobileusers/:id/password',
  base: 'identity',
  auth: 'bearer',
  scopes: [SCOPES.portal, SCOPES.recovery],
  summary: 'Choose a new password, with the token of the recovery mail or when one must be chosen',
  params: ownId,
  body: z.object({ password: z.string().max(MAX_PASSWORD) }),
  answers: { 204: nothing, 400: problem, 401: problem, 403: problem, 404: problem, 422: problem, 429: problem },
})

export const recoveryStanding = endpoint({
  method: 'GET',
  path: '/vidmobileusers/:id/recoverpass',
  base: 'identity',
  auth: 'bearer',
  scopes: [SCOPES.recovery],
  summary: 'Whether the token of the recovery mail still sets a password, and the user name that it is for',
  params: ownId,
  answers: {
    200: z.object({ UserId: z.string() }).meta({ id: 'RecoveryStanding' }),
    401: problem,
    403: problem,
    404: problem,
    429: problem,
  },
})
