import { Link } from '@tanstack/react-router'
import { FileText, Paperclip } from 'lucide-react'
import { tagsOf } from '../../shared/api/tags-of.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Avatar } from '../../shared/ui/avatar.tsx'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Tooltip } from '../../shared/ui/tooltip.tsx'
import type { ApprovalsState } from './approvals-list.ts'
import styles from './approvals-table.module.css'
import { setSelected } from './kept-choices.ts'
import type { PendingApproval } from './pending-approvals.ts'

interface ApprovalRowProps {
  approval: PendingApproval
  selected: boolean
  /** The list that the approval goes back to. */
  list: ApprovalsState
}

function NameLink({ approval, list }: Omit<ApprovalRowProps, 'selected'>) {
  const t = useText()
  const link = (
    <Link
      to="/approvals/$approverGuid"
      params={{ approverGuid: approval.ApproverGuid }}
      state={{ approvals: list }}
      className={styles.document}
    >
      <span className={styles.icon} aria-hidden>
        <FileText size={18} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <bdi className={styles.fileName}>{approval.FileName}</bdi>
          {approval.SignerDTO.HasAttachment && (
            <Paperclip size={14} role="img" aria-label={t('documents.hasAttachment')} />
          )}
        </span>
        {approval.Description && <span className={styles.description}>{approval.Description}</span>}
      </span>
    </Link>
  )
  return approval.Description ? <Tooltip text={approval.Description}>{link}</Tooltip> : link
}

function Tags({ tag }: { tag: string }) {
  const t = useText()
  const tags = tagsOf(tag)
  if (tags.length === 0) return <span className="muted">{t('documents.noTag')}</span>
  return tags.map((word) => <Tag key={word}>{word}</Tag>)
}

/** One approval of the list. */
export function ApprovalRow({ approval, selected, list }: ApprovalRowProps) {
  const t = useText()
  const formats = useFormats()
  const words = { name: approval.FileName, signer: approval.SignerName }
  return (
    <tr role="row" data-selected={selected || undefined}>
      <td role="cell" className={styles.check}>
        <Checkbox
          labelHidden
          label={t('approvals.select', words)}
          checked={selected}
          onChange={(checked) => setSelected([approval.ApproverGuid], checked)}
        />
      </td>
      <td role="cell" className={styles.signer}>
        <span className={styles.person}>
          <Avatar name={approval.SignerName} />
          <bdi>{approval.SignerName}</bdi>
        </span>
      </td>
      <td role="cell" className={styles.name}>
        <NameLink approval={approval} list={list} />
      </td>
      <td role="cell" className={styles.date}>
        <time className="num" dateTime={approval.UploadTime}>
          {formats.date(approval.UploadTime)}
        </time>
      </td>
      <td role="cell" className={styles.tags} data-empty={tagsOf(approval.Tag).length === 0 || undefined}>
        <Tags tag={approval.Tag} />
      </td>
      <td role="cell" className={styles.see}>
        <Link
          to="/approvals/$approverGuid"
          params={{ approverGuid: approval.ApproverGuid }}
          state={{ approvals: list }}
          className={buttonClass({ size: 'small' })}
          aria-label={t('approvals.seeApproval', words)}
        >
          {t('documents.see')}
        </Link>
      </td>
    </tr>
  )
}
