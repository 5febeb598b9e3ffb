import { Square } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import type { CompareView } from '../../shared/document-parts/compare-view.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { selectDocuments, unselectDocument } from '../../shared/selection/selection-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { ProgressStatus } from '../../shared/ui/status/progress-status.tsx'
import type { Accepted } from './accepted.ts'
import { AskingForm } from './asking-form.tsx'
import { useAuthorisationFace } from './authorisation-face.tsx'
import { BatchSummary } from './batch-summary.tsx'
import { useChoosingFace } from './choosing-face.tsx'
import { useChangesFace } from './confirm-changes.tsx'
import { useDisclaimerFace, type DialogFace } from './disclaimer.tsx'
import { DocumentsToSign } from './documents-to-sign.tsx'
import { useElsewhereFace } from './elsewhere-face.tsx'
import { isWorthSelecting } from './failure-scope.ts'
import type { BatchOutcome, BatchProgress } from './run-batch.ts'
import { wayName } from './signing-ways.ts'
import { useUnavailableFace } from './unavailable-certificate.tsx'
import { useChanges } from './use-changes.ts'
import { useBatch, type Batch } from './use-batch.ts'

interface BatchDialogProps {
  /** What was selected, in the order in which it is signed. */
  documents: readonly PendingDocument[]
  /** Shows what changed in one of them since an earlier signature, where that has to be confirmed. */
  compare: CompareView
  /** Nothing was begun. */
  onClose: () => void
  /** The batch is over; `left` are the signers (GUID) of what is not signed. */
  onDone: (outcome: { signed: string[]; left: string[] }) => void
}

/** The unsigned documents that another batch could sign. */
function worthSelecting(documents: readonly PendingDocument[], { signed, failed }: BatchOutcome): PendingDocument[] {
  const errors = new Map(failed.map(({ guid, error }) => [guid, error]))
  return documents.filter(
    ({ SignerDTO: { SignerGUID } }) => !signed.includes(SignerGUID) && isWorthSelecting(errors.get(SignerGUID)),
  )
}

/** Which document of how many is being signed, or that all are. */
function useProgressFace(batch: Batch): DialogFace {
  const t = useText()
  const { stage, documents, stopping } = batch
  const total = documents.length
  const working = stage.at === 'working' ? stage : null
  const value = working ? working.progress.signed.length + working.progress.failed.length : total
  const current = documents.find(({ SignerDTO }) => SignerDTO.SignerGUID === working?.guid)
  return {
    busy: true,
    title: working ? t('batch.progressTitle', { count: total }) : t('signing.doneTitle'),
    children: (
      <ProgressStatus
        focused
        value={value}
        max={total}
        working={working !== null}
        words={t(working ? 'signing.progress' : 'signing.done', { current: working ? value + 1 : total, total })}
      >
        {current && <p>{current.FileName}</p>}
        {working && <p className="muted">{t(stopping ? 'batch.stopping' : 'signing.progressText')}</p>}
      </ProgressStatus>
    ),
    actions: working && (
      <Button icon={Square} busy={stopping} onClick={batch.stop}>
        {t('batch.stop')}
      </Button>
    ),
  }
}

/** No answer came: how far the batch is, and that it can go on. */
function useLostFace(batch: Batch): DialogFace {
  const t = useText()
  const { stage, documents } = batch
  const lost = stage.at === 'lost' ? stage : null
  const name = documents.find(({ SignerDTO }) => SignerDTO.SignerGUID === lost?.guid)?.FileName ?? ''
  return {
    alert: true,
    title: t('batch.lostTitle'),
    description: t('batch.lostText', { count: lost?.progress.signed.length ?? 0, total: documents.length, name }),
    actions: (
      <>
        <Button onClick={batch.endHere}>{t('batch.endHere')}</Button>
        <Button kind="primary" autoFocus onClick={batch.goOn}>
          {t('batch.goOn')}
        </Button>
      </>
    ),
  }
}

/** Without an answer nobody can say that nothing was signed. */
const titleOfNone = ({ end }: BatchOutcome) => (end.why === 'unanswered' ? 'batch.lostTitle' : 'batch.summaryNone')

