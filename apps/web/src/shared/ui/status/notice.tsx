import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from '../parts.module.css'

const ICONS = { bad: CircleAlert, warn: TriangleAlert, info: Info } as const

/** A sentence that stays on the page; an error (`bad`) is read out as soon as it appears. */
export function Notice({ tone, children }: { tone: 'bad' | 'warn' | 'info'; children: ReactNode }) {
  const Icon = ICONS[tone]
  return (
    <div className={classNames(styles.notice, styles[tone])} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon size={18} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
