import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PageDesk } from '../../../shared/page-viewer/page-desk.tsx'
import { PageCounter, ViewTools } from '../../../shared/page-viewer/page-tools.tsx'
import { usePageViewer } from '../../../shared/page-viewer/use-page-viewer.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Tag } from '../../../shared/ui/lists/tag.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { sentPages } from '../changes/places-query.ts'
import { standingOfSigner } from '../detail/describe-people.ts'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import styles from './pages.module.css'
import { inTheirColour, SentBoxes } from './sent-boxes.tsx'
import type { SignerPlaces } from './signer-places.ts'

interface PagesDialogProps {
  document: SentDocument
  place: SentPlace
  /** Empty as long as they are not there. */
  signers: readonly SignerPlaces[]
  onClose: () => void
}

/** The pages as they were sent, with the place of each signature, and who signs there. */
export function PagesDialog({ document, place, signers, onClose }: PagesDialogProps) {
  const t = useText()
  return (
    <Dialog
      light
      open
      size="full"
      onClose={onClose}
      title={<bdi>{document.fileName}</bdi>}
      description={t('sent.pagesAsSent')}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Viewer {...{ document, place, signers }} />
    </Dialog>
  )
}

function Viewer({ document, place: { docGuid, subscription }, signers }: Omit<PagesDialogProps, 'onClose'>) {
  const t = useText()
  const source = useMemo(() => sentPages({ docGuid, subscription }), [docGuid, subscription])
  const viewer = usePageViewer(source)
  const { quarterTurns } = viewer
  return (
    // Keys of the pages bubble up to here.
    <div className={styles.viewer} onKeyDown={viewer.onKeyDown}>
      <div className={styles.tools}>
        <PageCounter viewer={viewer} />
        <span className={styles.space} />
        <ViewTools viewer={viewer} />
      </div>
      <div className={styles.desk}>
        <PageDesk
          viewer={viewer}
          label={t('send.places.pages', { name: document.fileName })}
          over={(page) => <SentBoxes {...{ signers, page, quarterTurns }} />}
        />
      </div>
      <Signers signers={signers} onGo={viewer.goToPlace} />
    </div>
  )
}

/** Whoever is pressed is led to, on the page where they sign. */
function Signers({
  signers,
  onGo,
}: Pick<PagesDialogProps, 'signers'> & { onGo: (place: SignerPlaces['places'][number]) => void }) {
  const t = useText()
  return (
    // It scrolls, and may hold nothing else to focus.
    <ul className={styles.signers} tabIndex={0} aria-label={t('sent.whoSignsWhere')}>
      {signers.map(({ signer, number, places }) => {
        const { text, tone } = standingOfSigner(signer)
        return (
          <li key={signer.guid} style={inTheirColour(number)}>
            <b className={styles.badge}>{number}</b>
            <bdi>{signer.name}</bdi>
            <Tag tone={tone}>{t(text)}</Tag>
            <span className={styles.places}>
              {places.length === 0 && <span className="muted">{t('sent.notSeen')}</span>}
              {places.map((place, index) => (
                <Button
                  key={index}
                  size="small"
                  aria-label={t('sent.goToPlace', { name: signer.name, page: place.Page })}
                  onClick={() => onGo(place)}
                >
                  {t('sent.onPage', { page: place.Page })}
                </Button>
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
