import { PortalError } from '@rubrica/domain'
import type { OnDemandPeople, OnDemandProviders } from './ports.ts'

export interface ShowIdentity {
  readonly providers: OnDemandProviders
  readonly people: OnDemandPeople
}

/** Whom a certificate would be made for, and whose phone confirms it. */
export interface OnDemandIdentity {
  readonly dn: string
  readonly phone: string | null
}

/** @throws {PortalError} PROVIDER_NOT_CONFIGURED, CERTIFICATE_TYPE_NOT_ALLOWED, USER_NOT_FOUND */
export async function showIdentity(needs: ShowIdentity, userId: string, certType: string): Promise<OnDemandIdentity> {
  const signer = await needs.providers.open(userId, certType)
  const person = await needs.people.find(userId)
  if (!person) throw new PortalError('USER_NOT_FOUND', 'There is no such user.')
  return { dn: signer.describeSubject({ ...person, phone: person.phone ?? '' }), phone: person.phone }
}
