import { PortalError } from '@rubrica/domain'

/** How long a person may be away before they begin again. */
export const ERRAND_MS = 10 * 60_000

/** For an errand that is unknown, somebody else's, used, or too old: a caller learns nothing about which. */
export const errandOver = () =>
  new PortalError('TRANSACTION_EXPIRED', 'This operation is over or was used already; begin again')

export const notRecognised = (label: string, cause?: unknown) =>
  new PortalError('TRANSACTION_REFUSED', `${label} does not confirm that you proved there who you are`, { cause })
