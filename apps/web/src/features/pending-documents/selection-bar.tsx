import { PenLine } from 'lucide-react'
import { useState } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { findSelectedDocuments } from '../../shared/selection/find-selected-documents.ts'
import { clearSelection, type Selection } from '../../shared/selection/selection-store.ts'
import { Button } from '../../shared/ui/button.tsx'
import { linkClass } from '../../shared/ui/card.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { SelectedDialog } from './selected-dialog.tsx'
import styles from './selection-bar.module.css'

interface Signing {
  /** The rows of the selection are being looked for. */
  readonly busy: boolean
  readonly sign: () => void
}

/** Finds the rows of the selection, then hands them over to be signed. */
export function useSignSelected(selection: Selection, onSignSelected: (documents: PendingDocument[]) => void): Signing {
  const t = useText()
  const reportFailure = useReportFailure()
  const [busy, setBusy] = useState(false)
  const sign = async () => {
    setBusy(true)
    try {
      const documents = await findSelectedDocuments()
      if (documents.length < selection.guids.length) showToast('info', t('selection.someGone'))
      if (documents.length > 0) onSignSelected(documents)
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, sign: () => void sign() }
}

interface SelectionBarProps {
  selection: Selection
  /** What the list shows now. */
  rows: readonly PendingDocument[]
  signing: Signing
}

/** How much is selected, how much of it the list does not show, and the way to all of it. */
function Selected({ selection, rows }: Omit<SelectionBarProps, 'signing'>) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const count = selection.guids.length
  if (count === 0) return <span className="muted">{t('selection.none')}</span>
  const shown = rows.filter(({ SignerDTO }) => selection.has(SignerDTO.SignerGUID)).length
  return (
    <>
      <button
        type="button"
        className={linkClass}
        aria-haspopup="dialog"
        title={t('selection.show')}
        onClick={() => setOpen(true)}
      >
        {t('documents.selected', { count })}
      </button>
      {shown < count && <span className="muted">{t('selection.notShown', { count: count - shown })}</span>}
      {open && <SelectedDialog selection={selection} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is selected and what can be done with it: beside the title, on phones a bar at the bottom. */
export function SelectionBar({ selection, rows, signing }: SelectionBarProps) {
  const t = useText()
  const { busy, sign } = signing
  const count = selection.guids.length
  return (
    <section className={styles.bar} aria-label={t('documents.selectionBar')} data-empty={count === 0 || undefined}>
      <div className={classNames('num', styles.count)} aria-live="polite">
        <Selected selection={selection} rows={rows} />
      </div>
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
