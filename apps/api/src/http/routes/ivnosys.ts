import { PortalError } from '@rubrica/domain'
import type { Handlers } from '../bind/call-types.ts'

type IvnosysCalls = 'authoriseTransaction' | 'initSign' | 'completeSign' | 'loginBeforeSign'

const notYet = (): never => {
  throw new PortalError('PROVIDER_NOT_CONFIGURED', 'This installation does not sign this way')
}

export function ivnosysHandlers(): Pick<Handlers, IvnosysCalls> {
  return {
    authoriseTransaction: notYet,
    initSign: notYet,
    completeSign: notYet,
    loginBeforeSign: notYet,
  }
}
