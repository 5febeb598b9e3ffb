import { Square } from 'lucide-react'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { selectDocuments } from '../../../shared/selection/selection-store.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { ProgressStatus } from '../../../shared/ui/status/progress-status.tsx'
import type { DialogFace } from '../../../shared/ui/overlays/dialog.tsx'
import { BatchSummary } from './batch-summary.tsx'
import { isWorthSelecting } from './failure-scope.ts'
import { NOTHING_DONE, type BatchOutcome } from './run-batch.ts'
import type { Signing } from '../use-signing.ts'

interface Progress {
  readonly value: number
  readonly max: number
  readonly stopping: boolean
  /** Named where it is one of several. */
  readonly fileName: string | undefined
}

function Working({ value, max, stopping, fileName }: Progress) {
  const t = useText()
  return (
    <ProgressStatus
      focused
      working
      {...{ value, max }}
      words={t('signing.progress', { current: value + 1, total: max })}
    >
      {fileName !== undefined && <p>{fileName}</p>}
      <p className="muted">{t(stopping ? 'batch.stopping' : 'signing.progressText')}</p>
    </ProgressStatus>
  )
}

/** Which document of how many is being signed. */
function useWorkingFace({ stage, documents, stopping, stop }: Signing): DialogFace {
  const t = useText()
  const max = documents.length
  const { progress, guid } = stage.at === 'working' ? stage : { progress: NOTHING_DONE, guid: '' }
  const value = progress.signed.length + progress.failed.length
  if (max === 1) {
    return {
      busy: true,
      title: t('signing.progressTitle'),
      description: documents[0]?.FileName,
      children: <Working {...{ value, max, stopping }} fileName={undefined} />,
    }
  }
  const fileName = documents.find(({ SignerDTO }) => SignerDTO.SignerGUID === guid)?.FileName
  return {
    busy: true,
    title: t('batch.progressTitle', { count: max }),
    children: <Working {...{ value, max, stopping, fileName }} />,
    actions: (
      <Button icon={Square} busy={stopping} onClick={stop}>
        {t('batch.stop')}
      </Button>
    ),
  }
}

/** Everything is signed. */
function useDoneFace({ documents }: Signing): DialogFace {
  const t = useText()
  const total = documents.length
  return {
    busy: true,
    title: t('signing.doneTitle'),
    description: total === 1 ? documents[0]?.FileName : undefined,
    children: (
      <ProgressStatus
        focused
        value={total}
        max={total}
        working={false}
        words={t('signing.done', { current: total, total })}
      />
    ),
  }
}

/** No answer came: how far it is, and that it can go on. */
function useLostFace({ stage, documents, endHere, goOn }: Signing): DialogFace {
  const t = useText()
  const lost = stage.at === 'lost' ? stage : null
  const isOne = documents.length === 1
  const name = documents.find(({ SignerDTO }) => SignerDTO.SignerGUID === lost?.guid)?.FileName ?? ''
  const soFar = { count: lost?.progress.signed.length ?? 0, total: documents.length, name }
  return {
    alert: true,
    title: t(isOne ? 'signing.unansweredTitle' : 'batch.lostTitle'),
    description: isOne ? t('signing.unansweredText') : t('batch.lostText', soFar),
    actions: (
      <>
        <Button onClick={endHere}>{t(isOne ? 'common.close' : 'batch.endHere')}</Button>
        <Button kind="primary" autoFocus onClick={goOn}>
          {t(isOne ? 'common.tryAgain' : 'batch.goOn')}
        </Button>
      </>
    ),
  }
}

/** The unsigned documents that could be signed together once more. */
function worthSelecting(documents: readonly PendingDocument[], { signed, failed }: BatchOutcome): PendingDocument[] {
  const errors = new Map(failed.map(({ guid, error }) => [guid, error]))
  return documents.filter(
    ({ SignerDTO: { SignerGUID } }) => !signed.includes(SignerGUID) && isWorthSelecting(errors.get(SignerGUID)),
  )
}

/** Without an answer nobody can say that nothing was signed. */
const titleOfNone = ({ end }: BatchOutcome) => (end.why === 'unanswered' ? 'batch.lostTitle' : 'batch.summaryNone')

/** The end of a batch that did not sign everything. */
function useSummaryFace({ stage, documents }: Signing, onEnd: (outcome: BatchOutcome) => void): DialogFace {
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

/** What the dialog shows from the first signature to the end. */
export function useRunFaces(signing: Signing, onEnd: (outcome: BatchOutcome) => void) {
  return {
    working: useWorkingFace(signing),
    done: useDoneFace(signing),
    lost: useLostFace(signing),
    summary: useSummaryFace(signing, onEnd),
  }
}
