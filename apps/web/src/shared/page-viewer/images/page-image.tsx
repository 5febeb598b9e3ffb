import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, type CSSProperties, type ReactNode } from 'react'
import { isNoLongerAvailable } from '../../api/pending-documents.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageFailure } from './page-failure.tsx'
import { removeEarlyView } from '../../early-view.ts'
import { pageCountOf, pageQuery } from './page-source.ts'
import { PageText } from '../places/page-text.tsx'
import { SignPlaces } from '../places/sign-places.tsx'
import styles from '../page-viewer.module.css'
import { useBlobImage } from './use-blob-image.ts'
import type { PageViewer } from '../use-page-viewer.ts'
import { useStaying } from '../reading/use-staying.ts'

/** How long a page has to stay near the window before it is asked for, so that a fast scroll asks for nothing. */
const PASSING_MS = 60

/** The image of a page, and what its arrival or failure means to the viewer. */
function usePage(page: number, viewer: PageViewer) {
  const { place, setPageCount, reportGone, source, imageWidth } = viewer
  const query = useQuery({
    ...pageQuery(source, page, imageWidth),
    enabled: useStaying(PASSING_MS, !viewer.hasPage && page === viewer.current),
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  useEffect(() => {
    if (data) place(page, data)
  }, [page, place, data])
  const knownCount = pageCountOf(error)
  useEffect(() => {
    if (knownCount !== undefined) setPageCount(knownCount)
  }, [knownCount, setPageCount])
  const gone = isNoLongerAvailable(error)
  useEffect(() => {
    if (gone) reportGone()
  }, [gone, reportGone])
  return query
}

/** The box of an image whose page is turned: as wide as the page is high, about the same middle. */
function turnedStyle(quarterTurns: number, width: number, height: number): CSSProperties | undefined {
  if (quarterTurns === 0) return undefined
  const [ownWidth, ownHeight] = quarterTurns % 2 === 0 ? [width, height] : [height, width]
  return {
    position: 'absolute',
    top: (height - ownHeight) / 2,
    left: (width - ownWidth) / 2,
    width: ownWidth,
    height: ownHeight,
    rotate: `${quarterTurns * 90}deg`,
  }
}

interface PageImageProps {
  page: number
  viewer: PageViewer
  /** What lies over a page. */
  over?: ((page: number) => ReactNode) | undefined
}

/** One page: its image and its words, a blank sheet while it is on its way, or why it cannot be shown. */
export function PageImage({ page, viewer, over }: PageImageProps) {
  const t = useText()
  const { layout, source, total, quarterTurns } = viewer
  const query = usePage(page, viewer)
  const show = useBlobImage(query.data?.image)
  const failed = query.error !== null && query.data === undefined
  const height = layout.heights[page - 1] ?? 0
  return (
    <div
      className={styles.page}
      data-page={page}
      style={{ width: layout.width, height, transform: `translate(-50%, ${layout.starts[page - 1] ?? 0}px)` }}
    >
      {query.data && (
        <>
          <img
            className={styles.image}
            style={turnedStyle(quarterTurns, layout.width, height)}
            ref={show}
            onLoad={removeEarlyView}
            alt={t('viewer.pageAlt', { page, total })}
            decoding="async"
            draggable={false}
            fetchPriority={page === viewer.current ? 'high' : 'low'}
          />
          {source.text && (
            <PageText source={source} page={page} style={turnedStyle(quarterTurns, layout.width, height)} />
          )}
          <SignPlaces places={viewer.places} {...{ page, quarterTurns }} />
        </>
      )}
      {!query.data && !failed && (
        <span className={styles.coming}>
          <span className="sr-only">{t('viewer.pageLoading', { page })}</span>
        </span>
      )}
      {failed && (
        <PageFailure
          {...{ page, source }}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {over?.(page)}
    </div>
  )
}
