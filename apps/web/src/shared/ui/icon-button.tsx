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
  /** Cannot be pressed now. It keeps the focus that it has, so that whoever goes by keyboard is not thrown out. */
  resting?: boolean
}

/** A square button that shows only an icon. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, bordered, iconSize = 18, resting, className, onClick, ...rest } = props
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-disabled={resting || undefined}
      onClick={resting ? undefined : onClick}
      aria-label={label}
      className={classNames(styles.icon, bordered && styles.bordered, className)}
    >
      <Icon size={iconSize} aria-hidden />
    </button>
  )
}

/** The look of an icon button for a link. */
export const iconButtonClass = styles.icon
