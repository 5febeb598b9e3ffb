import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonKind = 'default' | 'primary' | 'ghost' | 'danger' | 'danger-quiet'
export type ButtonSize = 'small' | 'medium' | 'large'

/** The look of a button for something else, such as a router `<Link className={buttonClass({ size: 'small' })}>`. */
export function buttonClass(look: { kind?: ButtonKind; size?: ButtonSize; className?: string } = {}): string {
  const { kind = 'default', size = 'medium', className } = look
  return classNames(styles.button, styles[kind], styles[size], className)
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  size?: ButtonSize
  icon?: LucideIcon
  /** Stands after the text, as an arrow does. */
  iconAfter?: LucideIcon
  /** At work: keeps focus and name, ignores presses. */
  busy?: boolean
}

/** A push button; `danger` belongs inside a confirming dialog, `danger-quiet` outside. */
export function Button({ kind, size, icon: Icon, iconAfter: After, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, size, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden /> : Icon && <Icon size={18} aria-hidden />}
      {children}
      {After && !busy && <After size={18} aria-hidden />}
    </button>
  )
}
