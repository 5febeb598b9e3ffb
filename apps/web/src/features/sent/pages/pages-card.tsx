import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { pageQuery } from '../../../shared/page-viewer/images/page-source.ts'
import { useBlobImage } from '../../../shared/page-viewer/images/use-blob-image.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { sentPages, sentPlacesQuery } from '../changes/places-query.ts'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import styles from './pages.module.css'
import { signerPlacesOf } from './signer-places.ts'

const PagesDialog = lazy(() => import('./pages-dialog.tsx').then((module) => ({ default: module.PagesDialog })))

/** Device pixels, the smallest width that there is. */
const SMALL = 320

interface PagesCardProps {
  document: SentDocument
  place: SentPlace
}

/** The first page in small; a press shows all of them, with who signs where. */
export function PagesCard({ document, place }: PagesCardProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { docGuid, subscription } = place
  const source = useMemo(() => sentPages({ docGuid, subscription }), [docGuid, subscription])
  const first = useQuery({ ...pageQuery(source, 1, SMALL), retry: false })
  const show = useBlobImage(first.data?.image)
  const { data: found } = useQuery({ ...sentPlacesQuery(place, document), enabled: isOpen })
  const signers = useMemo(() => (found ? signerPlacesOf(document, found) : []), [document, found])
  return (
    <Card className={styles.card} aria-labelledby="sent-pages">
      <h2 id="sent-pages">{t('sent.pagesTitle')}</h2>
      <button type="button" className={styles.look} onClick={() => setOpen(true)}>
        {first.data && <img ref={show} className={styles.first} alt="" />}
        <span className={styles.beside}>
          <span className={styles.act}>
            <Eye size={18} aria-hidden /> {t('sent.showPages')}
          </span>{' '}
          <span className="muted">{t('send.pages', { count: document.pages })}</span>
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <PagesDialog {...{ document, place, signers }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
