import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { tagsOf } from '../../shared/api/tags-of.ts'
import { BarNotice, FooterBar } from '../../shared/document-parts/decision-bar.tsx'
import panel from '../../shared/document-parts/detail-panel.module.css'
import { Fact, Facts, FactTags } from '../../shared/document-parts/facts.tsx'
import { TabSkeleton } from '../../shared/document-parts/tab-states.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import type { DocumentCopy } from './copy-query.ts'

interface CopyFactsProps {
  copy:
    Pick<DocumentCopy, 'DocumentState' | 'SenderName' | 'UploadTime' | 'Deadline' | 'Description' | 'Tag'> | undefined
}

/** What is known of the document, and how it stands. */
export function CopyFacts({ copy }: CopyFactsProps) {
  const t = useText()
  const formats = useFormats()
  if (!copy) return <TabSkeleton />
  const tags = tagsOf(copy.Tag)
  return (
    <Facts className={panel.tabContent}>
      <Fact name={t('history.state')}>
        <Tag tone={copy.DocumentState === 'Completed' ? 'good' : undefined}>
          {t(`history.states.${copy.DocumentState}`)}
        </Tag>
      </Fact>
      <Fact name={t('viewer.sender')}>
        {copy.SenderName ? <bdi>{copy.SenderName}</bdi> : <span className="muted">{t('documents.noSender')}</span>}
      </Fact>
      <Fact name={t('viewer.sent')}>
        <time dateTime={copy.UploadTime}>{formats.date(copy.UploadTime)}</time>
      </Fact>
      <Fact name={t('viewer.deadline')}>
        {copy.Deadline && <time dateTime={copy.Deadline}>{formats.moment(copy.Deadline)}</time>}
      </Fact>
      <Fact name={t('viewer.description')}>{copy.Description}</Fact>
      <Fact name={t('viewer.tags')}>{tags.length > 0 && <FactTags tags={tags} />}</Fact>
    </Facts>
  )
}

interface CopyNoticeProps {
  copy: Pick<DocumentCopy, 'OperationTime'> | undefined
  /** What can be done. */
  children?: ReactNode
}

/** In the place of a decision: there is none to make. */
export function CopyNotice({ copy, children }: CopyNoticeProps) {
  const t = useText()
  const formats = useFormats()
  return (
    <FooterBar>
      <BarNotice icon={Copy}>
        <strong>{copy && t('history.copyGiven', { date: formats.moment(copy.OperationTime) })}</strong>
      </BarNotice>
      {children}
    </FooterBar>
  )
}
