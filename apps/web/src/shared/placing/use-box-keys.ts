import type { KeyboardEvent } from 'react'
import { useText } from '../i18n/use-text.ts'
import {
  changeBox,
  copyBoxes,
  moveBoxes,
  onAllPages,
  removePlaces,
  resized,
  type Places,
  type Resizing,
} from './places.ts'
import { useBoxWords, type PlacesOfFile } from './use-places.ts'

const newKey = () => crypto.randomUUID()

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

const ACROSS: Resizing = { right: true }
const ALONG: Resizing = { top: true }

/** What may be done to the selected boxes, by keys and by buttons alike. */
export function useBoxActs(places: PlacesOfFile) {
  const t = useText()
  const wordsOf = useBoxWords(places)
  const { file, selected, setSelected, boxes, copiedRef, draft } = places
  const { pages } = file.uploaded
  const chosen = boxes.filter(({ key }) => selected.includes(key))
  /** Tells where the first of the selected boxes is then. */
  const change = (next: (all: Places) => Places) => {
    const after = next(draft.places)
    const first = after.boxes.find(({ key }) => key === selected[0])
    places.change(next, first ? wordsOf(first, after) : '')
  }
  /** Adds boxes, and says the first of them. */
  const add = (next: (all: Places) => Places, isSelected = true) => {
    const known = new Set(draft.places.boxes.map(({ key }) => key))
    const added = next(draft.places).boxes.filter(({ key }) => !known.has(key))
    if (added.length === 0) return
    const after = { ...draft.places, boxes: [...draft.places.boxes, ...added] }
    places.change((all) => ({ ...all, boxes: [...all.boxes, ...added] }), wordsOf(added[0]!, after))
    if (isSelected) setSelected(added.map(({ key }) => key))
  }
  return {
    chosen,
    change,
    add,
    move: (x: number, y: number) => change((all) => moveBoxes(all, selected, { x, y, pages })),
    resize: (x: number, y: number) =>
      change((all) =>
        chosen.reduce(
          (now, box) =>
            changeBox(now, resized(box, x === 0 ? ALONG : ACROSS, { x, y, page: pages[box.page - 1]! }), pages),
          all,
        ),
      ),
    remove: () => {
      places.change((all) => removePlaces(all, selected), t('send.places.removed'))
      setSelected([])
    },
    copy: () => (copiedRef.current = chosen),
    paste: (page: number) => add((all) => copyBoxes(all, copiedRef.current, { page, file: file.uploaded, newKey })),
    onAllPages: () =>
      add((all) => selected.reduce((now, key) => onAllPages(now, key, { file: file.uploaded, newKey }), all), false),
  }
}

/** Moves by a point, with Shift by ten; with Alt it resizes. @returns whether the key was one of these */
function step(event: KeyboardEvent, { move, resize }: ReturnType<typeof useBoxActs>): boolean {
  const direction = STEPS[event.key]
  if (!direction || event.ctrlKey || event.metaKey) return false
  const far = event.shiftKey ? 10 : 1
  const act = event.altKey ? resize : move
  act(direction[0] * far, direction[1] * far)
  return true
}

const selectPage = ({ boxes, setSelected }: PlacesOfFile, page: number) =>
  setSelected(boxes.filter((box) => box.page === page).map(({ key }) => key))

/** The keys of boxes. @param page the one that is looked at, which what is copied comes to */
export function useBoxKeys(places: PlacesOfFile, page: number) {
  const acts = useBoxActs(places)
  return (event: KeyboardEvent<HTMLElement>) => {
    const isBox = (event.target as Element).closest('[data-box]') !== null
    const hasCommand = event.ctrlKey || event.metaKey
    const key = hasCommand ? `Ctrl+${event.key.toLowerCase()}` : event.key
    const commands: Readonly<Record<string, () => void>> = {
      'Ctrl+v': () => acts.paste(page),
      ...(isBox &&
        acts.chosen.length > 0 && {
          Delete: () => removeAndStay(event, acts),
          Backspace: () => removeAndStay(event, acts),
          'Ctrl+c': acts.copy,
          'Ctrl+d': acts.onAllPages,
          'Ctrl+a': () => selectPage(places, acts.chosen[0]!.page),
          Escape: () => places.setSelected([]),
        }),
    }
    const command = commands[key]
    if (command) command()
    else if (!isBox || acts.chosen.length === 0 || !step(event, acts)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** The focus goes to the pages, not to nowhere. */
function removeAndStay({ currentTarget }: KeyboardEvent<HTMLElement>, { remove }: ReturnType<typeof useBoxActs>) {
  remove()
  currentTarget.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
}
