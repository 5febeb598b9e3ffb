import { transactionOver } from '../away-transactions.ts'
import type { AuthoriseAccount } from './authorise-account.ts'
import { requireProvider } from './require-provider.ts'
import { takeReturn } from './take-return.ts'

export interface Return {
  readonly userId: string
  readonly certType: string
  readonly transactionId: string
}

/**
 * Ends an authorisation for which the person was on the provider's pages.
 * @throws {PortalError} TRANSACTION_EXPIRED, TRANSACTION_REFUSED, of requireProvider, PROVIDER_…
 */
export async function authoriseTransaction(needs: AuthoriseAccount, request: Return): Promise<void> {
  const { userId, transactionId } = request
  const { manifest } = await requireProvider(needs, userId, request.certType)
  const transaction = await needs.away.find(userId, transactionId)
  const isMeant = transaction?.purpose === 'authorise' && transaction.certType === manifest.certType
  if (!isMeant) throw transactionOver()
  await takeReturn(needs, transaction)
}
