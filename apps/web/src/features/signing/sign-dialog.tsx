import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AskingForm } from './asking-form.tsx'
import { useChoosingFace } from './choosing-face.tsx'
import { useDisclaimerFace, type DialogFace } from './disclaimer.tsx'
import { LockedActions, LockedText } from './locked-certificate.tsx'
import { SigningProgress } from './signing-progress.tsx'
import { useSigning, type Signing } from './use-signing.ts'

function useFace(signing: Signing, onClose: () => void): DialogFace {
  const t = useText()
  const disclaimer = useDisclaimerFace(signing.documents, onClose)
  const choosing = useChoosingFace(signing, onClose)
  const { stage, document } = signing
  if (disclaimer) return disclaimer
  switch (stage.at) {
    case 'choosing':
      return choosing
    case 'asking':
      return {
        title: t('signing.pinTitle'),
        description: document.FileName,
        children: <AskingForm key={stage.chosen.certificate.GUID} signing={signing} {...stage} onClose={onClose} />,
      }
    case 'locked':
      return {
        title: t('signing.lockedTitle'),
        children: <LockedText alias={stage.chosen.certificate.certalias} />,
        actions: <LockedActions signing={signing} onClose={onClose} />,
      }
    case 'working':
      return {
        title: t(stage.done ? 'signing.doneTitle' : 'signing.progressTitle'),
        description: document.FileName,
        busy: true,
        children: <SigningProgress done={stage.done} />,
      }
    case 'unanswered':
      return {
        alert: true,
        title: t('signing.unansweredTitle'),
        description: t('signing.unansweredText'),
        actions: (
          <>
            <Button onClick={onClose}>{t('common.close')}</Button>
            <Button kind="primary" autoFocus onClick={signing.sendAgain}>
              {t('common.tryAgain')}
            </Button>
          </>
        ),
      }
  }
}

interface SignDialogProps {
  document: PendingDocument
  onClose: () => void
  onSigned: () => void
  /** The document was signed, rejected or withdrawn before. */
  onGone: () => void
}

/** One dialog from the choice of the certificate to the finished signature. */
export function SignDialog({ document, onClose, onSigned, onGone }: SignDialogProps) {
  const signing = useSigning(document, { onSigned, onGone })
  return <Dialog open onClose={onClose} {...useFace(signing, onClose)} />
}
