import { KEY_SCOPES } from '@rubrica/domain'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { Membership } from '../../shared/api/memberships.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import styles from './keys.module.css'
import type { PersonalKey } from './keys-query.ts'

/** A key that ends within so many days is marked. */
const SOON_MS = 14 * 86_400_000

interface KeyListProps {
  keys: readonly PersonalKey[]
  memberships: readonly Membership[]
  onEnd: (key: PersonalKey) => void
}

/** What each key may do, until when, and when a program used it last. */
export function KeyList({ keys, memberships, onEnd }: KeyListProps) {
  const t = useText()
  const [now] = useState(() => Date.now())
  // Said only where there is a choice.
  const nameOf = (guid: string) =>
    memberships.length > 1 ? memberships.find(({ Guid }) => Guid === guid)?.Name : undefined
  return (
    <ul className={styles.list} aria-label={t('header.keys')}>
      {keys.map((key) => (
        <li key={key.Guid} className={styles.row}>
          <KeyRound size={20} aria-hidden />
          <div className={styles.about}>
            <h2>
              <bdi>{key.Name}</bdi>
            </h2>
            <p className={styles.scopes}>
              {KEY_SCOPES.filter((scope) => key.Scopes.includes(scope)).map((scope) => (
                <Tag key={scope}>{t(`keys.scopes.${scope}`)}</Tag>
              ))}
            </p>
            <Times personalKey={key} subscription={nameOf(key.Subscription)} now={now} />
          </div>
          <Button
            kind="danger-quiet"
            size="small"
            aria-label={t('keys.endNamed', { name: key.Name })}
            onClick={() => onEnd(key)}
          >
            {t('keys.end')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface TimesProps {
  personalKey: PersonalKey
  subscription: string | undefined
  now: number
}

function Times({ personalKey, subscription, now }: TimesProps) {
  const t = useText()
  const { date, moment } = useFormats()
  const { CreatedAt, ExpiresAt, LastUsedAt } = personalKey
  const endsSoon = Date.parse(ExpiresAt) - now < SOON_MS
  return (
    <ul className={styles.times}>
      {subscription !== undefined && <li>{subscription}</li>}
      <li>{t('keys.madeOn', { date: date(CreatedAt) })}</li>
      <li>{LastUsedAt ? t('keys.usedAt', { date: moment(LastUsedAt) }) : t('keys.neverUsed')}</li>
      <li className={endsSoon ? styles.soon : undefined}>{t('keys.endsOn', { date: date(ExpiresAt) })}</li>
    </ul>
  )
}
