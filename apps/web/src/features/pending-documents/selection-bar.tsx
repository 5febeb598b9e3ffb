import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { findSelectedDocuments } from '../../shared/selection/find-selected-documents.ts'
import { clearSelection, type Selection } from '../../shared/selection/selection-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  selection: Selection
  onSignSelected: (documents: PendingDocument[]) => void
}

/** Finds the rows of the selection, then hands them over to be signed. */
function useSignSelected({ selection, onSignSelected }: SelectionBarProps) {
  const t = useText()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const sign = async () => {
    setBusy(true)
    try {
      const documents = await findSelectedDocuments()
      if (documents.length < selection.guids.length) showToast('info', t('selection.someGone'))
      if (documents.length > 0) onSignSelected(documents)
    } catch (error) {
      if (!isSessionExpiry(error)) showToast('error', errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, sign: () => void sign() }
}

/** How much is selected and what can be done with it: beside the title, on phones a bar at the bottom. */
export function SelectionBar(props: SelectionBarProps) {
  const t = useText()
  const { busy, sign } = useSignSelected(props)
  const count = props.selection.guids.length
  return (
    <section className={styles.bar} aria-label={t('documents.selectionBar')} data-empty={count === 0 || undefined}>
      <p className="num" aria-live="polite">
        {count === 0 ? <span className="muted">{t('selection.none')}</span> : t('documents.selected', { count })}
      </p>
      {count > 0 && (
        <Button kind="ghost" className={styles.clear} onClick={clearSelection}>
          {t('documents.clearSelection')}
        </Button>
      )}
      <Button kind="primary" icon={PenLine} className={styles.sign} busy={busy} disabled={count === 0} onClick={sign}>
        {t('documents.signSelected')}
      </Button>
    </section>
  )
}
