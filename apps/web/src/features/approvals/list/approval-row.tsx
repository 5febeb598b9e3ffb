import { RemarkMark } from '../../../shared/document-parts/asked-facts.tsx'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { Avatar } from '../../../shared/ui/avatar.tsx'
import { buttonClass } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { FileWords, openerClass } from '../../../shared/ui/lists/file-words.tsx'
import { cellClass, TagsCell } from '../../../shared/ui/lists/list-table.tsx'
import { Tooltip } from '../../../shared/ui/overlays/tooltip.tsx'
import type { ApprovalsState } from './approvals-state.ts'
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
  const link = (
    <Link
      to="/approvals/$approverGuid"
      params={{ approverGuid: approval.ApproverGuid }}
      state={{ approvals: list }}
      className={openerClass}
    >
      <FileWords
        fileName={approval.FileName}
        description={approval.Description}
        hasAttachment={approval.SignerDTO.HasAttachment}
      >
        {approval.Remark && <RemarkMark mark={approval.Remark} />}
      </FileWords>
    </Link>
  )
  return approval.Description ? <Tooltip text={approval.Description}>{link}</Tooltip> : link
}

/** One approval of the list. */
export function ApprovalRow({ approval, selected, list }: ApprovalRowProps) {
  const t = useText()
  const formats = useFormats()
  const words = { name: approval.FileName, signer: approval.SignerName }
  return (
    <tr role="row" data-selected={selected || undefined}>
      <td role="cell" className={cellClass('select')}>
        <Checkbox
          labelHidden
          label={t('approvals.select', words)}
          checked={selected}
          onChange={(checked) => setSelected([approval.ApproverGuid], checked)}
        />
      </td>
      <td role="cell" className={cellClass('person')}>
        <span className={styles.signer}>
          <Avatar name={approval.SignerName} />
          <bdi>{approval.SignerName}</bdi>
        </span>
      </td>
      <td role="cell" className={cellClass('name')}>
        <NameLink approval={approval} list={list} />
      </td>
      <td role="cell" className={cellClass('date')}>
        <time className="num" dateTime={approval.UploadTime}>
          {formats.date(approval.UploadTime)}
        </time>
      </td>
      <TagsCell tag={approval.Tag} />
      <td role="cell" className={cellClass('see')}>
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
