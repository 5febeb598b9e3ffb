import { X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import styles from './detail-panel.module.css'
import { TabSkeleton } from './tab-states.tsx'

export const DETAIL_PANEL_ID = 'document-details'

export interface DetailTab {
  readonly id: string
  readonly label: string
  /** May be lazy: a skeleton stands in until its code is there. */
  readonly content: ReactNode
  /** Needs more room than the panel has: while it is chosen the panel lies over the pages. */
  readonly wide?: boolean
}

/** The wish to see a tab; another wish is another object, even for the same tab. */
export interface WantedTab {
  readonly id: string
}

interface DetailPanelProps {
  tabs: readonly DetailTab[]
  /** On a phone only: whether the sheet is up. Beside the pages it always is. */
  open: boolean
  /** Was asked for elsewhere; it is shown once. */
  wanted: WantedTab | null
  onClose: () => void
}

/** What there is to know about a document beside its pages: a panel, or on a phone a sheet over the pages. */
export function DetailPanel({ tabs, open, wanted, onClose }: DetailPanelProps) {
  const t = useText()
  const [chosen, setChosen] = useState(tabs[0]!.id)
  const [followed, setFollowed] = useState(wanted)
  if (wanted !== null && wanted !== followed) {
    setFollowed(wanted)
    setChosen(wanted.id)
  }
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }, [open, wanted])
  // A tab can go, as when a list of people turns out to be empty.
  const shown = tabs.find((tab) => tab.id === chosen) ?? tabs[0]!
  const items = tabs.map((tab) => ({ ...tab, content: <Suspense fallback={<TabSkeleton />}>{tab.content}</Suspense> }))
  return (
    <aside
      ref={panel}
      id={DETAIL_PANEL_ID}
      className={styles.panel}
      data-open={open || undefined}
      data-wide={shown.wide || undefined}
      aria-label={t('viewer.details')}
      onKeyDown={(event) => {
        if (open && event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.sheetHead}>
        <strong>{t('viewer.details')}</strong>
        <IconButton icon={X} label={t('viewer.closeDetails')} onClick={onClose} />
      </div>
      <Tabs
        label={t('viewer.details')}
        items={items}
        selected={shown.id}
        onSelect={setChosen}
        className={styles.tabs}
      />
    </aside>
  )
}
