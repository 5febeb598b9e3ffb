import { useState } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import type { CompareView } from '../../shared/document-parts/compare-view.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import type { Accepted } from './accepted.ts'
import { AskingForm } from './asking-form.tsx'
import { useAuthorisationFace } from './authorisation-face.tsx'
import { useChoosingFace } from './choosing-face.tsx'
import { useChangesFace } from './confirm-changes.tsx'
import { useDisclaimerFace, type DialogFace } from './disclaimer.tsx'
import { DocumentsToSign } from './documents-to-sign.tsx'
import { useElsewhereFace } from './elsewhere-face.tsx'
import { LockedActions, LockedText } from './locked-certificate.tsx'
import { SigningProgress } from './signing-progress.tsx'
import { useChanges } from './use-changes.ts'
import { useSigning, type Signing } from './use-signing.ts'

function useUnansweredFace(signing: Signing, onClose: () => void): DialogFace {
  const t = useText()
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

interface Surroundings {
  accepted: Accepted
  nextGuid: string | undefined
  onClose: () => void
}

function useFace(signing: Signing, { accepted, nextGuid, onClose }: Surroundings): DialogFace {
  const t = useText()
  const toSign = <DocumentsToSign documents={signing.documents} />
  const choosing = useChoosingFace(signing, { toSign, onClose })
  const unanswered = useUnansweredFace(signing, onClose)
  const authorisation = useAuthorisationFace({ ...signing, onClose })
  const elsewhere = useElsewhereFace(signing, { accepted, place: 'detail', nextGuid, toSign, onClose })
  const { stage, document, chosen } = signing
  if (elsewhere) return elsewhere
  if (stage.at === 'choosing') return choosing
  if (stage.at === 'unanswered') return unanswered
  if (stage.at === 'asking') {
    return {
      title: t('signing.pinTitle'),
      description: document.FileName,
      children: (
        <>
          {toSign}
          <AskingForm key={chosen?.certificate.GUID} signing={signing} asked={stage} onClose={onClose} />
        </>
      ),
    }
  }
  if (stage.at === 'locked') {
    return {
      title: t('signing.lockedTitle'),
      children: <LockedText chosen={chosen} />,
      actions: <LockedActions signing={signing} onClose={onClose} />,
    }
  }
  if (authorisation) return authorisation
  const done = stage.at === 'working' && stage.done
  return {
    title: t(done ? 'signing.doneTitle' : 'signing.progressTitle'),
    description: document.FileName,
    busy: true,
    children: <SigningProgress done={done} />,
  }
}

interface SignDialogProps {
  document: PendingDocument
  /** Shows what changed since an earlier signature, where that has to be confirmed. */
  compare: CompareView
  /** The document that the person goes on with afterwards. */
  nextGuid?: string | undefined
  onClose: () => void
  onSigned: () => void
  /** The document was signed, rejected or withdrawn before. */
  onGone: () => void
}

/** One dialog from the choice of the certificate to the finished signature. */
export function SignDialog({ document, compare, nextGuid, onClose, onSigned, onGone }: SignDialogProps) {
  const [documents] = useState<readonly [PendingDocument]>([document])
  const changes = useChanges(documents)
  const confirmation = useChangesFace(changes, { compare, onClose })
  const disclaimer = useDisclaimerFace(documents, onClose)
  const before = confirmation ?? disclaimer.face
  const accepted = { changes: changes.accepted, terms: disclaimer.terms }
  const signing = useSigning(documents, {
    ready: before === null,
    accepted,
    onChanged: () => changes.askAbout(document.SignerDTO.SignerGUID),
    onSigned,
    onGone,
  })
  const face = useFace(signing, { accepted, nextGuid, onClose })
  return <Dialog open onClose={onClose} {...(before ?? face)} />
}
