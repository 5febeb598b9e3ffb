import { dayInZone } from '@rubrica/domain'
import {
  acceptSubstitution,
  endSubstitution,
  proposeSubstitution,
  showSubstitutions,
  type KeepSubstitutions,
} from '../../modules/substitutions/keep-substitutions.ts'
import type { Substitution } from '../../modules/substitutions/ports.ts'
import { stateOf } from '../../modules/substitutions/state-of.ts'
import type { Handlers } from '../bind/call-types.ts'

type SubstitutionCalls = 'substitutions' | 'proposeSubstitution' | 'acceptSubstitution' | 'endSubstitution'

const toSubstitution = (substitution: Substitution, userId: string, at: Date) => ({
  Guid: substitution.id,
  PrincipalName: substitution.principal.name,
  DeputyName: substitution.deputy.name,
  IsDeputy: substitution.deputy.userId === userId,
  Kind: substitution.kind,
  Tags: [...(substitution.tags ?? [])],
  Formula: substitution.formula,
  From: dayInZone(substitution.beginsAt, substitution.timeZone),
  Until: dayInZone(new Date(substitution.endsAt.getTime() - 1), substitution.timeZone),
  BeginsAt: substitution.beginsAt.toISOString(),
  EndsAt: substitution.endsAt.toISOString(),
  TimeZone: substitution.timeZone,
  State: stateOf(substitution, at),
})

export function substitutionHandlers(ports: KeepSubstitutions): Pick<Handlers, SubstitutionCalls> {
  return {
    substitutions: async ({ caller: { userId } }) => {
      const at = ports.now()
      return (await showSubstitutions(ports, userId)).map((one) => toSubstitution(one, userId, at))
    },
    proposeSubstitution: async ({ caller, body }) => ({
      Guid: await proposeSubstitution(ports, caller.userId, {
        ...{ deputy: body.Deputy, kind: body.Kind, from: body.From, until: body.Until },
        ...{ timeZone: body.TimeZone, tags: body.Tags, formula: body.Formula },
      }),
    }),
    acceptSubstitution: async ({ caller, params }) => {
      await acceptSubstitution(ports, caller.userId, params.substitutionGuid.toLowerCase())
      return null
    },
    endSubstitution: async ({ caller, params }) => {
      await endSubstitution(ports, caller.userId, params.substitutionGuid.toLowerCase())
      return null
    },
  }
}
