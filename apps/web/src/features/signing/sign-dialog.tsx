import type { ComponentProps } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { AskingForm } from './asking-form.tsx'
import { CertificateChoice } from './certificate-choice.tsx'
import { LockedActions, LockedText } from './locked-certificate.tsx'
import { NoCertificateText, ToCertificates } from './no-certificate.tsx'
import { SigningProgress } from './signing-progress.tsx'
import { useSigning, type Signing } from './use-signing.ts'

type DialogFace = Omit<ComponentProps<typeof Dialog>, 'open' | 'onClose'>

/** What the dialog shows while the certificate is being found. */
function useChoosingFace(signing: Signing, onClose: () => void): DialogFace {
  const t = useText()
  const { offer, document } = signing
  const cancel = <Button onClick={onClose}>{t('common.cancel')}</Button>
  if (typeof offer === 'string') {
    const alias = document.SignerDTO.CentralizedCertificateInfo?.Alias ?? ''
    return {
      title: t('signing.emptyTitle'),
      children: <NoCertificateText why={offer} alias={alias} />,
      actions: (
        <>
          {cancel}
          <ToCertificates />
        </>
      ),
    }
  }
  return {
    title: t('signing.chooseTitle'),
    description: offer && t('signing.chooseText'),
    children: <CertificateChoice signing={signing} onClose={onClose} />,
  }
}

function useFace(signing: Signing, onClose: () => void): DialogFace {
  const t = useText()
  const choosing = useChoosingFace(signing, onClose)
  const { stage, document } = signing
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
