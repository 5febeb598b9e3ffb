import { changeCode, showCode, type ShownCode } from '../../modules/verification/manage-code.ts'
import type { HolderAnswers, ManagedCodes } from '../../modules/verification/ports.ts'
import type { Handlers } from '../bind/call-types.ts'

interface CodeRoutePorts {
  readonly managed: ManagedCodes
  readonly holders: Pick<HolderAnswers, 'legalIds'>
  readonly addressOf: (code: string) => string
  readonly now: () => Date
}

export function verificationCodeHandlers(ports: CodeRoutePorts): Pick<Handlers, 'documentCode' | 'changeDocumentCode'> {
  const describe = ({ code, level, withdrawn, isOff, asksHolder, canAskHolder }: ShownCode) => ({
    ...(withdrawn || isOff ? { code: null, address: null } : { code, address: ports.addressOf(code) }),
    ...{ level, withdrawn, off: isOff, asksHolder, canAskHolder },
  })
  return {
    documentCode: async ({ caller, params }) => describe(await showCode(ports, caller, params.docGuid)),
    changeDocumentCode: async ({ caller, params, body }) =>
      describe(await changeCode(ports, caller, { documentId: params.docGuid, ...body })),
  }
}
