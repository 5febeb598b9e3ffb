import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Checkbox } from '../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { noticeCalls, type QuietHours } from './notice-calls.ts'
import styles from './notifications.module.css'
import { ownTimeZone } from './own-time-zone.ts'
import { SettingsPart } from './settings-part.tsx'

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
  const [wish, setWish] = useState<QuietHours>(() => stored ?? usual())
  const change = (changes: Partial<QuietHours>) => setWish({ ...wish, ...changes })
  const isWrong = wish.Night !== null && !(CLOCK.test(wish.Night.From) && CLOCK.test(wish.Night.Until))
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), wish.TimeZone])].toSorted()
  return (
    <SettingsPart
      id="quiet-hours"
      title={t('notifications.quietTitle')}
      text={t('notifications.quietText')}
      save={t('notifications.saveQuiet')}
      saved={t('notifications.quietSaved')}
      isWrong={isWrong}
      onSave={() => noticeCalls.setQuietHours({ body: wish })}
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
    </SettingsPart>
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
