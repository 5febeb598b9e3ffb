import { pageWindow } from '@rubrica/domain'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../icon-button.tsx'
import { PageBox } from '../page-box.tsx'
import { rangeOf, resizePage, type PageSize } from './page-range.ts'
import styles from './pager.module.css'
import { Select } from '../fields/select.tsx'

interface PagerProps<Size extends PageSize> {
  /** From 1. */
  page: number
  size: Size
  /** The sizes to choose from. */
  sizes: readonly Size[]
  /** Rows of the whole list. */
  count: number
  totalPages: number
  onShow: (wanted: { page: number; size: Size }) => void
}

function PageLinks({ page, totalPages, onGo }: { page: number; totalPages: number; onGo: (page: number) => void }) {
  const t = useText()
  const isFirst = page <= 1
  const isLast = page >= totalPages
  return (
    <nav className={styles.pages} aria-label={t('pager.label')}>
      <IconButton icon={ChevronFirst} label={t('pager.first')} resting={isFirst} onClick={() => onGo(1)} />
      <IconButton icon={ChevronLeft} label={t('pager.back')} resting={isFirst} onClick={() => onGo(page - 1)} />
      {pageWindow(page, totalPages).map((number) => (
        <button
          key={number}
          type="button"
          className={styles.page}
          aria-label={t('pager.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onGo(number)}
        >
          {number}
        </button>
      ))}
      <IconButton icon={ChevronRight} label={t('pager.next')} resting={isLast} onClick={() => onGo(page + 1)} />
      <IconButton icon={ChevronLast} label={t('pager.last')} resting={isLast} onClick={() => onGo(totalPages)} />
    </nav>
  )
}

/** Which rows of a list are shown, how many at once, and the way to the others. */
export function Pager<Size extends PageSize>(props: PagerProps<Size>) {
  const t = useText()
  const { page, size, sizes, count, totalPages, onShow } = props
  const resize = (chosen: string) => {
    const wanted = sizes.find((offered) => String(offered) === chosen) ?? size
    onShow({ page: resizePage(page, size, wanted), size: wanted })
  }
  const go = (to: number) => onShow({ page: to, size })
  return (
    <div className={styles.pager}>
      <span className="muted num">{t('pager.range', { ...rangeOf(page, size, count), count })}</span>
      <label className={styles.size}>
        <span className="muted">{t('pager.perPage')}</span>
        <Select className={styles.select} value={String(size)} onChange={resize}>
          {sizes.map((offered) => (
            <option key={offered} value={String(offered)}>
              {offered === 'all' ? t('pager.all') : offered}
            </option>
          ))}
        </Select>
      </label>
      <PageLinks page={page} totalPages={totalPages} onGo={go} />
      <span className={styles.goTo}>
        <span className="muted" aria-hidden>
          {t('pager.goTo')}
        </span>
        <PageBox page={page} total={totalPages} label={t('pager.goTo')} onGo={go} />
      </span>
    </div>
  )
}
