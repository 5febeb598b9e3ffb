import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { DocumentInfo } from '../api/document-info.ts'
import { useText } from '../i18n/use-text.ts'
import { ApproversTable } from './approvers-table.tsx'
import styles from './detail-panel.module.css'
import { SignersTable } from './signers-table.tsx'
import { TabFailure, TabSkeleton } from './tab-states.tsx'

interface PeopleTabProps {
  /** The call that describes the document: the signer's, or the approver's. */
  query: Pick<UseQueryOptions<DocumentInfo, Error, DocumentInfo, string[]>, 'queryKey' | 'queryFn'>
  show: 'signers' | 'approvers'
}

/** A tab about the people of a document: who signs it, or who has to agree before. */
export function PeopleTab({ query, show }: PeopleTabProps) {
  const t = useText()
  const { data: info, error, isFetching, refetch } = useQuery(query)
  if (!info) {
    if (!error) return <TabSkeleton />
    const text = t('viewer.signersFailed')
    return <TabFailure {...{ error, text }} busy={isFetching} onRetry={() => void refetch()} />
  }
  const Table = show === 'signers' ? SignersTable : ApproversTable
  return (
    <div className={styles.tabContent}>
      <Table signers={info.Signers} />
    </div>
  )
}
