import { PortalError } from '@rubrica/domain'

/** An earlier request with this key goes on, here or in another process. */
export const keyInUse = (): PortalError =>
  new PortalError('IDEMPOTENCY_KEY_IN_USE', 'A request with this key is still being worked on. Repeat it shortly.')
