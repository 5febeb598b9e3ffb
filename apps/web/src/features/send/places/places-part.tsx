import { useMemo, useState, type Dispatch, type SetStateAction } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Minus, Plus, SquarePlus } from 'lucide-react'
import { uploadPages } from './upload-pages.ts'
import { PageDesk } from '../../../shared/page-viewer/page-desk.tsx'
import { PageCounter } from '../../../shared/page-viewer/page-tools.tsx'
import { usePageViewer } from '../../../shared/page-viewer/use-page-viewer.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { Checkbox } from '../../../shared/ui/fields/checkbox.tsx'
import { SelectField } from '../../../shared/ui/fields/select-field.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { Draft } from '../draft.ts'
import { addBox, BOX, freeSpot } from '../places.ts'
import { PageBoxes } from './page-boxes.tsx'
import { PlacePanel } from './place-panel.tsx'
import styles from './places.module.css'
import { colourOf } from './signer-colours.ts'
import { useBoxActs, useBoxKeys } from './use-box-keys.ts'
import { useLockWords, usePlaces, type PlacesOfFile, type ReadyFile } from './use-places.ts'

interface PlacesPartProps {
  draft: Draft
  subscription: string | undefined
  onChange: Dispatch<SetStateAction<Draft>>
}

/** Where the signatures stand on the pages; who places nothing has them at the foot of the last one. */
export function PlacesPart({ draft, subscription, onChange }: PlacesPartProps) {
  const t = useText()
  const [chosen, setChosen] = useState<string>()
  const files = draft.files.filter((one): one is ReadyFile => one.state === 'ready')
  const file = files.find(({ key }) => key === chosen) ?? files[0]
  const hasBoth = file !== undefined && draft.signers.length > 0
  return (
    <>
      <Checkbox
        label={t('send.visible')}
        checked={draft.isVisible}
        onChange={(isVisible) => onChange((before) => ({ ...before, isVisible }))}
      />
      <p className="muted">{t(draft.isVisible ? 'send.places.lead' : 'send.places.hidden')}</p>
      {draft.isVisible && !hasBoth && <p className="muted">{t('send.places.needBoth')}</p>}
      {draft.isVisible && hasBoth && files.length > 1 && (
        <SelectField label={t('send.places.file')} value={file.key} onChange={setChosen}>
          {files.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {draft.isVisible && hasBoth && <FilePlaces key={file.key} {...{ draft, file, subscription, onChange }} />}
    </>
  )
}

function FilePlaces({ draft, file, subscription, onChange }: PlacesPartProps & { file: ReadyFile }) {
  const wordsOfLock = useLockWords()
  const places = usePlaces(draft, file, onChange)
  if (places.lock === 'certified') return <Notice tone="info">{wordsOfLock('certified')}</Notice>
  return <Editor places={places} subscription={subscription} />
}

function Editor({ places, subscription }: { places: PlacesOfFile; subscription: string | undefined }) {
  const t = useText()
  const wordsOfLock = useLockWords()
  const { file, lock } = places
  const source = useMemo(() => uploadPages(file.uploaded.id, subscription), [file.uploaded.id, subscription])
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
