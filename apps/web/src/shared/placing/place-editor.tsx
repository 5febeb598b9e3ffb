import { ListChecks, Minus, Plus, SquarePlus } from 'lucide-react'
import { useText } from '../i18n/use-text.ts'
import type { PageSource } from '../page-viewer/images/page-source.ts'
import { PageDesk } from '../page-viewer/page-desk.tsx'
import { PageCounter } from '../page-viewer/page-tools.tsx'
import { usePageViewer } from '../page-viewer/use-page-viewer.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Notice } from '../ui/status/notice.tsx'
import { PageBoxes } from './page-boxes.tsx'
import { PlacePanel } from './place-panel.tsx'
import { addBox, BOX, freeSpot } from './places.ts'
import styles from './places.module.css'
import { colourOf } from './signer-colours.ts'
import { useBoxActs, useBoxKeys } from './use-box-keys.ts'
import { useLockWords, type PlacesOfFile } from './use-places.ts'

interface PlaceEditorProps {
  places: PlacesOfFile
  source: PageSource
}

/** Pages with the boxes of a file, to be placed by pointer, keyboard and finger. */
export function PlaceEditor({ places, source }: PlaceEditorProps) {
  const t = useText()
  const wordsOfLock = useLockWords()
  const { file, lock } = places
  const viewer = usePageViewer(source)
  const keys = useBoxKeys(places, viewer.current)
  const { add } = useBoxActs(places)
  const page = file.uploaded.pages[viewer.current - 1]
  const place = () => {
    if (!page || lock) return
    const spot = freeSpot(
      places.boxes.filter((box) => box.page === viewer.current),
      page,
    )
    const box = { file: file.key, signer: places.signer, page: viewer.current, ...spot, ...BOX }
    add((all) => addBox(all, { key: crypto.randomUUID(), ...box }, page))
  }
  return (
    <>
      <Signers places={places} />
      <p className="muted">{t('send.places.howTo')}</p>
      {lock && <Notice tone="info">{wordsOfLock(lock)}</Notice>}
      <div className={styles.editor}>
        {/* Keys of the boxes and of the pages bubble up to here. */}
        <div className={styles.pages} data-places onKeyDown={keys}>
          <div className={styles.tools}>
            <PageCounter viewer={viewer} />
            <IconButton icon={Minus} label={t('viewer.zoomOut')} onClick={viewer.zoom.out} />
            <IconButton icon={Plus} label={t('viewer.zoomIn')} onClick={viewer.zoom.in} />
            <Button size="small" icon={SquarePlus} disabled={!page || lock !== undefined} onClick={place}>
              {t('send.places.placeHere', { page: viewer.current })}
            </Button>
            {places.boxes.length > 1 && (
              <Button
                size="small"
                icon={ListChecks}
                aria-pressed={places.isSeveral}
                className={styles.several}
                onClick={() => places.setSeveral(!places.isSeveral)}
              >
                {t('send.places.several')}
              </Button>
            )}
          </div>
          <PageDesk
            viewer={viewer}
            label={t('send.places.pages', { name: file.name })}
            over={(number) => <PageBoxes page={number} {...{ places, viewer, source }} />}
          />
        </div>
        <PlacePanel places={places} onGo={viewer.go} />
      </div>
      <p className="sr-only" role="status">
        {places.told}
      </p>
    </>
  )
}

/** Whom the next box is for, with the colour and the number that their boxes have. */
function Signers({ places: { draft, signer, setSigner } }: { places: PlacesOfFile }) {
  const t = useText()
  return (
    <fieldset className={styles.signers}>
      <legend>{t('send.places.who')}</legend>
      {draft.signers.map(({ userId, name }, index) => (
        <label key={userId} style={{ '--who': colourOf(index) } as React.CSSProperties}>
          <input type="radio" name="places-signer" checked={userId === signer} onChange={() => setSigner(userId)} />
          <b className={styles.badge}>{index + 1}</b> <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