/** The end of a batch that did not sign everything. */
function useSummaryFace({ stage, documents }: Batch, onEnd: (outcome: BatchOutcome) => void): DialogFace {
  const t = useText()
  const outcome = stage.at === 'summary' ? stage.outcome : null
  if (!outcome) return { title: '' }
  const again = worthSelecting(documents, outcome)
  const count = outcome.signed.length
  return {
    size: 'wide',
    title: count > 0 ? t('batch.summaryTitle', { count, total: documents.length }) : t(titleOfNone(outcome)),
    children: <BatchSummary documents={documents} outcome={outcome} />,
    actions: (
      <>
        <Button onClick={() => onEnd(outcome)}>{t('common.close')}</Button>
        {again.length > 0 && (
          <Button
            kind="primary"
            onClick={() => {
              selectDocuments(again)
              onEnd(outcome)
            }}
          >
            {t('batch.selectAgain')}
          </Button>
        )}
      </>
    ),
  }
}

const isDone = ({ SignerDTO }: PendingDocument, { signed, failed }: BatchProgress) =>
  signed.includes(SignerDTO.SignerGUID) || failed.some(({ guid }) => guid === SignerDTO.SignerGUID)

/** What will be signed with the only way there is, before that way has a code sent or leads elsewhere. */
function useReviewFace({ way, documents, endReview }: Batch, { toSign, onClose }: Looking): DialogFace {
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

/** Under the title where something is asked for: how far the batch is, or the one document that is left of it. */
function useDescription({ paused, documents }: Batch): string | undefined {
  const t = useText()
  if (documents.length === 1) return documents[0]?.FileName
  return paused ? t('batch.soFar', { count: paused.signed.length, total: documents.length }) : undefined
}

interface Looking {
  readonly toSign: ReactNode
  readonly onClose: () => void
}

interface Surroundings {
  accepted: Accepted
  onRemove: (signerGuid: string) => void
  onClose: () => void
  onEnd: (outcome: BatchOutcome) => void
}

function useFace(batch: Batch, { accepted, onRemove, onClose, onEnd }: Surroundings) {
  const t = useText()
  const { stage, documents, chosen } = batch
  const { paused } = batch
  const left = paused ? documents.filter((document) => !isDone(document, paused)) : documents
  const isListed = documents.length > 1
  const asked = useDescription(batch)
  const toSign = (
    <DocumentsToSign {...{ isListed }} documents={left} onRemove={batch.canLeaveOut ? onRemove : undefined} />
  )
  const authorisation = useAuthorisationFace({ ...batch, onClose })
  const faces = {
    choosing: useChoosingFace(batch, { toSign, onClose }),
    reviewing: useReviewFace(batch, { toSign, onClose }),
    unavailable: useUnavailableFace(batch, onClose),
    working: useProgressFace(batch),
    lost: useLostFace(batch),
    summary: useSummaryFace(batch, onEnd),
  }
  const elsewhere = useElsewhereFace(batch, {
    accepted,
    place: 'list',
    toSign: documents.length === 1 && toSign,
    onClose,
  })
  if (elsewhere) return elsewhere
  if (authorisation) return authorisation
  if (stage.at === 'asking') {
    return {
      title: t('batch.title', { count: left.length }),
      description: asked,
      children: (
        <>
          {toSign}
          <AskingForm key={chosen?.certificate.GUID} signing={batch} asked={stage} onClose={onClose} />
        </>
      ),
    }
  }
  return faces[stage.at in faces ? (stage.at as keyof typeof faces) : 'working']
}

/** The stages in which something goes on that cannot be left. */
const AT_WORK: readonly Batch['stage']['at'][] = ['opening', 'waiting', 'open', 'working', 'lost', 'done']

/** One dialog from the choice of the certificate to the summary of what was signed. */
export function BatchDialog({ documents: selected, compare, onClose, onDone }: BatchDialogProps) {
  // What is signed changes in this dialog alone, whatever happens to the selection meanwhile.
  const [all] = useState(selected)
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(0)
  const onEnd = ({ signed }: BatchOutcome) => {
    const guids = all.map(({ SignerDTO }) => SignerDTO.SignerGUID)
    onDone({ signed: [...signed], left: guids.filter((guid) => !signed.includes(guid)) })
  }
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
  const batch = useBatch(documents, { ready: before === null, accepted, onDone: onEnd })
  // A batch that has begun is told of, however it is left.
  const close = batch.paused ? batch.endHere : onClose
  const face = useFace(batch, { accepted, onRemove, onClose: close, onEnd })
  const leave = () => {
    const { stage } = batch
    if (stage.at === 'summary') return onEnd(stage.outcome)
    if (!AT_WORK.includes(stage.at)) return close()
    if (stage.at === 'waiting') batch.authorisation?.stopWaiting()
    // The browser has closed it by itself, on a second Escape: that stops the work, which has to be seen.
    if (stage.at === 'working') batch.stop()
    setShown(shown + 1)
  }
  return <Dialog key={shown} open onClose={leave} {...(before ?? face)} />
}
