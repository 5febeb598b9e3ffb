import { lazy, Suspense, useState, type ReactNode } from 'react'
import { PageDesk } from '../page-viewer/page-desk.tsx'
import { PagePill, ViewPill } from '../page-viewer/page-tools.tsx'
import { PlacePill } from '../page-viewer/places/sign-places.tsx'
import type { PageViewer } from '../page-viewer/use-page-viewer.ts'
import { CONTENT_ID } from '../ui/focus/content-id.ts'
import { useIsLow } from '../ui/use-is-narrow.ts'
import { DETAIL_PANEL_ID, DetailPanel, type DetailTab, type WantedTab } from './detail-panel.tsx'
import { useDeviceChoice } from './use-device-choice.ts'
import { DocumentBar, type Switch } from './document-bar.tsx'
import styles from './document-frame.module.css'

const PageThumbnails = lazy(() =>
  import('../page-viewer/page-thumbnails.tsx').then((module) => ({ default: module.PageThumbnails })),
)

interface DocumentFrameProps {
  viewer: PageViewer
  /** Its pages are the main part of the screen, unless it is shown within another one. */
  isMain?: boolean
  /** The file's name; undefined while it is not known. */
  title: string | undefined
  subtitle: string | undefined
  back: ReactNode
  next?: ReactNode
  /** As the bar has them. */
  actions: ReactNode
  /** Stands on the lower edge of the bar. */
  progress?: ReactNode
  /** Whether the thumbnails show which pages are still unseen. */
  marksUnseen?: boolean
  tabs: readonly DetailTab[]
  /** Stands right under the pages. */
  below?: ReactNode
  /** Stands over what is decided, and may lead to a tab. */
  notice?: (showTab: (id: string) => void) => ReactNode
  /** What is decided about the document; always within reach. */
  footer: ReactNode
}

/** Whether the bar is folded: as this device remembers, and in a low window until somebody wants to see it whole. */
function useFolded(): Switch {
  const isLow = useIsLow()
  const [chosen, choose] = useDeviceChoice('headerFolded')
  const [openedWhileLow, setOpened] = useState(false)
  if (isLow) return { on: !openedWhileLow, toggle: () => setOpened(!openedWhileLow) }
  return { on: chosen, toggle: () => choose(!chosen) }
}

/** A document that fills the window: its bar, its pages, what there is to know beside them, and what to do below. */
export function DocumentFrame(props: DocumentFrameProps) {
  const { viewer, tabs, progress, below, notice, footer, marksUnseen = false, isMain = true, ...bar } = props
  const [detailsOpen, setDetailsOpen] = useState(false)
  const [wanted, setWanted] = useState<WantedTab | null>(null)
  const folded = useFolded()
  const [thumbnails, setThumbnails] = useDeviceChoice('thumbnails')
  const closeDetails = () => {
    // What had the focus goes with the sheet.
    document.querySelector<HTMLElement>(`[aria-controls="${DETAIL_PANEL_ID}"]`)?.focus()
    setDetailsOpen(false)
  }
  const showTab = (id: string) => {
    setWanted({ id })
    setDetailsOpen(true)
  }
  return (
    <div className={styles.viewer} onKeyDown={viewer.onKeyDown}>
      <DocumentBar
        {...bar}
        viewer={viewer}
        folded={folded}
        thumbnails={{ on: thumbnails, toggle: () => setThumbnails(!thumbnails) }}
        details={{ on: detailsOpen, toggle: () => setDetailsOpen(!detailsOpen) }}
      >
        {progress && <div className={styles.progress}>{progress}</div>}
      </DocumentBar>
      <div className={styles.body} data-thumbnails={thumbnails || undefined}>
        {thumbnails && (
          <Suspense fallback={<div className={styles.rail} />}>
            <PageThumbnails viewer={viewer} marksUnseen={marksUnseen} className={styles.rail} />
          </Suspense>
        )}
        <div className={styles.deskFrame}>
          <PageDesk viewer={viewer} {...(isMain && { id: CONTENT_ID })} />
          <ViewPill viewer={viewer} />
          <PlacePill viewer={viewer} />
          <PagePill viewer={viewer} />
        </div>
        <DetailPanel tabs={tabs} open={detailsOpen} wanted={wanted} onClose={closeDetails} />
      </div>
      {below}
      {notice?.(showTab)}
      {footer}
    </div>
  )
}
