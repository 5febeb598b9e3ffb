import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from '../parts.module.css'

/** A small pill with a word in it. */
export function Tag({ tone, children }: { tone?: 'warn' | 'good' | 'bad'; children: ReactNode }) {
  return <span className={classNames(styles.tag, tone && styles[tone])}>{children}</span>
}
