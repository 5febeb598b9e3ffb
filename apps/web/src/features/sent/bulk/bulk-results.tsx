import type { BulkAct } from '@rubrica/contract'
import { useQuery } from '@tanstack/react-query'
import { FolderDown } from 'lucide-react'
import { useEffect } from 'react'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useDownload } from '../../../shared/page-viewer/use-download.ts'
import { Link } from '../../../shared/router/link.tsx'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { linkClass } from '../../../shared/ui/card.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { ProgressBar } from '../../../shared/ui/status/progress-bar.tsx'
import { showAnew } from '../changes/use-change.ts'
import type { SentSearch } from '../list/sent-filters.ts'
import { bulkQuery } from './bulk-act.ts'
import styles from './bulk.module.css'

interface BulkResultsProps {
  bulkGuid: string
  subscription: string | undefined
  /** The list that a document goes back to. */
  search: SentSearch
  onClose: () => void
}

/** How far an act on several documents is, and what came of each; the tab may be closed meanwhile. */
export function BulkResults({ bulkGuid, subscription, search, onClose }: BulkResultsProps) {
  const t = useText()
  const failureText = useFailureText()
  const { data: bulk, error } = useQuery(bulkQuery(bulkGuid, subscription))
  const isOver = bulk !== undefined && bulk.endedAt !== null
  useEffect(() => {
    if (isOver && bulk.act !== 'download') void showAnew()
  }, [isOver, bulk?.act])
  return (
    <Dialog
      open
      onClose={onClose}
      title={bulk ? t(`sent.bulk.${bulk.act}Results`) : t('common.loading')}
      actions={
        <>
          {isOver && bulk.act === 'download' && <ArchiveButton bulk={bulk} subscription={subscription} />}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      {error && !bulk && <Notice tone="bad">{failureText(error)}</Notice>}
      {bulk && <Results bulk={bulk} search={search} />}
    </Dialog>
  )
}

function ArchiveButton({ bulk, subscription }: { bulk: BulkAct; subscription: string | undefined }) {
  const t = useText()
  const { download, isDownloading } = useDownload(async () => ({
    DocContent: await senderApi.bulkArchive({ params: { bulkGuid: bulk.guid }, query: { subscription } }),
    FileName: `documents-${bulk.createdAt.slice(0, 10)}.zip`,
  }))
  if (!bulk.results.some(({ state }) => state === 'done')) return null
  return (
    <Button kind="primary" icon={FolderDown} busy={isDownloading} onClick={download}>
      {t('sent.bulk.save')}
    </Button>
  )
}

function Results({ bulk: { results, endedAt }, search }: { bulk: BulkAct; search: SentSearch }) {
  const t = useText()
  const refused = results.filter(({ state }) => state === 'refused')
  const waiting = results.filter(({ state }) => state === 'waiting').length
  const done = results.length - refused.length - waiting
  return (
    <>
      <p className={styles.summary} role="status">
        {endedAt === null
          ? t('sent.bulk.underWay', { done: results.length - waiting, total: results.length })
          : t('sent.bulk.over', { done, total: results.length })}
      </p>
      {endedAt === null && (
        <>
          <ProgressBar label={t('sent.progress')} value={results.length - waiting} max={results.length} />
          <p className="muted">{t('sent.bulk.mayClose')}</p>
        </>
      )}
      {refused.length > 0 && (
        <section aria-labelledby="bulk-refused">
          <h3 id="bulk-refused">{t('sent.bulk.refused', { count: refused.length })}</h3>
          {/* A list that scrolls can be reached by keys. */}
          <ul className={styles.results} tabIndex={0} aria-labelledby="bulk-refused">
            {refused.map(({ document, fileName, code }) => (
              <li key={document}>
                {fileName === null ? (
                  <span>{t('sent.bulk.nameless')}</span>
                ) : (
                  <Link
                    className={linkClass}
                    to="/sent/$docGuid"
                    params={{ docGuid: document }}
                    search={{ from: search.from }}
                    state={{ sent: search }}
                  >
                    <bdi>{fileName}</bdi>
                  </Link>
                )}
                <p>{t(`sent.bulk.refusals.${refusalOf(code)}`)}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const REFUSALS = [
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_NO_LONGER_AVAILABLE',
  'REMINDED_RECENTLY',
  'SIGNER_BUSY',
  'SIGNER_NOT_AWAITED',
  'SIGNER_UNKNOWN',
  'DEADLINE_NOT_LATER',
  'ARCHIVE_TOO_LARGE',
  'NOT_A_SENDER',
] as const

const refusalOf = (code: string | null) => REFUSALS.find((one) => one === code) ?? 'other'
