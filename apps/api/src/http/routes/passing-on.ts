import type { PassOn } from '../../modules/sending/passing-on/pass-on.ts'
import { findSuccessor, keepSlot, passOn, showRequest } from '../../modules/sending/passing-on/pass-on.ts'
import type { PassingRequest } from '../../modules/sending/passing-on/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

type PassingCalls = 'passingRequest' | 'findSuccessor' | 'passOn' | 'keepSlot'

const toRequest = ({ name, reason, askedAt, declined }: PassingRequest) => ({
  ...{ Name: name, Reason: reason, AskedAt: askedAt.toISOString() },
  ...{ DeclinedAt: declined?.at.toISOString() ?? null, DeclineReason: declined?.reason ?? '' },
})

export function passingOnHandlers(ports: PassOn): Pick<Handlers, PassingCalls> {
  return {
    passingRequest: async ({ caller: { userId }, params: { signerGuid: signerId } }) => {
      const request = await showRequest(ports, { userId, signerId })
      return { Asked: request && toRequest(request) }
    },
    findSuccessor: async ({ caller: { userId }, params: { signerGuid: signerId }, body }) => {
      const { userId: id, name } = await findSuccessor(ports, { userId, signerId }, body.Named)
      return { Guid: id, Name: name }
    },
    passOn: async ({ caller: { userId, session }, params: { signerGuid: signerId }, body }) => {
      const { identifiedBy } = session
      const wish = { userId, signerId, identifiedBy, personId: body.Person.toLowerCase(), reason: body.Reason }
      return { Outcome: (await passOn(ports, wish)) === 'passed-on' ? 'PassedOn' : 'Asked' }
    },
    keepSlot: async ({ caller: { userId }, params: { signerGuid: signerId } }) => {
      await keepSlot(ports, { userId, signerId })
      return null
    },
  }
}
