import { PortalError } from '@rubrica/domain'
import type { Handlers } from '../bind/call-types.ts'

type LoginCalls =
  'loginAddress' | 'loginCode' | 'walletCode' | 'samlAddress' | 'samlConsume' | 'samlMetadata' | 'samlTicket'

const notOffered = async () => {
  throw new PortalError('LOGIN_PROVIDER_UNKNOWN', 'This server does not offer this way to log in.')
}

export function loginHandlers(): Pick<Handlers, LoginCalls> {
  return {
    loginAddress: notOffered,
    loginCode: notOffered,
    walletCode: notOffered,
    samlAddress: notOffered,
    samlConsume: notOffered,
    samlMetadata: notOffered,
    samlTicket: notOffered,
  }
}
