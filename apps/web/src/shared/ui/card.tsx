import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './parts.module.css'

/** A sheet of paper on the desk. It is a size container: screens lay out its content with `@container`. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section {...rest} className={classNames(styles.card, className)} />
}

/** The look of a link in running text, for `<a>`, `<Link>` and text buttons. */
export const linkClass = styles.link
