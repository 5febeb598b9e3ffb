import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Tag } from '../ui/lists/tag.tsx'
import styles from './facts.module.css'

/** What is known of a document, each fact under its name. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={classNames(styles.facts, className)}>{children}</dl>
}

/** One of the facts; nothing where there is nothing to say. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The tags of a document, within a fact. */
export function FactTags({ tags }: { tags: readonly string[] }) {
  return (
    <span className={styles.tags}>
      {tags.map((word) => (
        <Tag key={word}>
          <bdi>{word}</bdi>
        </Tag>
      ))}
    </span>
  )
}
