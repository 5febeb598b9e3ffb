import type { LucideIcon } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './menu.module.css'
import { placeUnder } from './popover.ts'

export type MenuEntry =
  | { readonly id: string; readonly label: string; readonly icon?: LucideIcon; readonly onChoose: () => void }
  | { readonly id: string; readonly divider: true }

interface MenuProps {
  /** Accessible name of the button and of the menu. */
  label: string
  /** What the button shows; decoration beside its name. */
  trigger: ReactNode
  entries: readonly MenuEntry[]
  /** The entry that holds now, in a menu of choices. */
  selected?: string
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('button')]

/** The item that a key leads to: the next, the last, or the next one that begins with a letter. */
function itemAfterKey(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1) return undefined
  const round = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return round.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()))
}

/** Goes from item to item; Tab leaves the menu. */
function onMenuKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  // A blank presses the item that has the focus.
  if (event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  const item = itemAfterKey(itemsOf(event.currentTarget), event.key)
  if (!item) return
  event.preventDefault()
  item.focus()
}

/** A button that opens a list of commands, or of choices when `selected` is given. */
export function Menu({ label, trigger, entries, selected }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const onToggle = (isOpen: boolean) => {
    setOpen(isOpen)
    if (!isOpen || !menu.current) return
    const items = itemsOf(menu.current)
    const held = items.find((item) => item.getAttribute('aria-checked') === 'true')
    const first = held ?? items[0]
    first?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          menu.current?.showPopover()
        }}
      >
        <span className="sr-only">{label}</span>
        {trigger}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={(event) => button.current && placeUnder(event.currentTarget, button.current)}
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={onMenuKey}
      >
        {entries.map((entry) =>
          'divider' in entry ? (
            <hr key={entry.id} className={styles.divider} />
          ) : (
            <MenuItem key={entry.id} entry={entry} selected={selected} onDone={() => menu.current?.hidePopover()} />
          ),
        )}
      </div>
    </>
  )
}

interface MenuItemProps {
  entry: Exclude<MenuEntry, { divider: true }>
  selected: string | undefined
  onDone: () => void
}

function MenuItem({ entry, selected, onDone }: MenuItemProps) {
  const isChoice = selected !== undefined
  return (
    <button
      type="button"
      role={isChoice ? 'menuitemradio' : 'menuitem'}
      aria-checked={isChoice ? entry.id === selected : undefined}
      tabIndex={-1}
      className={classNames(styles.item, entry.id === selected && styles.selected)}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        onDone()
        entry.onChoose()
      }}
    >
      {entry.icon && <entry.icon size={18} aria-hidden />}
      {entry.label}
    </button>
  )
}
