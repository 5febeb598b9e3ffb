import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { isSessionExpiry } from '../api/is-session-expiry.ts'
import { useErrorText } from '../i18n/use-error-text.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { pageCountOf, pageQuery } from './page-source.ts'
import styles from './page-viewer.module.css'
import type { PageViewer } from './use-page-viewer.ts'

/** How long a page has to stay near the window before it is asked for, so that a fast scroll asks for nothing. */
const PASSING_MS = 60

/** True from the first moment for the page that opens a document, a little later for the others. */
function useStaying(atOnce: boolean): boolean {
  const [staying, setStaying] = useState(atOnce)
  useEffect(() => {
    const timer = setTimeout(() => setStaying(true), PASSING_MS)
    return () => clearTimeout(timer)
  }, [])
  return staying
}

/** Shows bytes in memory in an image, under an address that lives as long as they are shown. */
function useBlobImage(blob: Blob | undefined) {
  return useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !blob) return
      const address = URL.createObjectURL(blob)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [blob],
  )
}

/** One page: its image, a blank sheet while it is on its way, or why it cannot be shown. */
export function PageImage({ page, viewer }: { page: number; viewer: PageViewer }) {
  const t = useText()
  const { place, setPageCount, layout, source, imageWidth, total } = viewer
  const query = useQuery({
    ...pageQuery(source, page, imageWidth),
    enabled: useStaying(page === 1),
    placeholderData: keepPreviousData,
  })
  const show = useBlobImage(query.data?.image)
  useEffect(() => {
    if (query.data) place(page, query.data)
  }, [page, place, query.data])
  const knownCount = pageCountOf(query.error)
  useEffect(() => {
    if (knownCount !== undefined) setPageCount(knownCount)
  }, [knownCount, setPageCount])

  const failed = query.error !== null && query.data === undefined
  return (
    <div
      className={styles.page}
      data-page={page}
      style={{
        width: layout.width,
        height: layout.heights[page - 1],
        transform: `translate(-50%, ${layout.starts[page - 1] ?? 0}px)`,
      }}
    >
      {query.data && (
        <img
          className={styles.image}
          ref={show}
          alt={t('viewer.pageAlt', { page, total })}
          decoding="async"
          draggable={false}
          fetchPriority={page === viewer.current ? 'high' : 'low'}
        />
      )}
      {!query.data && !failed && (
        <span className={styles.coming}>
          <span className="sr-only">{t('viewer.pageLoading', { page })}</span>
        </span>
      )}
      {failed && (
        <PageFailure page={page} error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
    </div>
  )
}

interface PageFailureProps {
  page: number
  error: Error | null
  busy: boolean
  onRetry: () => void
}

function PageFailure({ page, error, busy, onRetry }: PageFailureProps) {
  const t = useText()
  const errorText = useErrorText()
  return (
    <div className={styles.failure} role="alert">
      <CircleAlert size={32} aria-hidden />
      <strong>{t('viewer.pageFailed', { page })}</strong>
      {!isSessionExpiry(error) && <p>{errorText(error)}</p>}
      <Button busy={busy} onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
