import { Menu } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { useIsLow } from '../../shared/ui/use-is-narrow.ts'
import styles from './detail-header.module.css'

// The pages come first.
const Header = lazy(() => import('../frame/header.tsx').then((module) => ({ default: module.Header })))

interface DetailHeader {
  readonly header: ReactNode
  /** Brings the header in a window that is too low for it; absent elsewhere. */
  readonly menu: ReactNode
}

/** The header over a document: in one row, and in a low window only while somebody wants it. */
export function useDetailHeader(settled: boolean): DetailHeader {
  const t = useText()
  const isLow = useIsLow()
  const [isWanted, setWanted] = useState(false)
  return {
    header: (!isLow || isWanted) && (
      <Suspense fallback={<div className={styles.coming} />}>
        <Header compact settled={settled} />
      </Suspense>
    ),
    menu: isLow && (
      <IconButton icon={Menu} label={t('header.menu')} aria-expanded={isWanted} onClick={() => setWanted(!isWanted)} />
    ),
  }
}

interface DetailShellProps {
  header: ReactNode
  children: ReactNode
}

/** A document that fills the window under the header. */
export function DetailShell({ header, children }: DetailShellProps) {
  return (
    <div className={styles.shell}>
      {header}
      <div className={styles.rest}>{children}</div>
    </div>
  )
}
