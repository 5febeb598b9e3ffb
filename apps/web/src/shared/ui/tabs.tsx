import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export interface TabItem {
  readonly id: string
  readonly label: ReactNode
  readonly content: ReactNode
}

interface TabsProps {
  /** Accessible name of the row of tabs. */
  label: string
  items: readonly TabItem[]
  selected?: string
  onSelect?: (id: string) => void
  className?: string
}

/** The place in a row of `count` tabs that a key leads to from `index`; null for other keys. */
function placeAfterKey(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Brings a tab to the middle of its row where it is not whole in sight; the page itself stays where it is. */
function revealTab(tab: HTMLElement): void {
  const row = tab.parentElement!
  const [seen, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left >= seen.left && own.right <= seen.right) return
  row.scrollBy({ left: (own.left + own.right - seen.left - seen.right) / 2 })
}

/** A row of tabs over one panel; arrow keys move between the tabs. Only the chosen one's content exists. */
export function Tabs({ label, items, selected, onSelect, className }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(items[0]?.id)
  const shown = items.find((item) => item.id === (selected ?? own)) ?? items[0]
  const chosen = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen.current) revealTab(chosen.current)
  }, [shown?.id])
  const select = (next: string) => {
    setOwn(next)
    // Also of the one that is shown: whoever chose it wants to stay there, whatever arrives later.
    onSelect?.(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = placeAfterKey(event.key, index, items.length)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    select(items[next]!.id)
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div className={classNames(styles.tabs, className)}>
      <div role="tablist" className={styles.list} aria-label={label}>
        {items.map((item, index) => (
          <button
            key={item.id}
            ref={item.id === shown?.id ? chosen : undefined}
            type="button"
            role="tab"
            id={`${id}-${item.id}`}
            className={styles.tab}
            aria-selected={item.id === shown?.id}
            aria-controls={item.id === shown?.id ? `${id}-panel-${item.id}` : undefined}
            tabIndex={item.id === shown?.id ? 0 : -1}
            onClick={() => select(item.id)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {shown && (
        <div
          key={shown.id}
          role="tabpanel"
          id={`${id}-panel-${shown.id}`}
          className={styles.panel}
          aria-labelledby={`${id}-${shown.id}`}
          tabIndex={0}
        >
          {shown.content}
        </div>
      )}
    </div>
  )
}
