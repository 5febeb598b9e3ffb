/** Who is asked to sign names who should have been asked. */
import { z } from 'zod'
import { endpoint, guid, nothing, problem } from './endpoint.ts'
import { rejectionReason } from './pending-documents.ts'

const ofSlot = { base: 'main', auth: 'bearer', params: z.object({ signerGuid: guid }) } as const

const refusals = {
  400: problem,
  401: problem,
  403: problem,
  404: problem,
  409: problem,
  422: problem,
  423: problem,
} as const

const passingRequest = endpoint({
  ...ofSlot,
  method: 'GET',
  path: '/signatures/:signerGuid/passing-on',
  summary: 'Whom the person has named in their place, and what the sender says of it',
  answers: {
    200: z
      .object({
        /** The last one that the sender was asked for; null where there is none. */
        Asked: z
          .object({
            Name: z.string(),
            Reason: z.string(),
            AskedAt: z.iso.datetime(),
            /** Null as long as the sender has not answered. */
            DeclinedAt: z.iso.datetime().nullable(),
            /** Of the sender; empty where they gave none. */
            DeclineReason: z.string(),
          })
          .nullable(),
      })
      .meta({ id: 'PassingRequest' }),
    401: problem,
    403: problem,
    404: problem,
  },
})

const findSuccessor = endpoint({
  ...ofSlot,
  method: 'POST',
  path: '/signatures/:signerGuid/passing-on/person',
  summary: 'The colleague of this user name or e-mail address, who could be asked instead of the person',
  body: z.object({ Named: z.string().trim().min(1).max(255) }),
  answers: {
    200: z.object({ Guid: guid, Name: z.string() }).meta({ id: 'Successor' }),
    ...refusals,
  },
})

const passOn = endpoint({
  ...ofSlot,
  method: 'POST',
  path: '/signatures/:signerGuid/passing-on',
  summary:
    'Have a colleague asked instead of the person, who has no part in the document any more; or ask the sender for it, ' +
    'where they want to agree. A later request takes the place of the one before',
  body: z.object({ Person: guid, Reason: rejectionReason }),
  answers: {
    200: z.object({ Outcome: z.enum(['PassedOn', 'Asked']) }),
    ...refusals,
  },
})

const keepSlot = endpoint({
  ...ofSlot,
  method: 'DELETE',
  path: '/signatures/:signerGuid/passing-on',
  summary: 'Take back what the sender was asked for: the person signs it themselves',
  answers: { 204: nothing, 401: problem, 403: problem, 404: problem, 409: problem },
})

export const passingOnContract = { passingRequest, findSuccessor, passOn, keepSlot } as const
