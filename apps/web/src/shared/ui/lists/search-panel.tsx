import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { SessionKey } from '../../session/session-keys.ts'
import { readSession, writeSession } from '../../session/session-store.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Dialog } from '../overlays/dialog.tsx'
import styles from './search-panel.module.css'
import { useIsNarrow } from '../use-is-narrow.ts'

interface SearchPanelProps {
  /** Where the session keeps whether the panel is open. */
  sessionKey: SessionKey
  /** Stands first in the bar: the box to search in. */
  search: ReactNode
  /** Stand last in the bar. */
  tools?: ReactNode
  /** How many filters are in use. */
  active: number
  /** The chips of those filters. */
  chips: ReactNode
  onClear: () => void
  /** The fields of the filters. */
  children: ReactNode
}

/** Whether the panel is open, as the session remembers it; the sheet of a phone is always closed at first. */
function usePanelState(sessionKey: SessionKey, isSheet: boolean) {
  const [panelOpen, setPanelOpen] = useState(() => readSession(sessionKey) === 'true')
  const [sheetOpen, setSheetOpen] = useState(false)
  const setOpen = (open: boolean) => {
    if (isSheet) {
      setSheetOpen(open)
      return
    }
    writeSession(sessionKey, String(open))
    setPanelOpen(open)
  }
  return { open: isSheet ? sheetOpen : panelOpen, setOpen }
}

/** The bar over a list: search, filters that fold away (a sheet on phones), and a chip for each filter in use. */
export function SearchPanel(props: SearchPanelProps) {
  const { sessionKey, search, tools, active, chips, onClear, children } = props
  const t = useText()
  const id = useId()
  const isSheet = useIsNarrow()
  const { open, setOpen } = usePanelState(sessionKey, isSheet)
  return (
    <section className={styles.panel} aria-label={t('search.label')}>
      <div className={styles.bar}>
        {search}
        <Button
          icon={SlidersHorizontal}
          className={classNames(styles.filters, open && styles.open)}
          aria-expanded={isSheet ? undefined : open}
          aria-controls={isSheet || !open ? undefined : id}
          aria-haspopup={isSheet ? 'dialog' : undefined}
          onClick={() => setOpen(!open)}
        >
          <span className="sr-only">{active > 0 ? t('search.filtersOn', { count: active }) : t('search.filters')}</span>
          <span className={styles.word} aria-hidden>
            {t('search.filters')}
          </span>
          {active > 0 && (
            <span className={styles.count} aria-hidden>
              {active}
            </span>
          )}
        </Button>
        {tools}
      </div>
      {isSheet ? (
        <FilterSheet {...{ open, active, onClear }} onClose={() => setOpen(false)}>
          {children}
        </FilterSheet>
      ) : (
        open && (
          <div id={id} className={styles.fields}>
            {children}
          </div>
        )
      )}
      {active > 0 && (
        <div className={styles.chips}>
          <ul aria-label={t('search.active')}>{chips}</ul>
          <button type="button" className={styles.clear} onClick={onClear}>
            {t('search.clearFilters')}
          </button>
        </div>
      )}
    </section>
  )
}

interface FilterSheetProps {
  open: boolean
  active: number
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

/** The first field would bring the keyboard of the phone up over the others. */
function takeFocusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

function FilterSheet({ open, active, onClear, onClose, children }: FilterSheetProps) {
  const t = useText()
  return (
    <Dialog
      light
      open={open}
      onClose={onClose}
      title={t('search.filters')}
      onSubmit={onClose}
      actions={
        <>
          <Button disabled={active === 0} onClick={onClear}>
            {t('search.clear')}
          </Button>
          <Button type="submit" kind="primary">
            {t('search.show')}
          </Button>
        </>
      }
    >
      <div ref={takeFocusFirst} tabIndex={-1} className={styles.sheet}>
        {children}
      </div>
    </Dialog>
  )
}
