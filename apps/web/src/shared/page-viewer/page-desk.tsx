import { useEffect, type ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { removeEarlyView } from '../early-view.ts'
import { PageImage } from './images/page-image.tsx'
import styles from './page-viewer.module.css'
import { contentWidth } from './use-page-layout.ts'
import type { PageViewer } from './use-page-viewer.ts'

interface PageDeskProps {
  viewer: PageViewer
  /** Makes it the main part of the screen. */
  id?: string
  /** Accessible name, when the pages are not the document's. */
  label?: string
  /** What lies over a page (from 1), in its size. */
  over?: (page: number) => ReactNode
}

/** The pages on their desk. It takes the keys of the viewer while it has the focus. */
export function PageDesk({ viewer, id, label, over }: PageDeskProps) {
  const t = useText()
  const Element = id === undefined ? 'section' : 'main'
  const { layout, deskWidth, setDesk, onScroll, nearby } = viewer
  // On a page just loaded nothing has the focus yet, and the keys of the viewer should work at once.
  useEffect(() => {
    if (id !== undefined && document.activeElement === document.body) {
      document.getElementById(id)?.focus({ preventScroll: true, focusVisible: false })
    }
  }, [id])
  useEffect(() => removeEarlyView, [])
  return (
    <Element
      id={id}
      ref={setDesk}
      className={styles.desk}
      data-desk
      tabIndex={0}
      aria-label={label ?? t('viewer.pages')}
      onScroll={onScroll}
    >
      <div className={styles.column} style={{ width: contentWidth(layout, deskWidth), height: layout.total }}>
        {nearby.map((page) => (
          <PageImage key={page} page={page} viewer={viewer} over={over} />
        ))}
      </div>
    </Element>
  )
}
