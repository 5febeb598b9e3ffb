import { CircleCheckBig } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { ChosenDocuments } from '../../../shared/selection/chosen-documents.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { setSelected } from '../list/kept-choices.ts'
import type { PendingApproval } from '../list/pending-approvals.ts'

interface ConfirmApprovalProps {
  selected: readonly PendingApproval[]
  onConfirm: () => void
  onClose: () => void
}

/** Asks before several documents are approved, and shows all of them: what is approved cannot be taken back. */
export function ConfirmApproval({ selected, onConfirm, onClose }: ConfirmApprovalProps) {
  const t = useText()
  const count = selected.length
  const documents = selected.map(({ ApproverGuid, FileName, SignerName }) => ({
    guid: ApproverGuid,
    name: FileName,
    facts: t('approvals.forSigner', { signer: SignerName }),
  }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('approvals.confirmTitle', { count })}
      description={t('approvals.confirmText')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" icon={CircleCheckBig} autoFocus onClick={onConfirm}>
            {t('approvals.confirm', { count })}
          </Button>
        </>
      }
    >
      <ChosenDocuments
        label={t('documents.selectionBar')}
        documents={documents}
        onRemove={(guid) => setSelected([guid], false)}
      />
    </Dialog>
  )
}
