import { Fact, Facts, FactTags } from '../../../shared/document-parts/facts.tsx'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Card } from '../../../shared/ui/card.tsx'
import type { SentDocument } from '../sent-queries.ts'
import styles from './facts-card.module.css'

function Moment({ time }: { time: string }) {
  const formats = useFormats()
  return (
    <time className="num" dateTime={time}>
      {formats.moment(time)}
    </time>
  )
}

/** Who sent the document, when, until when it can be signed, and what was written to those who sign it. */
export function FactsCard({ document }: { document: SentDocument }) {
  const t = useText()
  const { senderName, uploadedAt, deadline, endedAt, tags, description, message, team } = document
  return (
    <Card className={styles.card} aria-labelledby="sent-facts">
      <h2 id="sent-facts">{t('viewer.details')}</h2>
      <Facts className={styles.facts}>
        <Fact name={t('sent.sentBy')}>
          {senderName ? <bdi>{senderName}</bdi> : <span className="muted">{t('documents.noSender')}</span>}
        </Fact>
        <Fact name={t('sent.sentOn')}>
          <Moment time={uploadedAt} />
        </Fact>
        <Fact name={t('viewer.deadline')}>
          {deadline ? <Moment time={deadline} /> : <span className="muted">{t('sent.noDeadline')}</span>}
        </Fact>
        <Fact name={t('sent.ended')}>{endedAt && <Moment time={endedAt} />}</Fact>
        <Fact name={t('viewer.tags')}>{tags.length > 0 && <FactTags tags={tags} />}</Fact>
        <Fact name={t('sent.team')}>{team && <bdi>{team.name}</bdi>}</Fact>
        <Fact name={t('viewer.description')}>{description}</Fact>
        <Fact name={t('sent.message')}>{message}</Fact>
      </Facts>
    </Card>
  )
}
