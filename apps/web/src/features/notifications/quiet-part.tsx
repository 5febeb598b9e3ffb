import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Checkbox } from '../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { noticeCalls, noticesQuery, type QuietHours } from './notice-calls.ts'
import styles from './notifications.module.css'
import { ownTimeZone } from './own-time-zone.ts'

/** As the server has them for a device that is turned on here. */
const usual = (): QuietHours => ({
  TimeZone: ownTimeZone(),
  Night: { From: '20:00', Until: '08:00' },
  Weekends: true,
})

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** When notices wait. */
export function QuietPart({ stored }: { stored: QuietHours | null }) {
  const t = useText()
  const failureText = useFailureText()
  const client = useQueryClient()
  const [wish, setWish] = useState<QuietHours>(() => stored ?? usual())
  const change = (changes: Partial<QuietHours>) => setWish({ ...wish, ...changes })
  const saving = useMutation({
    mutationFn: () => noticeCalls.setQuietHours({ body: wish }),
    onSuccess: () => showToast('success', t('notifications.quietSaved')),
    onSettled: () => client.invalidateQueries(noticesQuery),
  })
  const isWrong = wish.Night !== null && !(CLOCK.test(wish.Night.From) && CLOCK.test(wish.Night.Until))
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), wish.TimeZone])].toSorted()
  return (
    <Card className={styles.part} aria-labelledby="quiet-hours">
      <div className={styles.about}>
        <h2 id="quiet-hours">{t('notifications.quietTitle')}</h2>
        <p className="muted">{t('notifications.quietText')}</p>
      </div>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending && !isWrong) saving.mutate()
        }}
      >
        <Checkbox
          label={t('notifications.atNight')}
          checked={wish.Night !== null}
          onChange={(isQuiet) => change({ Night: isQuiet ? usual().Night : null })}
        />
        {wish.Night && <NightFields night={wish.Night} onChange={(Night) => change({ Night })} />}
        <Checkbox
          label={t('notifications.weekends')}
          checked={wish.Weekends}
          onChange={(Weekends) => change({ Weekends })}
        />
        <SelectField
          label={t('notifications.timeZone')}
          value={wish.TimeZone}
          onChange={(TimeZone) => change({ TimeZone })}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        {saving.error && <Notice tone="bad">{failureText(saving.error)}</Notice>}
        <div className={styles.acts}>
          <Button type="submit" busy={saving.isPending}>
            {t('notifications.saveQuiet')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

type Night = NonNullable<QuietHours['Night']>

function NightFields({ night, onChange }: { night: Night; onChange: (night: Night) => void }) {
  const t = useText()
  const field = (name: keyof Night) => ({
    type: 'time',
    required: true,
    value: night[name],
    onChange: (value: string) => onChange({ ...night, [name]: value }),
    error: CLOCK.test(night[name]) ? undefined : t('notifications.clockInvalid'),
  })
  return (
    <div className={styles.hours}>
      <TextField label={t('notifications.nightFrom')} {...field('From')} />
      <TextField label={t('notifications.nightUntil')} {...field('Until')} />
    </div>
  )
}
