import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../icon-button.tsx'
import styles from './list-head.module.css'

interface ListHeadProps {
  title: string
  /** How much there is, or what it is; undefined until it is known. */
  subtitle: string | undefined
  /** What can be done with what is selected. */
  children?: ReactNode
}

/** What stands over a list of documents. */
export function ListHead({ title, subtitle, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1>{title}</h1>
        <p className={classNames('muted', styles.subtitle)} aria-live="polite">
          {subtitle}
        </p>
      </div>
      {children}
    </div>
  )
}

interface RefreshButtonProps {
  isFetching: boolean
  bordered: boolean
  onRefresh: () => void
}

/** Asks for a list again; its arrows turn while the answer is on its way. */
export function RefreshButton({ isFetching, bordered, onRefresh }: RefreshButtonProps) {
  const t = useText()
  return (
    <IconButton
      bordered={bordered}
      icon={RefreshCw}
      label={t('documents.refresh')}
      className={classNames(isFetching && styles.turning)}
      onClick={onRefresh}
    />
  )
}
