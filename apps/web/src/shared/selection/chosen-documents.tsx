import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './chosen-documents.module.css'

export interface ChosenDocument {
  readonly guid: string
  readonly name: string
  /** What it is about, under its name. */
  readonly facts?: string
  /** What can be done with it. */
  readonly actions?: ReactNode
}

interface ChosenDocumentsProps {
  label: string
  documents: readonly ChosenDocument[]
  /** Takes one out; without it, or with one document alone, none can be taken out. */
  onRemove?: ((guid: string) => void) | undefined
}

/** What is, or was, signed or approved together, all of it: a list that scrolls by itself when it is long. */
export function ChosenDocuments({ label, documents, onRemove }: ChosenDocumentsProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} className={styles.list} role="region" aria-label={label} tabIndex={0}>
      <ul>
        {documents.map(({ guid, name, facts, actions }) => (
          <li key={guid}>
            <span className={styles.words}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {facts !== undefined && <span className="muted">{facts}</span>}
            </span>
            {actions}
            {onRemove && documents.length > 1 && (
              <IconButton
                icon={X}
                label={t('selection.remove', { name })}
                onClick={() => {
                  onRemove(guid)
                  // The button goes with its document; the focus would be nowhere.
                  list.current?.focus()
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
