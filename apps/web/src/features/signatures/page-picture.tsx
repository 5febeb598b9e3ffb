import { ApiError } from '@rubrica/contract'
import { useQuery } from '@tanstack/react-query'
import { FileX, RotateCw } from 'lucide-react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pageQuery, type PageSource } from '../../shared/page-viewer/images/page-source.ts'
import { imageWidthFor } from '../../shared/page-viewer/page-width.ts'
import { useBlobImage } from '../../shared/page-viewer/images/use-blob-image.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './compare-pages.module.css'
import type { Difference } from './find-differences.ts'

interface PagePictureProps {
  source: PageSource
  /** From 1. */
  page: number
  /** Of its image, in device pixels. */
  width: number
  /** Which of the two it is. */
  label: string
  /** Said when the revision has no such page. */
  missing: string
  /** What looks different from the other one. */
  differences: readonly Difference[]
}

/** CSS pixels: the widest that a picture gets beside the other one, and the margins of the dialog around both. */
const WIDEST = 600
const MARGINS = 112
const PHONE = 760

/** The width of the image to ask for, in device pixels. */
export function pictureWidth(): number {
  const { innerWidth, devicePixelRatio } = window
  const drawn = innerWidth <= PHONE ? innerWidth - 40 : Math.min(WIDEST, (innerWidth - MARGINS) / 2)
  return imageWidthFor(drawn, devicePixelRatio)
}

/** The shape of a sheet of A4, until the page itself is there. */
const USUAL_SHAPE = 297 / 210

interface InsteadProps extends Pick<PagePictureProps, 'page' | 'missing'> {
  error: Error
  busy: boolean
  onRetry: () => void
}

/** In the place of a page that is not shown: that the revision has none such, or why it failed and what to do. */
function Instead({ page, missing, error, busy, onRetry }: InsteadProps) {
  const t = useText()
  const errorText = useErrorText()
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className={styles.instead}>
        <FileX size={28} aria-hidden />
        <p>{missing}</p>
      </div>
    )
  }
  return (
    <div className={styles.instead} role="alert">
      <strong>{t('viewer.pageFailed', { page })}</strong>
      {!isSessionExpiry(error) && <p className="muted">{errorText(error)}</p>}
      <Button size="small" icon={RotateCw} busy={busy} onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}

const share = (part: number) => `${part * 100}%`

/** A page as it is in one revision: its picture, a blank sheet while that is on its way, or why there is none. */
export function PagePicture({ source, page, width, label, missing, differences }: PagePictureProps) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(pageQuery(source, page, width))
  const show = useBlobImage(data?.image)
  return (
    <figure className={styles.side}>
      <figcaption>{label}</figcaption>
      <div className={styles.sheet} style={{ aspectRatio: `1 / ${data?.shape ?? USUAL_SHAPE}` }}>
        {data && <img ref={show} alt={t('signatures.pictureAlt', { page, label })} draggable={false} />}
        {data &&
          differences.map(({ left, top, width: wide, height }) => (
            <i
              key={`${left} ${top}`}
              className={styles.difference}
              style={{ left: share(left), top: share(top), width: share(wide), height: share(height) }}
              data-difference
            />
          ))}
        {!data && !error && (
          <span className={styles.coming} role="status">
            <span className="sr-only">{t('viewer.pageLoading', { page })}</span>
          </span>
        )}
        {!data && error && <Instead {...{ page, missing, error }} busy={isFetching} onRetry={() => void refetch()} />}
      </div>
    </figure>
  )
}
