import { CircleCheckBig, CircleX, Copy, PenLine } from 'lucide-react'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { FileWords, openerClass } from '../../shared/ui/lists/file-words.tsx'
import { cellClass } from '../../shared/ui/lists/list-table.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import type { HistoryFilters } from './history-filters.ts'
import type { HistoryEntry } from './history-query.ts'
import styles from './history.module.css'

const ICONS = { Signed: PenLine, Approved: CircleCheckBig, Rejected: CircleX, Copied: Copy } as const

/**
 * Where an entry leads: a signer and who has a copy to the document as it is now, an approver to the revision that they
 * decided on.
 */
function targetOf({ Act, IsApprover, Guid, DocGuid }: HistoryEntry, filters: HistoryFilters) {
  const state = { history: filters }
  if (Act === 'Copied') return { to: '/copies/$copyGuid', params: { copyGuid: Guid }, state } as const
  return IsApprover
    ? ({ to: '/approvals/$approverGuid', params: { approverGuid: Guid }, state } as const)
    : ({ to: '/documents/$docGuid', params: { docGuid: DocGuid }, state } as const)
}

interface HistoryRowProps {
  entry: HistoryEntry
  /** The list that the document goes back to. */
  filters: HistoryFilters
}

/** What the person did about one document, and how it stands since. */
export function HistoryRow({ entry, filters }: HistoryRowProps) {
  const t = useText()
  const formats = useFormats()
  const target = targetOf(entry, filters)
  const Icon = ICONS[entry.Act]
  const act = t(`history.acts.${entry.Act}`)
  const date = formats.date(entry.OperationTime)
  const deputy = entry.Deputy ? t('viewer.byDeputy', { act, date, name: entry.Deputy }) : ''
  return (
    <tr role="row">
      <td role="cell" className={cellClass('name')}>
        <Link {...target} className={openerClass}>
          <FileWords fileName={entry.FileName} description={entry.RejectionReason ?? deputy} hasAttachment={false} />
        </Link>
      </td>
      <td role="cell" className={styles.act}>
        <span className={styles.did} data-act={entry.Act}>
          <Icon size={16} aria-hidden />
          {act}
        </span>
      </td>
      <td role="cell" className={cellClass('date')}>
        <time className="num" dateTime={entry.OperationTime}>
          {date}
        </time>
      </td>
      <td role="cell" className={cellClass('person')}>
        {entry.SenderName ? <bdi>{entry.SenderName}</bdi> : <span className="muted">{t('documents.noSender')}</span>}
      </td>
      <td role="cell" className={styles.state}>
        <Tag tone={entry.DocumentState === 'Completed' ? 'good' : undefined}>
          {t(`history.states.${entry.DocumentState}`)}
        </Tag>
      </td>
      <td role="cell" className={cellClass('see')}>
        <Link
          {...target}
          className={buttonClass({ size: 'small' })}
          aria-label={t('documents.seeDocument', { name: entry.FileName })}
        >
          {t('documents.see')}
        </Link>
      </td>
    </tr>
  )
}
