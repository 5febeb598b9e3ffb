import { PortalError } from '@rubrica/domain'
import type { Handlers } from '../bind/call-types.ts'

const notOffered = async () => {
  throw new PortalError('AUTHORISATION_CLIENT_UNKNOWN', 'This server does not know the application.')
}

export function authorisationHandlers(): Pick<Handlers, 'checkAuthorisation' | 'authorisationCode'> {
  return { checkAuthorisation: notOffered, authorisationCode: notOffered }
}
