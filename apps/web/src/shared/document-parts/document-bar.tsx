import { ChevronsDownUp, ChevronsUpDown, PanelBottom, PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { PageCounter, ViewTools } from '../page-viewer/page-tools.tsx'
import type { PageViewer } from '../page-viewer/use-page-viewer.ts'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Skeleton } from '../ui/lists/skeleton.tsx'
import { DETAIL_PANEL_ID } from './detail-panel.tsx'
import styles from './document-bar.module.css'

/** Something that is open or not, and its switch. */
export interface Switch {
  readonly on: boolean
  readonly toggle: () => void
}

interface DocumentBarProps {
  viewer: PageViewer
  /** Undefined while they are not known. */
  title: string | undefined
  subtitle: string | undefined
  /** The way back to the list. */
  back: ReactNode
  /** The way on to the next document, if there is one. */
  next?: ReactNode
  /** What can be done with the document besides; null when nothing can, undefined while that is not known. */
  actions: ReactNode
  folded: Switch
  thumbnails: Switch
  details: Switch
  /** Stands on the lower edge of the bar. */
  children?: ReactNode
}

function Title({ title, subtitle }: Pick<DocumentBarProps, 'title' | 'subtitle'>) {
  const t = useText()
  return (
    <div className={styles.title}>
      <h1 title={title}>
        {title ?? (
          <>
            <span className="sr-only">{t('common.loading')}</span>
            <Skeleton width={40} />
          </>
        )}
      </h1>
      <p className="muted">{subtitle}</p>
    </div>
  )
}

/** The bar over a document: the way back and on, what it is, where one is in it, and how it is looked at. */
export function DocumentBar(props: DocumentBarProps) {
  const t = useText()
  const { viewer, back, next, actions, folded, thumbnails, details, children } = props
  return (
    <section className={styles.bar} aria-label={t('titles.document')} data-folded={folded.on || undefined}>
      {back}
      <Title title={props.title} subtitle={props.subtitle} />
      <div className={styles.tools}>
        <IconButton
          className={classNames(styles.wide, styles.extra, styles.switch)}
          icon={PanelLeft}
          label={t('viewer.thumbnails')}
          aria-pressed={thumbnails.on}
          onClick={thumbnails.toggle}
        />
        <span className={styles.wide}>
          <PageCounter viewer={viewer} />
        </span>
        <span className={classNames(styles.wide, styles.extra)}>
          <ViewTools viewer={viewer} />
        </span>
        <div className={styles.row} data-bare={actions === null || undefined}>
          <div className={classNames(styles.actions, styles.extra)}>{actions}</div>
          {next && <div className={styles.next}>{next}</div>}
        </div>
        <IconButton
          className={classNames(styles.narrow, styles.switch)}
          icon={PanelBottom}
          iconSize={20}
          label={t('viewer.details')}
          aria-expanded={details.on}
          aria-controls={DETAIL_PANEL_ID}
          onClick={details.toggle}
        />
        <IconButton
          className={styles.fold}
          icon={folded.on ? ChevronsUpDown : ChevronsDownUp}
          label={t(folded.on ? 'viewer.unfoldHeader' : 'viewer.foldHeader')}
          aria-expanded={!folded.on}
          onClick={folded.toggle}
        />
      </div>
      {children}
    </section>
  )
}
