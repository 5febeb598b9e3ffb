import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { heightOf, layOutPages, pagesNearby, type PageLayout } from './page-map.ts'
import { pageQuery } from './images/page-source.ts'
import styles from './page-thumbnails.module.css'
import type { PageViewer } from './use-page-viewer.ts'
import { useBlobImage } from './images/use-blob-image.ts'
import { useStaying } from './reading/use-staying.ts'

/** CSS pixels. The number below a thumbnail stands in the gap between two. */
const THUMBNAIL_WIDTH = 96
const GAP = 36
/** Device pixels: the smallest image the server makes. It is no reading, neither here nor there. */
const IMAGE_WIDTH = 320
const PASSING_MS = 150

interface ThumbnailProps {
  page: number
  viewer: PageViewer
  layout: PageLayout
  unseen: boolean
}

function Thumbnail({ page, viewer, layout, unseen }: ThumbnailProps) {
  const t = useText()
  const { data } = useQuery({ ...pageQuery(viewer.source, page, IMAGE_WIDTH), enabled: useStaying(PASSING_MS) })
  const show = useBlobImage(data?.image)
  const label = t('viewer.goToPageNumber', { page })
  return (
    <li style={{ transform: `translateY(${layout.starts[page - 1] ?? 0}px)` }}>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={unseen ? `${label} (${t('viewer.pageUnread')})` : label}
        aria-current={page === viewer.current ? 'page' : undefined}
        onClick={() => viewer.go(page)}
      >
        <span className={styles.sheet} style={{ height: layout.heights[page - 1] }}>
          {data && <img ref={show} alt="" draggable={false} decoding="async" />}
        </span>
        <span className={styles.number}>
          {unseen && <i className={styles.unseen} />}
          {page}
        </span>
      </button>
    </li>
  )
}

/** Which thumbnails are near the window of their rail. */
function useNearby(rail: HTMLElement | null, layout: PageLayout) {
  const [nearby, setNearby] = useState<readonly number[]>([])
  const look = useCallback(() => {
    if (rail && rail.clientHeight > 0) setNearby(pagesNearby(layout, rail.scrollTop, rail.clientHeight))
  }, [rail, layout])
  useEffect(() => {
    if (!rail) return
    const observer = new ResizeObserver(look)
    observer.observe(rail)
    return () => observer.disconnect()
  }, [rail, look])
  return { nearby, look }
}

interface PageThumbnailsProps {
  viewer: PageViewer
  marksUnseen: boolean
  className?: string
}

/** All pages in small beside the desk; only those near the window of the rail exist and are loaded. */
export function PageThumbnails({ viewer, marksUnseen, className }: PageThumbnailsProps) {
  const t = useText()
  const { map, current, viewed } = viewer
  const [rail, setRail] = useState<HTMLElement | null>(null)
  const layout = useMemo(() => layOutPages(map, THUMBNAIL_WIDTH, GAP), [map])
  const { nearby, look } = useNearby(rail, layout)
  useEffect(() => {
    if (!rail) return
    const top = heightOf(layout, { page: current, share: 0, above: 0 })
    const bottom = top + (layout.heights[current - 1] ?? 0)
    if (top < rail.scrollTop || bottom > rail.scrollTop + rail.clientHeight) {
      rail.scrollTo({ top: top - rail.clientHeight / 3, behavior: 'instant' })
    }
  }, [rail, layout, current])
  return (
    <nav
      ref={setRail}
      className={classNames(styles.rail, className)}
      aria-label={t('viewer.thumbnails')}
      onScroll={look}
    >
      <ol className={styles.column} style={{ height: layout.total }}>
        {nearby.map((page) => (
          <Thumbnail key={page} {...{ page, viewer, layout }} unseen={marksUnseen && !viewed.has(page)} />
        ))}
      </ol>
    </nav>
  )
}
