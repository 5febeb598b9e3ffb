import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon
  /** Its accessible name, shown as a tooltip too. */
  label: string
  bordered?: boolean
  iconSize?: number
}

/** A square button that shows only an icon. */
export function IconButton({ icon: Icon, label, bordered, iconSize = 18, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.icon, bordered && styles.bordered, className)}
    >
      <Icon size={iconSize} aria-hidden />
    </button>
  )
}

/** The look of an icon button for a link. */
export const iconButtonClass = styles.icon
