import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { ChosenDocuments } from '../../../shared/selection/chosen-documents.tsx'
import { useChosenDocuments } from '../../../shared/selection/use-chosen-documents.ts'
import { useReasonText } from '../../../shared/selection/use-reason-text.ts'
import styles from '../signing.module.css'

interface DocumentsToSignProps {
  documents: readonly PendingDocument[]
  /** One of several, so that its name stands nowhere else. */
  isListed?: boolean
  /** Leaves a document (signer GUID) out; absent once it is too late for that. */
  onRemove?: ((signerGuid: string) => void) | undefined
}

/**
 * What will be signed and why: the reason of one document, whose name stands above, or each of several with its own.
 */
export function DocumentsToSign({ documents, isListed = documents.length > 1, onRemove }: DocumentsToSignProps) {
  const t = useText()
  const reasonText = useReasonText()
  const chosen = useChosenDocuments(documents)
  const [only] = documents
  if (only && !isListed) {
    return (
      <dl className={styles.reason}>
        <dt className="muted">{t('viewer.reason')}</dt>
        <dd className={only.SignerDTO.SignatureReason ? undefined : 'muted'}>{reasonText(only)}</dd>
      </dl>
    )
  }
  return <ChosenDocuments label={t('batch.toSign')} documents={chosen} onRemove={onRemove} />
}
