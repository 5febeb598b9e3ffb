import { pageWindow, SIGNING_PAGE_SIZES } from '@rubrica/domain'
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../../shared/i18n/use-text.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { PageBox } from '../../shared/ui/page-box.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { rangeOf, resizePage, type ListState } from './list-state.ts'
import styles from './pager.module.css'

interface PagerProps {
  state: ListState
  count: number
  totalPages: number
  onShow: (state: ListState) => void
}

function PageLinks({ state, totalPages, onShow }: PagerProps) {
  const t = useText()
  const { page } = state
  const go = (to: number) => onShow({ ...state, page: to })
  return (
    <nav className={styles.pages} aria-label={t('pager.label')}>
      <IconButton icon={ChevronFirst} label={t('pager.first')} resting={page <= 1} onClick={() => go(1)} />
      <IconButton icon={ChevronLeft} label={t('pager.back')} resting={page <= 1} onClick={() => go(page - 1)} />
      {pageWindow(page, totalPages).map((number) => (
        <button
          key={number}
          type="button"
          className={styles.page}
          aria-label={t('pager.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => go(number)}
        >
          {number}
        </button>
      ))}
      <IconButton
        icon={ChevronRight}
        label={t('pager.next')}
        resting={page >= totalPages}
        onClick={() => go(page + 1)}
      />
      <IconButton
        icon={ChevronLast}
        label={t('pager.last')}
        resting={page >= totalPages}
        onClick={() => go(totalPages)}
      />
    </nav>
  )
}

/** Which rows are shown, how many at once, and the way to the others. */
export function Pager(props: PagerProps) {
  const t = useText()
  const { state, count, totalPages, onShow } = props
  return (
    <div className={styles.pager}>
      <span className="muted num">{t('pager.range', { ...rangeOf(state, count), count })}</span>
      <label className={styles.size}>
        <span className="muted">{t('pager.perPage')}</span>
        <Select
          className={styles.select}
          value={String(state.size)}
          onChange={(size) => onShow(resizePage(state, Number(size)))}
        >
          {SIGNING_PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </Select>
      </label>
      <PageLinks {...props} />
      <span className={styles.goTo}>
        <span className="muted" aria-hidden>
          {t('pager.goTo')}
        </span>
        <PageBox
          page={state.page}
          total={totalPages}
          label={t('pager.goTo')}
          onGo={(page) => onShow({ ...state, page })}
        />
      </span>
    </div>
  )
}
