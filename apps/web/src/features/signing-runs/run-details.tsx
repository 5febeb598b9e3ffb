import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { Fact, Facts } from '../../shared/document-parts/facts.tsx'
import { SignedActions } from '../../shared/document-parts/signed-actions.tsx'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useDownload } from '../../shared/page-viewer/use-download.ts'
import { ChosenDocuments } from '../../shared/selection/chosen-documents.tsx'
import { errorOfCode } from '../../shared/signing-runs/error-of-code.ts'
import type { RunItem } from '../../shared/signing-runs/run-items.ts'
import { rememberSeenRun } from '../../shared/signing-runs/seen-runs.ts'
import { countIn, progressOf, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import { useSignatureRefusalText } from '../../shared/signing-runs/use-signature-refusal-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { MoreButton } from '../../shared/ui/lists/more-button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { ProgressBar } from '../../shared/ui/status/progress-bar.tsx'
import { runQuery } from './run-queries.ts'
import styles from './signing-runs.module.css'
import { useRunItems } from './use-run-items.ts'
import { useRunKey } from './use-run-key.ts'
import { useRunWords } from './use-run-words.ts'
import { endOf } from './what-to-tell.ts'

interface RunDetailsProps {
  runGuid: string
  onClose: () => void
}

/** Everything that is known of a signing run: how far it is, what is not signed and why, and what is. */
export function RunDetails({ runGuid, onClose }: RunDetailsProps) {
  const t = useText()
  const wordsOf = useRunWords()
  const { data: run, error, isFetching, refetch } = useQuery(runQuery(runGuid))
  const isOver = run !== undefined && run.EndedAt !== null
  useEffect(() => {
    if (isOver) rememberSeenRun(runGuid)
  }, [isOver, runGuid])
  return (
    <Dialog
      open
      light
      size="wide"
      onClose={onClose}
      title={run ? wordsOf(run) : t('runs.details')}
      actions={
        <>
          {run && (
            <>
              <ReceiptButton {...{ run, text: 'runs.receipt', ending: 'csv', fetchReceipt: api.runReceipt }} />
              <ReceiptButton {...{ run, text: 'runs.pdfReceipt', ending: 'pdf', fetchReceipt: api.runPdfReceipt }} />
            </>
          )}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      {run && <Content run={run} />}
      {!run && error && (
        <ListFailure title={t('runs.failedTitle')} error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!run && !error && <Loader />}
    </Dialog>
  )
}

interface ReceiptButtonProps {
  run: SigningRun
  text: Parameters<ReturnType<typeof useText>>[0]
  ending: 'pdf' | 'csv'
  fetchReceipt: typeof api.runReceipt
}

/** What came of each document, to read and keep, or for a spreadsheet. */
function ReceiptButton({ run, text, ending, fetchReceipt }: ReceiptButtonProps) {
  const t = useText()
  const { download, isDownloading } = useDownload(async () => ({
    DocContent: await fetchReceipt({ params: { runGuid: run.RunGUID } }),
    FileName: `signed-${run.CreatedAt.slice(0, 10)}.${ending}`,
  }))
  return (
    <Button icon={FileDown} busy={isDownloading} onClick={download}>
      {t(text)}
    </Button>
  )
}

function Content({ run }: { run: SigningRun }) {
  const t = useText()
  const reasonOf = useReason()
  const { moment, number } = useFormats()
  const { alias } = useRunKey(run)
  const { done, total } = progressOf(run)
  const open = total - countIn(run, 'signed', 'failed', 'discarded')
  return (
    <div className={styles.details}>
      {run.EndedAt === null && <ProgressBar label={t('runs.label')} value={done} max={total} />}
      <WhyEnded run={run} />
      <Facts className={styles.facts}>
        <Fact name={t('runs.begun')}>{moment(run.CreatedAt)}</Fact>
        <Fact name={t('runs.ended')}>{run.EndedAt !== null && moment(run.EndedAt)}</Fact>
        <Fact name={t('signing.withCertificate')}>{alias !== undefined && <bdi>{alias}</bdi>}</Fact>
        <Fact name={t('runs.open')}>{open > 0 && <span className="num">{number(open)}</span>}</Fact>
      </Facts>
      <Part run={run} state="failed" title={t('batch.unsignedList')} factsOf={reasonOf} />
      <Part run={run} state="discarded" title={t('runs.notTriedList')} />
      <Part run={run} state="signed" title={t('batch.signedList')} />
    </div>
  )
}

/** Why the run came to its end before all of its documents did. */
function WhyEnded({ run }: { run: SigningRun }) {
  const t = useText()
  const refusalText = useSignatureRefusalText()
  if (run.EndedAt === null) return null
  const end = endOf(run)
  if (end === 'stopped') return <Notice tone="info">{t('batch.stoppedByYou')}</Notice>
  if (end !== 'given-up') return null
  return <Notice tone="bad">{refusalText(errorOfCode(run.Code))}</Notice>
}

/** Why a document is not signed. */
function useReason(): (item: RunItem) => string {
  const failureText = useFailureText(useSignatureRefusalText())
  return ({ Code }) => failureText(errorOfCode(Code))
}

interface PartProps {
  run: SigningRun
  state: RunItem['State']
  title: string
  factsOf?: (item: RunItem) => string
}

/** Opens a signed document, and saves it. */
const ItemActions = ({ DocGUID, FileName }: RunItem) =>
  DocGUID !== null && FileName !== null && <SignedActions docGuid={DocGUID} fileName={FileName} />

/** The documents of a run to which the same has happened. */
function Part({ run, state, title, factsOf }: PartProps): ReactNode {
  const t = useText()
  const { rows, error, isLoading, isFetching, hasMore, refetch, showMore } = useRunItems(run, state)
  const count = countIn(run, state)
  if (count === 0) return null
  return (
    <section className={styles.part} aria-busy={isFetching}>
      <h3>
        {title} <span className="num muted">{count}</span>
      </h3>
      {isLoading && <Loader />}
      {error && rows.length === 0 && (
        <ListFailure title={t('runs.failedTitle')} error={error} busy={isFetching} onRetry={refetch} />
      )}
      {rows.length > 0 && (
        <ChosenDocuments
          label={title}
          documents={rows.map((item) => ({
            guid: item.SignerGUID,
            name: item.FileName ?? t('runs.unnamed', { position: item.Position }),
            ...(factsOf && { facts: factsOf(item) }),
            ...(state === 'signed' && { actions: <ItemActions {...item} /> }),
          }))}
        />
      )}
      {hasMore && <MoreButton busy={isFetching} onShow={showMore} />}
    </section>
  )
}
