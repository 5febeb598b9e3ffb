import { PortalError } from '@rubrica/domain'
import type { Handlers } from '../bind/call-types.ts'

type SwisscomCalls =
  'swisscomIdentity' | 'requestSwisscom' | 'completeSwisscom' | 'requestSwisscomHash' | 'completeSwisscomHash'

const notYet = (): never => {
  throw new PortalError('PROVIDER_NOT_CONFIGURED', 'This installation does not sign this way')
}

export function swisscomHandlers(): Pick<Handlers, SwisscomCalls> {
  return {
    swisscomIdentity: notYet,
    requestSwisscom: notYet,
    completeSwisscom: notYet,
    requestSwisscomHash: notYet,
    completeSwisscomHash: notYet,
  }
}
