import type { PendingDocument } from '../api/pending-documents.ts'
import { useText } from '../i18n/use-text.ts'

/** Why a signature is asked for, in the sender's words, or that they gave none. */
export function useReasonText(): (document: Pick<PendingDocument, 'SignerDTO'>) => string {
  const t = useText()
  return ({ SignerDTO: { SignatureReason } }) => SignatureReason || t('viewer.noReason')
}
