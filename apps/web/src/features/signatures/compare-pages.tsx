import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { FoundSignature, SignaturesSource } from '../../shared/api/document-signatures.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { pageQuery } from '../../shared/page-viewer/images/page-source.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Select } from '../../shared/ui/fields/select.tsx'
import { useIsNarrow } from '../../shared/ui/use-is-narrow.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import styles from './compare-pages.module.css'
import type { Difference } from './find-differences.ts'
import { PagePicture, pictureWidth } from './page-picture.tsx'
import { firstForbiddenPage, pagesToCompare } from './pages-to-compare.ts'
import { useDifferences } from './use-differences.ts'

interface ComparePagesProps {
  source: Pick<SignaturesSource, 'pages'>
  /** Covers a revision and has changed pages. */
  signature: FoundSignature
  /** The newest revision of the file. */
  newest: number
  onClose: () => void
}

interface ChooserProps {
  pages: readonly number[]
  index: number
  onChoose: (index: number) => void
}

/** Which of the changed pages is looked at, and the way to the others. */
function PageChooser({ pages, index, onChoose }: ChooserProps) {
  const t = useText()
  return (
    <div className={styles.chooser}>
      <IconButton
        bordered
        icon={ArrowLeft}
        label={t('signatures.previousPage')}
        resting={index === 0}
        onClick={() => onChoose(index - 1)}
      />
      <Select
        aria-label={t('signatures.changedPage')}
        value={String(index)}
        onChange={(chosen) => onChoose(Number(chosen))}
      >
        {pages.map((page, i) => (
          <option key={page} value={i}>
            {t('signatures.page', { page })}
          </option>
        ))}
      </Select>
      <IconButton
        bordered
        icon={ArrowRight}
        label={t('signatures.nextPage')}
        resting={index === pages.length - 1}
        onClick={() => onChoose(index + 1)}
      />
      <span className="num muted" role="status">
        {t('signatures.position', { position: index + 1, count: pages.length })}
      </span>
    </div>
  )
}

/** The pages to choose from: when all are, as many as the file has now, as soon as that is known. */
function usePages(source: ComparePagesProps['source'], signature: FoundSignature, newest: number): readonly number[] {
  const pages = pagesToCompare(signature)
  const all = pages === 'all'
  const first = useQuery({ ...pageQuery(source.pages(newest), 1, pictureWidth()), enabled: all })
  if (pages === 'none') return [1]
  return all ? Array.from({ length: first.data?.pageCount ?? 1 }, (_, i) => i + 1) : pages
}

/** How far a key leads among the changed pages; the chooser itself has its own keys. */
function stepOf({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey || target instanceof HTMLSelectElement) return 0
  if (key === 'ArrowRight') return 1
  return key === 'ArrowLeft' ? -1 : 0
}

interface SwitchProps {
  labels: readonly string[]
  shown: number
  onShow: (side: number) => void
}

/** On a phone, which of the two pictures is seen: they take turns in one place, so that the eye finds what differs. */
function SideSwitch({ labels, shown, onShow }: SwitchProps) {
  return (
    <div className={styles.switch}>
      {labels.map((label, side) => (
        <Button key={label} aria-pressed={side === shown} onClick={() => onShow(side)}>
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Whether anything on the page looks different, once that is known. */
function Found({ differences }: { differences: readonly Difference[] | undefined }) {
  const t = useText()
  return (
    <p className={classNames('muted', styles.found)} role="status">
      {differences && t(differences.length > 0 ? 'signatures.outlined' : 'signatures.looksSame')}
    </p>
  )
}

/** Each page that looks different since a signature: as it was then, and beside it as it is now. */
export function ComparePages({ source, signature, newest, onClose }: ComparePagesProps) {
  const t = useText()
  const { Revision, Signer } = signature
  const pages = usePages(source, signature, newest)
  const [page, setPage] = useState(() => firstForbiddenPage(signature) ?? pages[0] ?? 1)
  const index = Math.max(0, pages.indexOf(page))
  const [shown, setShown] = useState(0)
  const isNarrow = useIsNarrow()
  const pictures = useRef<HTMLDivElement>(null)
  // Its keys lead through the pages.
  useEffect(() => {
    pictures.current?.focus({ focusVisible: false })
  }, [])
  useEffect(() => {
    pictures.current?.scrollTo({ top: 0 })
  }, [page])
  const choose = (next: number) => setPage(pages[Math.min(pages.length - 1, Math.max(0, next))] ?? page)
  const [width] = useState(pictureWidth)
  const differences = useDifferences([source.pages(Revision ?? 1), source.pages(newest)], { page, width })
  const sides = [
    { revision: Revision ?? 1, label: t('signatures.before'), missing: t('signatures.noPageBefore') },
    { revision: newest, label: t('signatures.after'), missing: t('signatures.noPageAfter') },
  ]
  return (
    <Dialog
      light
      open
      size="full"
      onClose={onClose}
      title={t('signatures.compareTitle')}
      description={t('signatures.compareText', { signer: Signer ?? t('signatures.unknownSigner') })}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className={styles.comparison} onKeyDown={(event) => choose(index + stepOf(event))}>
        <PageChooser {...{ pages, index }} onChoose={choose} />
        {isNarrow && <SideSwitch labels={sides.map(({ label }) => label)} {...{ shown }} onShow={setShown} />}
        {pagesToCompare(signature) === 'all' && <p className="muted">{t('signatures.allPages')}</p>}
        <Found differences={differences} />
        <div
          ref={pictures}
          className={styles.pictures}
          tabIndex={0}
          role="region"
          aria-label={t('signatures.comparedPage', { page })}
        >
          {sides.map(({ revision, ...side }, i) => (
            <div key={`${page} ${side.label}`} hidden={isNarrow && i !== shown}>
              <PagePicture
                {...side}
                {...{ page, width }}
                source={source.pages(revision)}
                differences={differences ?? []}
              />
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
