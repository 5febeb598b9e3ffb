import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import styles from './menu.module.css'

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

/** A button that opens a list of commands, or of choices when `selected` is given. */
export function Menu({ label, trigger, entries, selected }: MenuProps) {
  return (
    <MenuTrigger>
      <AriaButton className={styles.trigger}>
        <span className="sr-only">{label}</span>
        {trigger}
      </AriaButton>
      <Popover placement="bottom end" className={styles.popover}>
        <AriaMenu
          aria-label={label}
          className={styles.menu}
          selectionMode={selected === undefined ? 'none' : 'single'}
          selectedKeys={selected === undefined ? undefined : [selected]}
        >
          {entries.map((entry) =>
            'divider' in entry ? (
              <Separator key={entry.id} className={styles.divider} />
            ) : (
              <MenuItem
                key={entry.id}
                id={entry.id}
                className={styles.item}
                textValue={entry.label}
                onAction={entry.onChoose}
              >
                {entry.icon && <entry.icon size={18} aria-hidden />}
                {entry.label}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
