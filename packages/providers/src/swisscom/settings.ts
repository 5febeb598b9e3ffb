import type { ClientIdentity } from '../http/request-json.ts'
import type { SettingsReader } from '../registered-provider.ts'

export interface SwisscomSettings {
  /** Of the service, without the name of a call. */
  readonly url: string
  /** Of this installation's customer, such as `acme:OnDemand-Advanced4`. */
  readonly claimedIdentity: string
  /** Of the people, as their certificates have it: ISO 3166-1. */
  readonly country: string
  /** Undefined for a service that asks for no certificate. */
  readonly client: ClientIdentity | undefined
  /** Limit of each request, and of the wait for the page on which a person confirms. */
  readonly timeoutMs: number
}

const COUNTRY = /^[A-Z]{2}$/
const IDENTITY = /^[\x21-\x7e]{1,255}$/

/** @returns undefined while no address is set */
export function readSettings(settings: SettingsReader): SwisscomSettings | undefined {
  const url = settings.address('URL')
  if (url === undefined) return undefined
  const [cert, key] = [settings.file('CLIENT_CERTIFICATE'), settings.file('CLIENT_KEY')]
  // One without the other is reported as the one that is missing.
  if ((cert === undefined) !== (key === undefined)) {
    settings.required(cert === undefined ? 'CLIENT_CERTIFICATE' : 'CLIENT_KEY', /./)
  }
  return {
    url,
    claimedIdentity: settings.required('CLAIMED_IDENTITY', IDENTITY),
    country: settings.required('COUNTRY', COUNTRY, 'ES'),
    client: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    timeoutMs: settings.wholeNumber('TIMEOUT_MS', { fallback: 20_000, min: 100, max: 30_000 }),
  }
}
