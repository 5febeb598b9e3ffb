import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { saveState, type ProfileFields, type StoredData } from './profile-fields.ts'
import styles from './profile.module.css'

interface SaveBarProps {
  fields: ProfileFields
  stored: StoredData
  isSaving: boolean
  onDiscard: () => void
}

/** Save and Discard, with what keeps them from being pressed. */
export function SaveBar({ fields, stored, isSaving, onDiscard }: SaveBarProps) {
  const t = useText()
  const state = saveState(fields, stored)
  const isOpen = fields.signature.kind === 'new'
  const maySave = state === 'unsaved' || (state === 'unchanged' && isOpen)
  return (
    <div className={styles.bar}>
      <p className="muted" role="status">
        {t(`profile.${state}`)}
      </p>
      <Button disabled={isSaving || (state === 'unchanged' && !isOpen)} onClick={onDiscard}>
        {t('profile.discard')}
      </Button>
      <Button type="submit" kind="primary" disabled={!maySave} busy={isSaving}>
        {t('profile.save')}
      </Button>
    </div>
  )
}
