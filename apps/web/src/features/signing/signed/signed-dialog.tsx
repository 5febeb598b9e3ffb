import { SignedActions, type SignedDocument } from '../../../shared/document-parts/signed-actions.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { ChosenDocuments } from '../../../shared/selection/chosen-documents.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'

interface SignedDialogProps {
  documents: readonly SignedDocument[]
  onClose: () => void
}

/** What was signed together, each to be opened and saved. */
export function SignedDialog({ documents, onClose }: SignedDialogProps) {
  const t = useText()
  const title = t('batch.toast', { count: documents.length })
  return (
    <Dialog
      open
      light
      size="wide"
      onClose={onClose}
      title={title}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <ChosenDocuments
        label={title}
        documents={documents.map((document) => ({
          guid: document.docGuid,
          name: document.fileName,
          actions: <SignedActions {...document} />,
        }))}
      />
    </Dialog>
  )
}
