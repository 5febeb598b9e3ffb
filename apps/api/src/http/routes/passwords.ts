import { PortalError } from '@rubrica/domain'
import type { Handlers } from '../bind/call-types.ts'

type PasswordCalls = 'renewToken' | 'revokeToken' | 'returnAddress' | 'userToken' | 'recoverPassword' | 'setPassword'

const notOffered = async () => {
  throw new PortalError('NOT_FOUND', 'This server does not offer this call.')
}

export function passwordHandlers(): Pick<Handlers, PasswordCalls> {
  return {
    renewToken: notOffered,
    revokeToken: notOffered,
    returnAddress: notOffered,
    userToken: notOffered,
    recoverPassword: notOffered,
    setPassword: notOffered,
  }
}
