import { isDecided } from '../../../shared/api/decided.ts'
import { tagsOf } from '../../../shared/api/tags-of.ts'
import panel from '../../../shared/document-parts/detail-panel.module.css'
import { Fact, Facts, FactTags } from '../../../shared/document-parts/facts.tsx'
import { TabSkeleton } from '../../../shared/document-parts/tab-states.tsx'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { RemarksPart } from '../../../shared/remarks/remarks-part.tsx'
import { listedApproval, type OpenedApproval } from '../list/pending-approvals.ts'

/** Who is to sign what the person approves, by whom it was sent and what for. */
export function ApproveTab({ approval }: { approval: OpenedApproval | undefined }) {
  const t = useText()
  const formats = useFormats()
  if (!approval) return <TabSkeleton />
  const tags = tagsOf(approval.Tag)
  return (
    <div className={panel.tabContent}>
      <Facts>
        <Fact name={t('approvals.signer')}>
          <bdi>{approval.SignerName}</bdi>
        </Fact>
        <Fact name={t('viewer.reason')}>
          {approval.SignerDTO.SignatureReason || <span className="muted">{t('viewer.noReason')}</span>}
        </Fact>
        <Fact name={t('viewer.sender')}>
          {approval.SenderName || <span className="muted">{t('documents.noSender')}</span>}
        </Fact>
        <Fact name={t('viewer.sent')}>
          <time dateTime={approval.UploadTime}>{formats.date(approval.UploadTime)}</time>
        </Fact>
        <Fact name={t('viewer.deadline')}>
          {approval.Deadline && <time dateTime={approval.Deadline}>{formats.moment(approval.Deadline)}</time>}
        </Fact>
        <Fact name={t('viewer.description')}>{approval.Description}</Fact>
        <Fact name={t('viewer.tags')}>{tags.length > 0 && <FactTags tags={tags} />}</Fact>
      </Facts>
      <RemarksPart
        part={{ approverGuid: approval.ApproverGuid }}
        mark={listedApproval(approval.ApproverGuid)?.Remark ?? approval.Remark}
        isDecided={isDecided(approval)}
      />
    </div>
  )
}
