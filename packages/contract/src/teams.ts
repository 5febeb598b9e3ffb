/** Teams of a subscription: what is shared with one is seen by its members too. */
import { z } from 'zod'
import { endpoint, guid, SCOPES } from './endpoint.ts'
import { from, toSend } from './sender.ts'

export const teams = endpoint({
  ...toSend,
  scopes: [...toSend.scopes, SCOPES.templates, SCOPES.contacts],
  method: 'GET',
  path: '/v1/teams',
  summary:
    'The teams that something can be shared with: the caller’s own; to a manager and to a program, all of the subscription',
  query: z.object(from),
  answers: { 200: z.object({ data: z.array(z.object({ guid, name: z.string() })) }).meta({ id: 'Teams' }) },
})
