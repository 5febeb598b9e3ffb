import { useText } from '../i18n/use-text.ts'
import { SelectField } from '../ui/fields/select-field.tsx'
import type { useSendingFrom } from './use-sending-from.ts'
import styles from './subscription-chooser.module.css'

interface SubscriptionChooserProps {
  from: ReturnType<typeof useSendingFrom>
  onChoose: (guid: string) => void
}

/** For who sends from several subscriptions: which one is meant. */
export function SubscriptionChooser({ from: { sending = [], chosen }, onChoose }: SubscriptionChooserProps) {
  const t = useText()
  if (!chosen || sending.length < 2) return null
  return (
    <div className={styles.chooser}>
      <SelectField label={t('sent.from')} value={chosen.Guid} onChange={onChoose}>
        {sending.map(({ Guid, Name }) => (
          <option key={Guid} value={Guid}>
            {Name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
