import type { MouseEvent } from 'react'
import type { PageSource } from '../page-viewer/images/page-source.ts'
import type { PageViewer } from '../page-viewer/use-page-viewer.ts'
import { classNames } from '../ui/class-names.ts'
import { BOX, addBox, ordinalOf, type PlacedBox, type Resizing } from './places.ts'
import { boxStyle, toPoint, type Sheet } from './page-geometry.ts'
import styles from './places.module.css'
import { colourOf } from './signer-colours.ts'
import { useBoxActs } from './use-box-keys.ts'
import { useBoxDrag } from './use-box-drag.ts'
import { toggled, useBoxWords, useLockWords, type PlacesOfFile } from './use-places.ts'

interface PageBoxesProps {
  page: number
  places: PlacesOfFile
  viewer: PageViewer
  source: PageSource
}

/** The boxes of one page; a press beside them adds one for the chosen person. */
export function PageBoxes({ page: number, places, viewer, source }: PageBoxesProps) {
  const wordsOfLock = useLockWords()
  const { add } = useBoxActs(places)
  const drag = useBoxDrag(places, source)
  const page = places.file.uploaded.pages[number - 1]
  if (!page) return null
  const { layout } = viewer
  const sheet: Sheet = { width: layout.width, height: layout.heights[number - 1] ?? 1, page }
  const press = (event: MouseEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    if (places.isSeveral) return
    if (places.lock) return places.tell(wordsOfLock(places.lock))
    const edge = event.currentTarget.getBoundingClientRect()
    const { x, y } = toPoint({ left: event.clientX - edge.left, top: event.clientY - edge.top }, sheet)
    const { file, signer } = places
    const at = { page: number, x: x - BOX.width / 2, y: y - BOX.height / 2, ...BOX }
    add((all) => addBox(all, { key: crypto.randomUUID(), file: file.key, signer, ...at }, page))
  }
  return (
    // The pages are pressed with a pointer; by keyboard the same is done with the button above them.
    <div className={styles.sheet} onClick={press}>
      {places.boxes
        .filter((box) => box.page === number)
        .map((box) => (
          <Box key={box.key} {...{ box, places, sheet, drag }} />
        ))}
    </div>
  )
}

const CORNERS: readonly Resizing[] = [
  { left: true, top: true },
  { right: true, top: true },
  { left: true, bottom: true },
  { right: true, bottom: true },
]

interface BoxProps {
  box: PlacedBox
  places: PlacesOfFile
  sheet: Sheet
  drag: ReturnType<typeof useBoxDrag>
}

function Box({ box, places, sheet, drag }: BoxProps) {
  const wordsOf = useBoxWords(places)
  const { draft, selected, setSelected, isSeveral } = places
  const index = draft.signers.findIndex(({ userId }) => userId === box.signer)
  const isSelected = selected.includes(box.key)
  const handlers = { onPointerMove: drag.move, onPointerUp: drag.end, onPointerCancel: drag.cancel }
  return (
    <div
      className={classNames(styles.box, isSelected && styles.selected)}
      style={{ ...boxStyle(box, sheet.page), '--who': colourOf(index) } as React.CSSProperties}
      data-box={box.key}
    >
      <button
        type="button"
        className={styles.face}
        aria-pressed={isSelected}
        onFocus={() => {
          if (!isSeveral) setSelected((now) => (now.includes(box.key) ? now : [box.key]))
        }}
        onClick={({ detail }) => {
          // By a key; what a pointer does, its drag knows.
          if (isSeveral && detail === 0) setSelected((now) => toggled(now, box.key))
        }}
        onPointerDown={(event) => drag.start(event, box, { sheet })}
        {...handlers}
      >
        <span className="sr-only">{wordsOf(box)}</span>
        <b className={styles.badge} aria-hidden>
          {index + 1}
        </b>
        <span className={styles.name} aria-hidden>
          {draft.signers[index]?.name}
        </span>
        <span className={styles.ordinal} aria-hidden>
          {ordinalOf(draft.places, box)}
        </span>
      </button>
      {isSelected &&
        selected.length === 1 &&
        CORNERS.map((edges) => (
          <span
            key={Object.keys(edges).join('-')}
            className={classNames(styles.handle, ...Object.keys(edges).map((edge) => styles[edge]))}
            onPointerDown={(event) => drag.start(event, box, { sheet, edges })}
            {...handlers}
          />
        ))}
    </div>
  )
}
