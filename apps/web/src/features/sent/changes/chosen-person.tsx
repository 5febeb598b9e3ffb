import { X } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Avatar } from '../../../shared/ui/avatar.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import styles from './changes.module.css'

interface ChosenPersonProps {
  person: { readonly name: string; readonly canSign?: boolean }
  /** Nothing where they cannot be taken out. */
  onRemove?: (() => void) | undefined
}

/** Somebody who was chosen, and a way to take them out again. */
export function ChosenPerson({ person: { name, canSign = true }, onRemove }: ChosenPersonProps) {
  const t = useText()
  return (
    <div className={styles.chosen}>
      <Avatar name={name} />
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {!canSign && <p className={styles.warn}>{t('send.nothingToSignWith')}</p>}
      </div>
      {onRemove && <IconButton icon={X} label={t('send.remove', { name })} onClick={onRemove} />}
    </div>
  )
}
