import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { useTriesLeftText } from '../../../shared/accounts/use-tries-left-text.ts'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { SignedActions } from '../../../shared/document-parts/signed-actions.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import styles from './batch.module.css'
import type { BatchOutcome } from './run-batch.ts'
import { useSignErrorText } from './use-sign-error-text.ts'

interface BatchSummaryProps {
  documents: readonly PendingDocument[]
  outcome: BatchOutcome
}

/** Why the batch did not come to its last document, if it did not. */
function EndNotice({ end }: Pick<BatchOutcome, 'end'>) {
  const t = useText()
  const signErrorText = useSignErrorText()
  const triesLeftText = useTriesLeftText()
  if (end.why === 'stopped') return <Notice tone="info">{t('batch.stoppedByYou')}</Notice>
  if (end.why !== 'error') return null
  return (
    <Notice tone="bad">
      <strong>{signErrorText(end.error)}</strong>
      <p>
        {triesLeftText(end.error)} {t('batch.stoppedByError')}
      </p>
    </Notice>
  )
}

/** Why a document is not signed. */
function useReason({ failed, end }: BatchOutcome): (guid: string) => string {
  const t = useText()
  const failureText = useFailureText(useSignErrorText())
  return (guid) => {
    const failure = failed.find((one) => one.guid === guid)
    if (failure) return failureText(failure.error)
    return t(end.why === 'unanswered' && end.guid === guid ? 'batch.unknown' : 'batch.notTried')
  }
}

/** What a batch has done: the documents that are not signed with the reason of each, then the signed ones. */
export function BatchSummary({ documents, outcome }: BatchSummaryProps) {
  const t = useText()
  const reasonOf = useReason(outcome)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => content.current?.focus(), [])
  const tried = new Set(outcome.failed.map(({ guid }) => guid))
  const signed = new Set(outcome.signed)
  const isSigned = ({ SignerDTO }: PendingDocument) => signed.has(SignerDTO.SignerGUID)
  const lists = [
    { title: t('batch.unsignedList'), rows: documents.filter((document) => !isSigned(document)) },
    { title: t('batch.signedList'), rows: documents.filter(isSigned) },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <div ref={content} className={styles.summary} tabIndex={-1}>
      <EndNotice end={outcome.end} />
      <div className={styles.lists} tabIndex={0} role="region" aria-label={t('batch.summary')}>
        {lists.map(({ title, rows }) => (
          <section key={title}>
            <h3>
              {title} <span className="num muted">{rows.length}</span>
            </h3>
            <ul>
              {rows.map((document) => {
                const guid = document.SignerDTO.SignerGUID
                const Icon = isSigned(document) ? CircleCheck : tried.has(guid) ? CircleX : CircleMinus
                return (
                  <li key={guid} data-state={isSigned(document) ? 'signed' : tried.has(guid) ? 'failed' : 'left'}>
                    <Icon size={18} aria-hidden />
                    <span>
                      <span>{document.FileName}</span>
                      {!isSigned(document) && <span className="muted">{reasonOf(guid)}</span>}
                    </span>
                    {isSigned(document) && <SignedActions docGuid={document.DocGUI} fileName={document.FileName} />}
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
