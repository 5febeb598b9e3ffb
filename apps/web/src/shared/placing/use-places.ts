import { useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { useText } from '../i18n/use-text.ts'
import {
  lockOf,
  MOST_PLACES,
  ordinalOf,
  type Locked,
  type PlaceableFile,
  type PlacedBox,
  type Places,
} from './places.ts'

/** A file that something can be placed on. */
interface NamedFile {
  readonly key: string
  readonly name: string
  readonly uploaded: PlaceableFile
}

/** People, and where their signatures stand. */
interface Placing {
  readonly signers: readonly { readonly userId: string; readonly name: string }[]
  readonly places: Places
}

export interface PlacesOfFile {
  readonly draft: Placing
  readonly file: NamedFile
  /** Changes the places; what it does is told to who cannot see it. */
  readonly change: (next: (places: Places) => Places, told?: string) => void
  readonly tell: (text: string) => void
  readonly told: string
  /** User id of whom the next box is for. */
  readonly signer: string
  readonly setSigner: (userId: string) => void
  readonly lock: Locked | undefined
  readonly selected: readonly string[]
  readonly setSelected: Dispatch<SetStateAction<readonly string[]>>
  /** A press adds a box to the selection, or takes it out, as for a finger, which has no Shift. */
  readonly isSeveral: boolean
  readonly setSeveral: (isSeveral: boolean) => void
  readonly boxes: readonly PlacedBox[]
  /** What was copied last. */
  readonly copiedRef: { current: readonly PlacedBox[] }
}

/** What is being placed on one file, by whom, and what of it is selected. */
export function usePlaces<D extends Placing>(
  draft: D,
  file: NamedFile,
  onChange: Dispatch<SetStateAction<D>>,
): PlacesOfFile {
  const [chosen, setSigner] = useState<string>()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isSeveral, setSeveral] = useState(false)
  const [told, tell] = useState('')
  const copiedRef = useRef<readonly PlacedBox[]>([])
  const boxes = draft.places.boxes.filter((box) => box.file === file.key)
  const signer = draft.signers.find(({ userId }) => userId === chosen)?.userId ?? draft.signers[0]!.userId
  return {
    draft,
    file,
    change: (next, words = '') => {
      onChange((before) => ({ ...before, places: next(before.places) }))
      tell(words)
    },
    tell,
    told,
    signer,
    setSigner,
    lock: lockOf(draft.places, file.uploaded, { file: file.key, signer }),
    selected,
    setSelected,
    isSeveral: isSeveral && boxes.length > 1,
    setSeveral,
    boxes,
    copiedRef,
  }
}

export const toggled = (keys: readonly string[], key: string) =>
  keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]

/** How a box is called: whose, on which page and where. */
export function useBoxWords({ draft }: Pick<PlacesOfFile, 'draft'>) {
  const t = useText()
  return (box: PlacedBox, places: Places = draft.places): string => {
    const name = draft.signers.find(({ userId }) => userId === box.signer)?.name ?? ''
    const [x, y] = [Math.round(box.x), Math.round(box.y)]
    return t('send.places.box', { number: ordinalOf(places, box), name, page: box.page, x, y })
  }
}

export function useLockWords() {
  const t = useText()
  return (lock: Locked) => t(`send.places.locked.${lock}`, { most: MOST_PLACES })
}
