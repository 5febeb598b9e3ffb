import { dayInZone } from '@rubrica/domain'
import {
  acceptSubstitution,
  endSubstitution,
  proposeSubstitution,
  showSubstitutions,
  type KeepSubstitutions,
} from '../../modules/substitutions/keep-substitutions.ts'
import { readMandate, showMandates, type ReadMandate } from '../../modules/substitutions/mandates.ts'
import type { Mandates, Substitution } from '../../modules/substitutions/ports.ts'
import { stateOf } from '../../modules/substitutions/state-of.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerDocument, documentRoom } from './encode-document.ts'

type SubstitutionCalls =
  'substitutions' | 'possibleMandates' | 'mandate' | 'proposeSubstitution' | 'acceptSubstitution' | 'endSubstitution'

export interface SubstitutionPorts extends KeepSubstitutions, ReadMandate {
  readonly mandates: Mandates
}

const toSubstitution = (substitution: Substitution, userId: string, at: Date) => ({
  Guid: substitution.id,
  PrincipalName: substitution.principal.name,
  DeputyName: substitution.deputy.name,
  IsDeputy: substitution.deputy.userId === userId,
  Kind: substitution.kind,
  Tags: [...(substitution.tags ?? [])],
  Senders: [...(substitution.senders ?? [])],
  Formula: substitution.formula,
  From: dayInZone(substitution.beginsAt, substitution.timeZone),
  Until: dayInZone(new Date(substitution.endsAt.getTime() - 1), substitution.timeZone),
  BeginsAt: substitution.beginsAt.toISOString(),
  EndsAt: substitution.endsAt.toISOString(),
  TimeZone: substitution.timeZone,
  State: stateOf(substitution, at),
  Mandate: substitution.mandate && { FileName: substitution.mandate.fileName, Digest: substitution.mandate.digest },
})

export function substitutionHandlers(ports: SubstitutionPorts): Pick<Handlers, SubstitutionCalls> {
  return {
    substitutions: async ({ caller: { userId } }) => {
      const at = ports.now()
      return (await showSubstitutions(ports, userId)).map((one) => toSubstitution(one, userId, at))
    },
    possibleMandates: async ({ caller: { userId } }) => {
      const { areDemanded, documents } = await showMandates(ports, userId)
      return {
        AreDemanded: areDemanded,
        Documents: documents.map(({ documentId, fileName, signedAt }) => ({
          ...{ DocumentGUID: documentId, FileName: fileName, SignedAt: signedAt.toISOString() },
        })),
      }
    },
    mandate: async ({ caller: { userId }, params, answerRoom }) => {
      const { bytes, fileName } = await readMandate(ports, {
        ...{ userId, substitutionId: params.substitutionGuid.toLowerCase() },
        onLength: (length) => answerRoom.take(documentRoom(length)),
      })
      return answerDocument(bytes, fileName)
    },
    proposeSubstitution: async ({ caller, body }) => ({
      Guid: await proposeSubstitution(ports, caller.userId, {
        ...{ deputy: body.Deputy, kind: body.Kind, from: body.From, until: body.Until },
        ...{ timeZone: body.TimeZone, tags: body.Tags, senders: body.Senders ?? [], formula: body.Formula },
        mandateId: body.MandateGUID?.toLowerCase(),
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
