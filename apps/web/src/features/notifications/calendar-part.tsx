import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { CopyField } from '../../shared/sending/copy-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card, linkClass } from '../../shared/ui/card.tsx'
import { AskingDialog } from '../../shared/ui/overlays/asking-dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { noticeCalls, noticesQuery } from './notice-calls.ts'
import styles from './notifications.module.css'

/** The address at which calendars find the deadlines of what waits for the person. */
export function CalendarPart({ since }: { since: string | null }) {
  const t = useText()
  const { moment } = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const renew = () => client.invalidateQueries(noticesQuery)
  const making = useMutation({
    mutationFn: () => noticeCalls.makeCalendar({}),
    // The address is shown here alone, and kept nowhere.
    gcTime: 0,
    onSettled: renew,
  })
  const ending = useMutation({
    mutationFn: () => noticeCalls.endCalendar({}),
    onSuccess: () => {
      making.reset()
      setEnding(false)
      showToast('success', t('notifications.calendarEnded'))
    },
    onSettled: renew,
  })
  const address = making.data?.Address
  return (
    <Card className={styles.part} aria-labelledby="calendar">
      <div className={styles.about}>
        <h2 id="calendar">{t('notifications.calendarTitle')}</h2>
        <p className="muted">{t('notifications.calendarText')}</p>
      </div>
      {address !== undefined && <Address {...{ address }} />}
      {address === undefined && since !== null && <p>{t('notifications.calendarSince', { date: moment(since) })}</p>}
      {making.error && <Notice tone="bad">{failureText(making.error)}</Notice>}
      <div className={styles.acts}>
        <Button icon={CalendarPlus} busy={making.isPending} onClick={() => making.mutate()}>
          {t(since === null ? 'notifications.calendarMake' : 'notifications.calendarAgain')}
        </Button>
        {since !== null && (
          <Button icon={CalendarX} onClick={() => setEnding(true)}>
            {t('notifications.calendarEnd')}
          </Button>
        )}
      </div>
      {isEnding && (
        <AskingDialog
          title={t('notifications.calendarEndTitle')}
          text={t('notifications.calendarEndText')}
          confirm={t('notifications.calendarEnd')}
          busy={ending.isPending}
          problem={ending.error ? failureText(ending.error) : undefined}
          onConfirm={() => ending.mutate()}
          onClose={() => setEnding(false)}
        />
      )}
    </Card>
  )
}

function Address({ address }: { address: string }) {
  const t = useText()
  return (
    <div className={styles.address}>
      <CopyField autoFocus label={t('notifications.calendarShown')} value={address} />
      <a className={linkClass} href={address.replace(/^https?:/, 'webcal:')}>
        {t('notifications.calendarOpen')}
      </a>
    </div>
  )
}
