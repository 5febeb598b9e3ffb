import { Fullscreen, Minus, MoveHorizontal, Plus, RotateCw, ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PageBox } from '../ui/page-box.tsx'
import styles from './page-viewer.module.css'
import type { PageViewer } from './use-page-viewer.ts'

/** Above this many pages the counter is a box to type a page number into (spec §9). */
const PAGES_WITHOUT_BOX = 4

/** Which page this is, of how many. */
export function PageCounter({ viewer }: { viewer: PageViewer }) {
  const t = useText()
  const { current, total, ready } = viewer
  if (!ready) return null
  if (total <= PAGES_WITHOUT_BOX) {
    return <span className={styles.counter}>{t('viewer.counter', { page: current, total })}</span>
  }
  return (
    <span className={styles.counter}>
      <PageBox page={current} total={total} label={t('viewer.goToPage')} onGo={viewer.go} />
      <span>{t('viewer.ofTotal', { total })}</span>
    </span>
  )
}

/** How the pages are looked at: smaller, fitted, larger, turned. The file stays as it is. */
export function ViewTools({ viewer }: { viewer: PageViewer }) {
  const t = useText()
  const { zoom, quarterTurns, turn } = viewer
  return (
    <div className={styles.viewTools} role="group" aria-label={t('viewer.zoom')}>
      <IconButton icon={Minus} label={t('viewer.zoomOut')} aria-keyshortcuts="-" onClick={zoom.out} />
      <IconButton icon={Plus} label={t('viewer.zoomIn')} aria-keyshortcuts="+" onClick={zoom.in} />
      <IconButton
        className={styles.fit}
        icon={MoveHorizontal}
        label={t('viewer.fitWidth')}
        aria-keyshortcuts="0"
        onClick={zoom.fitWidth}
      />
      <IconButton className={styles.fit} icon={Fullscreen} label={t('viewer.fitPage')} onClick={zoom.fitPage} />
      <IconButton icon={RotateCw} iconSize={17} label={t('viewer.rotate')} onClick={turn} />
      <span className="sr-only" aria-live="polite">
        {t('viewer.zoomLevel', { percent: Math.round(zoom.level * 100) })}
        {quarterTurns > 0 && `. ${t('viewer.rotated', { degrees: quarterTurns * 90 })}`}
      </span>
    </div>
  )
}

/** The view tools of a phone, for whom two fingers are no way: a button that floats over the pages brings them. */
export function ViewPill({ viewer }: { viewer: PageViewer }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  if (!viewer.ready) return null
  return (
    <section aria-label={t('viewer.zoom')} className={styles.viewPill}>
      <IconButton icon={ZoomIn} label={t('viewer.zoom')} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && <ViewTools viewer={viewer} />}
    </section>
  )
}

/** The counter of a phone: floats over the pages; in a long document it asks for a page when pressed. */
export function PagePill({ viewer }: { viewer: PageViewer }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { current, total, ready, go } = viewer
  if (!ready) return null
  const text = `${current} / ${total}`
  // Each page says its number itself to who cannot see the counter.
  if (total <= PAGES_WITHOUT_BOX) {
    return (
      <span className={styles.pill} aria-hidden>
        {text}
      </span>
    )
  }
  return (
    <section aria-label={t('viewer.goToPage')}>
      <button
        type="button"
        className={styles.pill}
        aria-label={`${text}, ${t('viewer.goToPage')}`}
        onClick={() => setAsking(true)}
      >
        {text}
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('viewer.goToPage')}
        description={t('pageBox.warningText', { total })}
        actions={<Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>}
      >
        <div className={styles.asking}>
          <PageBox
            autoFocus
            page={current}
            total={total}
            label={t('viewer.goToPage')}
            onGo={(page) => {
              setAsking(false)
              go(page)
            }}
          />
          <span>{t('viewer.ofTotal', { total })}</span>
        </div>
      </Dialog>
    </section>
  )
}
