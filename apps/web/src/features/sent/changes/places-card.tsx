import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFailureText } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { PlaceEditor } from '../../../shared/placing/place-editor.tsx'
import { useLockWords, usePlaces } from '../../../shared/placing/use-places.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { Skeleton } from '../../../shared/ui/lists/skeleton.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import styles from './changes.module.css'
import { patchDocument } from './patch-document.ts'
import { FILE, movedOf, placingOf } from './places-form.ts'
import { sentPages, sentPlacesQuery, type SentPlaces } from './places-query.ts'
import { useChange } from './use-change.ts'

interface PlacesCardProps {
  document: SentDocument
  place: SentPlace
  onClose: () => void
}

/** Where the signatures stand, to be moved as long as nobody has signed. */
export function PlacesCard({ document, place, onClose }: PlacesCardProps) {
  const t = useText()
  const failureText = useFailureText()
  const { data, error, isFetching, refetch } = useQuery(sentPlacesQuery(place, document))
  const heading = useRef<HTMLHeadingElement>(null)
  // The menu that opened it stays where it is, above.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card className={styles.places} aria-labelledby="sent-places">
      <h2 ref={heading} id="sent-places" tabIndex={-1}>
        {t('sent.change.placesTitle')}
      </h2>
      {data ? (
        <Editing key={document.version} {...{ document, place, onClose }} found={data} />
      ) : error ? (
        <>
          <Notice tone="bad">{failureText(error)}</Notice>
          <div className={styles.acts}>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('common.tryAgain')}
            </Button>
          </div>
        </>
      ) : (
        <Skeleton width={60} />
      )}
    </Card>
  )
}

function Editing({ document, place, found, onClose }: PlacesCardProps & { found: SentPlaces }) {
  const t = useText()
  const wordsOfLock = useLockWords()
  const [placing, setPlacing] = useState(() => placingOf(document, found))
  const uploaded = { pages: found.pages, findings: found.findings.map(({ code }) => code) }
  const places = usePlaces(placing, { key: FILE, name: document.fileName, uploaded }, setPlacing)
  const { docGuid, subscription } = place
  const source = useMemo(() => sentPages({ docGuid, subscription }), [docGuid, subscription])
  const signers = movedOf(found, placing.places)
  const { change, isBusy, problem } = useChange({
    send: () => patchDocument(document, place, { signers }),
    said: () => t('sent.change.saved'),
    onDone: onClose,
  })
  const isCertified = places.lock === 'certified'
  return (
    <>
      {isCertified ? <Notice tone="info">{wordsOfLock('certified')}</Notice> : <PlaceEditor {...{ places, source }} />}
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.acts}>
        <Button disabled={isBusy} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button kind="primary" busy={isBusy} disabled={signers.length === 0} onClick={() => change(undefined)}>
          {t('sent.change.save')}
        </Button>
      </div>
    </>
  )
}
