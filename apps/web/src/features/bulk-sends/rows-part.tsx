import type { BulkRow, BulkSend } from '@rubrica/contract'
import { useState } from 'react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { findText } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card, linkClass } from '../../shared/ui/card.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { MoreButton } from '../../shared/ui/lists/more-button.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { Loader } from '../../shared/ui/status/loader.tsx'
import { useBulkRows } from './bulk-queries.ts'
import screen from '../../shared/sending/sender-screen.module.css'
import styles from './bulk-sends.module.css'
import { RowDialog } from './row-dialog.tsx'
import { useFindingText } from './use-finding-text.ts'

interface RowsPartProps {
  bulk: BulkSend
  subscription: string | undefined
}

const STATES = ['wrong', 'good', 'left-out', 'sending', 'sent', 'refused', 'cancelled'] as const

/** The rows, those with faults first, each with what is wrong with it or what came of it. */
export function RowsPart({ bulk, subscription }: RowsPartProps) {
  const t = useText()
  const { state: standing, counts, version } = bulk
  const [chosen, setChosen] = useState<BulkRow['state'] | ''>()
  const [corrected, setCorrected] = useState<BulkRow>()
  const state = chosen ?? firstShown(counts)
  const of = { subscription, state: state === '' ? undefined : state, version: `${version} ${JSON.stringify(counts)}` }
  const list = useBulkRows(bulk.guid, of)
  const rows = list.data?.pages.flatMap(({ data }) => data)
  const there = STATES.filter((one) => (counts[one] ?? 0) > 0 || one === state)
  return (
    <Card className={screen.part} aria-labelledby="bulk-rows" aria-busy={list.isFetching}>
      <h2 id="bulk-rows">{t('bulkSends.rowsTitle')}</h2>
      <SelectField label={t('bulkSends.show')} value={state} onChange={(value) => setChosen(value as typeof state)}>
        <option value="">{t('bulkSends.allRows')}</option>
        {there.map((one) => (
          <option key={one} value={one}>
            {`${t(`bulkSends.rowStates.${one}`)} (${counts[one] ?? 0})`}
          </option>
        ))}
      </SelectField>
      {list.error && !rows && (
        <ListFailure error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {!rows && !list.error && <Loader />}
      {rows && <Rows {...{ rows, bulk, subscription }} onCorrect={standing === 'checked' ? setCorrected : undefined} />}
      {list.hasNextPage && <MoreButton busy={list.isFetchingNextPage} onShow={() => void list.fetchNextPage()} />}
      {corrected && <RowDialog row={corrected} {...{ bulk, subscription }} onClose={() => setCorrected(undefined)} />}
    </Card>
  )
}

/** What needs a person, before all rows. */
function firstShown({ wrong = 0, refused = 0 }: BulkSend['counts']) {
  if (wrong > 0) return 'wrong'
  return refused > 0 ? 'refused' : ''
}

interface RowsProps extends Omit<RowProps, 'row'> {
  rows: readonly BulkRow[]
}

function Rows({ rows, ...ofAll }: RowsProps) {
  const t = useText()
  if (rows.length === 0) return <p className="muted">{t('bulkSends.noSuchRows')}</p>
  return (
    <ul className={screen.list} aria-labelledby="bulk-rows">
      {rows.map((row) => (
        <Row key={row.number} {...{ row, ...ofAll }} />
      ))}
    </ul>
  )
}

interface RowProps {
  row: BulkRow
  bulk: BulkSend
  subscription: string | undefined
  /** Undefined when it is too late. */
  onCorrect: ((row: BulkRow) => void) | undefined
}

function Row({ row, bulk: { columns }, subscription, onCorrect }: RowProps) {
  const t = useText()
  const findingText = useFindingText(columns)
  const { number, cells, state, findings, code, documents } = row
  const tone = state === 'sent' ? 'good' : state === 'wrong' || state === 'refused' ? 'bad' : undefined
  return (
    <li>
      <div className={screen.about}>
        <span>
          <b>{t('bulkSends.rowNumber', { number })}</b>{' '}
          <bdi>
            {cells
              .filter((cell) => cell !== '')
              .slice(0, 3)
              .join(' · ')}
          </bdi>
        </span>
        {findings.length > 0 && (
          <ul className={styles.findings}>
            {findings.map((finding) => (
              <li key={`${finding.code} ${finding.column}`}>{findingText(finding)}</li>
            ))}
          </ul>
        )}
        {code !== null && <span>{findText(`errors.${code}`) ?? findText(`sendingErrors.${code}`) ?? code}</span>}
        {documents.map((docGuid) => (
          <Link
            key={docGuid}
            to="/sent/$docGuid"
            params={{ docGuid }}
            search={{ from: subscription }}
            className={linkClass}
            aria-label={t('bulkSends.documentOf', { number })}
          >
            {t('bulkSends.showDocument')}
          </Link>
        ))}
      </div>
      <div className={screen.acts}>
        <Tag tone={tone}>{t(`bulkSends.rowStates.${state}`)}</Tag>
        {onCorrect && (
          <Button size="small" aria-label={t('bulkSends.correctNamed', { number })} onClick={() => onCorrect(row)}>
            {t('bulkSends.correct')}
          </Button>
        )}
      </div>
    </li>
  )
}
