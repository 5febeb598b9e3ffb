import { useQuery } from '@tanstack/react-query'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { Card } from '../../shared/ui/card.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import { CalendarPart } from './calendar-part.tsx'
import { DevicesPart } from './devices-part.tsx'
import { MailsPart } from './mails-part.tsx'
import { noticesQuery } from './notice-calls.ts'
import styles from './notifications.module.css'
import { QuietPart } from './quiet-part.tsx'

/** What reaches the person outside the portal: mails, devices, when they are quiet, a calendar of deadlines. */
export function Notifications() {
  const t = useText()
  return (
    <>
      <ListHead title={t('header.notifications')} subtitle={t('notifications.subtitle')} />
      <Content />
    </>
  )
}

function Content() {
  const t = useText()
  const { data: settings, error, isFetching, refetch } = useQuery(noticesQuery)
  if (settings) {
    return (
      <div className={styles.parts}>
        <DevicesPart {...settings} />
        <QuietPart stored={settings.QuietHours} />
        <MailsPart stored={settings.Mails} />
        <CalendarPart since={settings.CalendarSince} />
      </div>
    )
  }
  return (
    <Card aria-label={t('header.notifications')}>
      {error ? (
        <ListFailure
          title={t('notifications.loadFailed')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" className={styles.part}>
          <span className="sr-only">{t('notifications.loading')}</span>
          <Skeleton width={40} />
          <Skeleton width={60} />
        </div>
      )}
    </Card>
  )
}
