import { isSameCertificateType, type CertificateType } from '@rubrica/domain'
import { errandOver } from '../errands.ts'
import type { LinkAccount } from './link-account.ts'
import { requireProvider } from './require-provider.ts'
import { takeReturn } from './take-return.ts'

export interface Return {
  readonly userId: string
  readonly errandId: string
  /** Where the call is for one type: no other's errand is meant. */
  readonly certType?: string
  /** Authorization code of OAuth 2.0, where the provider gave one. */
  readonly code?: string | undefined
}

/**
 * Ends the link of an account for which the person was on the provider's pages.
 * @returns the type of the account
 * @throws {PortalError} TRANSACTION_EXPIRED, TRANSACTION_REFUSED, of requireProvider, PROVIDER_…
 */
export async function linkAfterErrand(needs: LinkAccount, request: Return): Promise<CertificateType> {
  const { userId, errandId, certType, code } = request
  if (certType !== undefined) await requireProvider(needs, userId, certType)
  const errand = await needs.errands.find(userId, errandId)
  if (errand?.purpose !== 'authorise') throw errandOver()
  const { manifest } = await requireProvider(needs, userId, errand.certType)
  if (certType !== undefined && !isSameCertificateType(manifest.certType, certType)) throw errandOver()
  await takeReturn(needs, errand, code)
  return manifest.certType
}
