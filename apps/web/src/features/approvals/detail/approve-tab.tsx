import type { ReactNode } from 'react'
import { tagsOf } from '../../../shared/api/tags-of.ts'
import panel from '../../../shared/document-parts/detail-panel.module.css'
import { TabSkeleton } from '../../../shared/document-parts/tab-states.tsx'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Tag } from '../../../shared/ui/lists/tag.tsx'
import styles from './approve-tab.module.css'
import type { PendingApproval } from '../list/pending-approvals.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Who is to sign what the person approves, by whom it was sent and what for. */
export function ApproveTab({ approval }: { approval: PendingApproval | undefined }) {
  const t = useText()
  const formats = useFormats()
  if (!approval) return <TabSkeleton />
  const tags = tagsOf(approval.Tag)
  return (
    <dl className={`${panel.tabContent} ${styles.facts}`}>
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
      {approval.Deadline && (
        <Fact name={t('viewer.deadline')}>
          <time dateTime={approval.Deadline}>{formats.moment(approval.Deadline)}</time>
        </Fact>
      )}
      {approval.Description && <Fact name={t('viewer.description')}>{approval.Description}</Fact>}
      {tags.length > 0 && (
        <Fact name={t('viewer.tags')}>
          <span className={styles.tags}>
            {tags.map((word) => (
              <Tag key={word}>{word}</Tag>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  )
}
