import { isSameCertificateType, type CertificateType } from '@rubrica/domain'
import { transactionOver } from '../away-transactions.ts'
import type { AuthoriseAccount } from './authorise-account.ts'
import { requireProvider } from './require-provider.ts'
import { takeReturn } from './take-return.ts'

export interface Return {
  readonly userId: string
  readonly transactionId: string
  /** Where the call is for one type: no other's transaction is meant. */
  readonly certType?: string
  /** Authorization code of OAuth 2.0, where the provider gave one. */
  readonly code?: string | undefined
}

/**
 * Ends an authorisation for which the person was on the provider's pages.
 * @returns the type of the account
 * @throws {PortalError} TRANSACTION_EXPIRED, TRANSACTION_REFUSED, of requireProvider, PROVIDER_…
 */
export async function authoriseTransaction(needs: AuthoriseAccount, request: Return): Promise<CertificateType> {
  const { userId, transactionId, certType, code } = request
  if (certType !== undefined) await requireProvider(needs, userId, certType)
  const transaction = await needs.away.find(userId, transactionId)
  if (transaction?.purpose !== 'authorise') throw transactionOver()
  const { manifest } = await requireProvider(needs, userId, transaction.certType)
  if (certType !== undefined && !isSameCertificateType(manifest.certType, certType)) throw transactionOver()
  await takeReturn(needs, transaction, code)
  return manifest.certType
}
