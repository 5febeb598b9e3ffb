import { PortalError } from '@rubrica/domain'
import type { Handlers } from '../bind/call-types.ts'

type LocalSignatureCalls = 'announceLocalCertificate' | 'presignature' | 'completeLocalSignature'

const notYet = (): never => {
  throw new PortalError('PROVIDER_NOT_CONFIGURED', 'This installation does not sign this way')
}

export function localSignatureHandlers(): Pick<Handlers, LocalSignatureCalls> {
  return {
    announceLocalCertificate: notYet,
    presignature: notYet,
    completeLocalSignature: notYet,
  }
}
