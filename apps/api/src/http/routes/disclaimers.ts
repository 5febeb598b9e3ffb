import { digestOf } from '../../modules/accepted-disclaimer.ts'
import { findDisclaimer, type DisclaimerPorts } from '../../modules/disclaimers/find-disclaimer.ts'
import { principalOf } from '../../modules/substitutions/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

export function disclaimerHandlers(ports: DisclaimerPorts): Pick<Handlers, 'disclaimerText'> {
  return {
    disclaimerText: async ({ caller, params }) => {
      const { title, text } = await findDisclaimer(ports, {
        userId: principalOf(caller),
        signerId: params.signerGuid,
        kind: params.kind,
        languageTag: params.lang,
      })
      return { Title: title, Text: text, Digest: digestOf({ title, text }) }
    },
  }
}
