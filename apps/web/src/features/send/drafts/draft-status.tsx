import { Check, CloudOff } from 'lucide-react'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import sendStyles from '../send.module.css'
import styles from './drafts.module.css'
import type { DraftKeeper } from './draft-keeper.ts'
import { useKeptStanding } from './use-draft-keeper.ts'

/** Says quietly whether what stands in the form is safe. */
export function DraftStatus({ keeper }: { keeper: DraftKeeper }) {
  const t = useText()
  const errorText = useErrorText()
  const { kind, error } = useKeptStanding(keeper)
  return (
    <p className={styles.status} role="status">
      {kind === 'saved' && (
        <>
          <Check size={16} aria-hidden />
          {t('send.drafts.saved')}
        </>
      )}
      {(kind === 'saving' || kind === 'changed') && t('send.drafts.saving')}
      {kind === 'retrying' && (
        <span className={sendStyles.warn}>
          <CloudOff size={16} aria-hidden /> {t('send.drafts.retrying')}
        </span>
      )}
      {kind === 'refused' && <span className={sendStyles.warn}>{errorText(error)}</span>}
    </p>
  )
}
