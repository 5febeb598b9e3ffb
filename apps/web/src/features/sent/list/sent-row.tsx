import { Fragment } from 'react'
import { useFormats } from '../../../shared/i18n/formats.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { buttonClass } from '../../../shared/ui/button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { FileWords, openerClass } from '../../../shared/ui/lists/file-words.tsx'
import { cellClass } from '../../../shared/ui/lists/list-table.tsx'
import { Tag } from '../../../shared/ui/lists/tag.tsx'
import type { SentItem } from '../sent-queries.ts'
import { eventTypeOf } from '../words/event-types.ts'
import { StateTag } from '../words/state-tag.tsx'
import { useProgressWords } from '../words/use-progress-words.ts'
import type { SentSearch } from './sent-filters.ts'
import styles from './sent-list.module.css'

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className={styles.tags}>
      {tags.map((word) => (
        <Fragment key={word}>
          <Tag>
            <bdi title={word}>{word}</bdi>
          </Tag>{' '}
        </Fragment>
      ))}
    </span>
  )
}

/** Until when a document can be signed. */
function DeadlineCell({ deadline }: { deadline: string | null }) {
  const t = useText()
  const formats = useFormats()
  return (
    <td role="cell" className={styles.deadline} data-empty={deadline === null || undefined}>
      {/* On a card no head of a column says what the date is. */}
      <span className={styles.label}>{t('viewer.deadline')} </span>
      {deadline === null ? (
        <span className="muted">{t('sent.noDeadline')}</span>
      ) : (
        <time className="num" dateTime={deadline} title={formats.moment(deadline)}>
          {formats.date(deadline)}
        </time>
      )}
    </td>
  )
}

function EventCell({ event: { type, at } }: { event: SentItem['lastEvent'] }) {
  const t = useText()
  const formats = useFormats()
  return (
    <td role="cell" className={styles.event}>
      <span>{t(`sent.events.${eventTypeOf(type)}`)}</span>{' '}
      <time className="num muted" dateTime={at}>
        {formats.moment(at)}
      </time>
    </td>
  )
}

interface SentRowProps {
  item: SentItem
  isChosen: boolean
  /** No more can be chosen. */
  isFull: boolean
  onChoose: () => void
  /** The list that the document goes back to. */
  search: SentSearch
}

/** A document that was sent, how far it is and what happened last. */
export function SentRow({ item, search, isChosen, isFull, onChoose }: SentRowProps) {
  const t = useText()
  const progress = useProgressWords()
  const target = {
    to: '/sent/$docGuid',
    params: { docGuid: item.guid },
    search: { from: search.from },
    state: { sent: search },
  } as const
  return (
    <tr role="row" data-selected={isChosen || undefined}>
      <td role="cell" className={cellClass('select')}>
        <Checkbox
          labelHidden
          label={t('documents.selectDocument', { name: item.fileName })}
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={onChoose}
        />
      </td>
      <td role="cell" className={cellClass('name')}>
        <Link {...target} className={openerClass}>
          <FileWords fileName={item.fileName} description="" hasAttachment={false}>
            {item.tags.length > 0 && <Tags tags={item.tags} />}
          </FileWords>
        </Link>
      </td>
      <td role="cell" className={styles.progress}>
        {progress(item)}
      </td>
      <td role="cell" className={styles.state}>
        <StateTag state={item.state} />
        {item.questions > 0 && (
          <>
            {' '}
            <Tag tone="warn">{t('sent.questions', { count: item.questions })}</Tag>
          </>
        )}
      </td>
      <DeadlineCell deadline={item.deadline} />
      <EventCell event={item.lastEvent} />
      <td role="cell" className={cellClass('see')}>
        <Link
          {...target}
          className={buttonClass({ size: 'small' })}
          aria-label={t('documents.seeDocument', { name: item.fileName })}
        >
          {t('documents.see')}
        </Link>
      </td>
    </tr>
  )
}
