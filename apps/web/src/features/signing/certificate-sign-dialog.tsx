import { useMemo, useState, type ReactNode } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { unselectDocument } from '../../shared/selection/selection-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog, type DialogFace } from '../../shared/ui/overlays/dialog.tsx'
import type { Accepted } from './before/accepted.ts'
import { AskingForm } from './authorisation/asking-form.tsx'
import { useAuthorisationFaces } from './authorisation/authorisation-faces.tsx'
import { useChoosingFace } from './choice/choosing-face.tsx'
import { useChangesFace } from './before/confirm-changes.tsx'
import { useDisclaimerFace } from './before/disclaimer.tsx'
import { DocumentsToSign } from './before/documents-to-sign.tsx'
import { useElsewhereFace } from './elsewhere-face.tsx'
import type { Place } from './elsewhere-flow.ts'
import { useLockedFace } from './choice/locked-certificate.tsx'
import type { BatchOutcome, BatchProgress } from './run/run-batch.ts'
import type { ServerRunProgress } from './run/on-server/server-run.ts'
import { useServerRunFace } from './run/on-server/server-run-face.tsx'
import { useRunFaces } from './run/run-faces.tsx'
import { wayName } from './choice/signing-ways.ts'
import { useUnavailableFace } from './choice/unavailable-certificate.tsx'
import { useChanges } from './before/use-changes.ts'
import type { SignDialogProps } from './sign-dialog-props.ts'
import { useSigning, type Signing, type SigningStage } from './use-signing.ts'

interface Looking {
  readonly toSign: ReactNode
  readonly onClose: () => void
}

/** What will be signed with the only way there is, before that way has a code sent or leads elsewhere. */
function useReviewFace({ way, documents, endReview }: Signing, { toSign, onClose }: Looking): DialogFace {
  const t = useText()
  return {
    title: t('batch.title', { count: documents.length }),
    description: way && t('signing.withWay', { way: wayName(way) }),
    children: toSign,
    actions: (
      <>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind="primary" autoFocus onClick={endReview}>
          {t('signing.next')}
        </Button>
      </>
    ),
  }
}

const isDone = ({ SignerDTO }: PendingDocument, { signed, failed }: BatchProgress) =>
  signed.includes(SignerDTO.SignerGUID) || failed.some(({ guid }) => guid === SignerDTO.SignerGUID)

/** What has to be typed, with what is left to be signed. */
function useAskingFace(signing: Signing, left: readonly PendingDocument[], { toSign, onClose }: Looking): DialogFace {
  const t = useText()
  const { stage, documents, chosen, paused } = signing
  const [only, another] = documents
  const soFar = paused && t('batch.soFar', { count: paused.signed.length, total: documents.length })
  return {
    title: another ? t('batch.title', { count: left.length }) : t('signing.pinTitle'),
    description: another ? (soFar ?? undefined) : only?.FileName,
    children: stage.at === 'asking' && (
      <>
        {toSign}
        <AskingForm key={chosen?.certificate.GUID} signing={signing} asked={stage} onClose={onClose} />
      </>
    ),
  }
}

interface Surroundings {
  accepted: Accepted
  place: Place
  nextGuid: string | undefined
  onRemove: (signerGuid: string) => void
  onClose: () => void
  onEnd: (outcome: BatchOutcome) => void
}

function useFace(signing: Signing, { accepted, place, nextGuid, onRemove, onClose, onEnd }: Surroundings): DialogFace {
  const { stage, documents, paused, canLeaveOut } = signing
  const isListed = documents.length > 1
  const left = paused ? documents.filter((document) => !isDone(document, paused)) : documents
  const toSign = <DocumentsToSign {...{ isListed }} documents={left} onRemove={canLeaveOut ? onRemove : undefined} />
  const run = useRunFaces(signing, onEnd)
  const faces: Record<SigningStage['at'], DialogFace> = {
    choosing: useChoosingFace(signing, { toSign, onClose }),
    reviewing: useReviewFace(signing, { toSign, onClose }),
    asking: useAskingFace(signing, left, { toSign, onClose }),
    unavailable: useUnavailableFace(signing, onClose),
    locked: useLockedFace(signing, onClose),
    elsewhere: useElsewhereFace(signing, { accepted, place, nextGuid, toSign: !isListed && toSign, onClose }),
    'on-server': useServerRunFace(signing),
    ...useAuthorisationFaces(signing, onClose),
    open: run.working,
    ...run,
  }
  return faces[stage.at]
}

/** The server goes on by itself where it has what it needs; else the run is stopped. */
const leaveServerRun = ({ leave, stop }: Signing, { isAuthorised }: ServerRunProgress) =>
  isAuthorised ? leave() : stop()

/** The stages in which something goes on that cannot be left. */
const AT_WORK: readonly SigningStage['at'][] = ['opening', 'waiting', 'open', 'working', 'on-server', 'lost', 'done']

/** One dialog from what is signed with to the finished signatures, of one document or of many with one certificate. */
export function CertificateSignDialog(props: SignDialogProps) {
  const { documents: selected, place, compare, nextGuid, onClose, onDone, onGone } = props
  // What is signed changes in this dialog alone, whatever happens to the selection meanwhile.
  const [all] = useState(selected)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(0)
  const changes = useChanges(all)
  const documents = useMemo(
    () => changes.documents.filter(({ SignerDTO }) => !leftOut.has(SignerDTO.SignerGUID)),
    [changes.documents, leftOut],
  )
  const onRemove = (signerGuid: string) => {
    setLeftOut(new Set([...leftOut, signerGuid]))
    unselectDocument(signerGuid)
  }
  const confirmation = useChangesFace(changes, { compare, onClose })
  const disclaimer = useDisclaimerFace(documents, onClose)
  const before = confirmation ?? disclaimer.face
  const accepted = { changes: changes.accepted, terms: disclaimer.terms }
  const ends = { place, onDone, onGone, onClose, onChanged: changes.askAbout }
  const signing = useSigning(documents, { ready: before === null, accepted, ...ends })
  // What has begun is reported, however it is left.
  const close = signing.paused ? signing.endHere : onClose
  const face = useFace(signing, { accepted, place, nextGuid, onRemove, onClose: close, onEnd: onDone })
  const leave = () => {
    const { stage } = signing
    if (stage.at === 'summary') return onDone(stage.outcome)
    if (!AT_WORK.includes(stage.at)) return close()
    if (stage.at === 'waiting') signing.authorisation?.stopWaiting()
    // The browser has closed it by itself, on a second Escape: that stops the work, which has to be seen.
    if (stage.at === 'working') signing.stop()
    if (stage.at === 'on-server') leaveServerRun(signing, stage.progress)
    setShown(shown + 1)
  }
  return <Dialog key={shown} open onClose={leave} {...(before ?? face)} />
}
