import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSigner, EMPTY_DRAFT, removeFile, removeSigner, type Draft, type UploadedFile } from './draft.ts'
import { placesToSend } from './place-signatures.ts'
import {
  addBox,
  alignBoxes,
  BOX,
  changeBox,
  copyBoxes,
  freeSpot,
  lockOf,
  MOST_PLACES,
  moveBoxes,
  NO_PLACES,
  onAllPages,
  ordinalOf,
  removePlaces,
  resized,
  SMALLEST,
  snapping,
  type PlacedBox,
  type Places,
} from '../../shared/placing/places.ts'

const page = { width: 595, height: 842 }
const pages = [page, page, { width: 842, height: 595 }]
const uploaded = (findings: string[] = []): UploadedFile => ({ id: 'id', sha256: '', pages, findings })
const box = (key: string, more: Partial<PlacedBox> = {}): PlacedBox => ({
  ...{ key, file: 'f', signer: 'ana', page: 1, x: 100, y: 100, ...BOX },
  ...more,
})
const withBoxes = (...boxes: PlacedBox[]): Places => ({ ...NO_PLACES, boxes })
const newKey = () => crypto.randomUUID()
const fits = ({ x, y, width, height, page: number }: PlacedBox) => {
  const of = pages[number - 1]!
  return x >= 0 && y >= 0 && x + width <= of.width + 0.1 && y + height <= of.height + 0.1
}
const number = fc.double({ min: -3000, max: 3000, noNaN: true })

test('whatever is done to a box, it stays on its page and is large enough to be hit', () => {
  fc.assert(
    fc.property(number, number, number, number, fc.integer({ min: 1, max: 3 }), (x, y, width, height, to) => {
      let places = addBox(NO_PLACES, box('a', { x, y }), page)
      places = moveBoxes(places, ['a'], { x: y, y: x, pages })
      places = changeBox(places, { key: 'a', width, height, page: to }, pages)
      const edges = { left: x > 0, right: x <= 0, top: y > 0, bottom: y <= 0 }
      places = changeBox(places, resized(places.boxes[0]!, edges, { x: width, y: height, page: pages[to - 1]! }), pages)
      places = copyBoxes(places, places.boxes, { page: 3, file: uploaded(), newKey })
      expect(places.boxes).toHaveLength(2)
      expect(places.boxes.every(fits)).toBe(true)
      expect(places.boxes.every((one) => one.width >= SMALLEST.width && one.height >= SMALLEST.height)).toBe(true)
    }),
  )
})

test('boxes that move together keep their distances, and stop when the first of them reaches an edge', () => {
  const places = moveBoxes(withBoxes(box('a', { x: 10 }), box('b', { x: 300, y: 400 })), ['a', 'b'], {
    x: -50,
    y: 20,
    pages,
  })
  expect(places.boxes.map(({ x, y }) => [x, y])).toEqual([
    [0, 120],
    [290, 420],
  ])
})

test('an edge that is pulled over the other one stops before it', () => {
  const small = resized(box('a'), { left: true, bottom: true }, { x: 900, y: 900, page })
  expect(small).toMatchObject({ x: 280 - SMALLEST.width, width: SMALLEST.width, height: SMALLEST.height })
  expect(small.y).toBe(160 - SMALLEST.height)
})

test('on all pages means each page that has none of the same signer yet', () => {
  const places = onAllPages(withBoxes(box('a'), box('b', { page: 2 }), box('c', { page: 3, signer: 'biel' })), 'a', {
    file: uploaded(),
    newKey,
  })
  expect(places.boxes.filter(({ signer }) => signer === 'ana').map((one) => one.page)).toEqual([1, 2, 3])
  expect(places.boxes).toHaveLength(4)
})

test('a signed file takes one place of each, a certified one none, and nobody has more than the server takes', () => {
  const of = { file: 'f', signer: 'ana' }
  expect(lockOf(NO_PLACES, uploaded(['SIGNED']), of)).toBeUndefined()
  const one = withBoxes(box('a'))
  expect(lockOf(one, uploaded(['SIGNED']), of)).toBe('oneEach')
  expect(lockOf(one, uploaded(['SIGNED']), { ...of, signer: 'biel' })).toBeUndefined()
  expect(copyBoxes(one, one.boxes, { page: 2, file: uploaded(['SIGNED']), newKey })).toEqual(one)
  expect(lockOf(NO_PLACES, uploaded(['CERTIFIED']), of)).toBe('certified')
  const many = withBoxes(...Array.from({ length: MOST_PLACES }, (_, index) => box(String(index))))
  expect(lockOf(many, uploaded(), of)).toBe('enough')
  expect(onAllPages(many, '0', { file: uploaded(), newKey }).boxes).toHaveLength(MOST_PLACES)
})

test('boxes are aligned to the first of them', () => {
  const two = withBoxes(box('a', { x: 50, y: 50 }), box('b', { x: 300, y: 300, width: 100, height: 40 }))
  const second = (to: Parameters<typeof alignBoxes>[1]['to']) =>
    alignBoxes(two, { keys: ['a', 'b'], to }, pages).boxes[1]
  expect(second('left')).toMatchObject({ x: 50, y: 300 })
  expect(second('right')).toMatchObject({ x: 130 })
  expect(second('bottom')).toMatchObject({ x: 300, y: 50 })
  expect(second('top')).toMatchObject({ y: 70 })
})

test('an edge goes to the nearest line that is near, and else nowhere', () => {
  const guides = { xs: [104, 283, 400], ys: [500] }
  expect(snapping(box('a'), guides, 5)).toEqual({ x: 3, y: 0 })
  expect(snapping(box('a'), guides, 2)).toEqual({ x: 0, y: 0 })
})

test('boxes are counted for each signer from the first page on, from top to bottom', () => {
  const places = withBoxes(
    box('low'),
    box('high', { y: 600 }),
    box('next', { page: 2, y: 700 }),
    box('b', { signer: 'b' }),
  )
  expect(places.boxes.map((one) => ordinalOf(places, one))).toEqual([2, 1, 3, 1])
  expect(ordinalOf(removePlaces(places, ['high']), places.boxes[0]!)).toBe(1)
})

test('a new box covers no other one as long as there is room', () => {
  const first = { ...box('a'), ...freeSpot([], page) }
  const second = { ...box('b'), ...freeSpot([first], page) }
  expect(second.y).toBeGreaterThanOrEqual(first.y + first.height)
})

const person = (userId: string) => ({ userId, name: userId, mailDomain: 'example.org', canSign: true })
const draftOf = (places: Places, findings: string[] = []): Draft => ({
  ...addSigner(addSigner(EMPTY_DRAFT, person('ana')), person('biel')),
  files: [{ key: 'f', name: 'a.pdf', size: 1, state: 'ready', uploaded: uploaded(findings) }],
  places,
})
const sent = (draft: Draft) => placesToSend(draft, { ...draft.files[0]!, state: 'ready', uploaded: uploaded() })

test('who places nothing has the foot of the last page; who is placed has that, also by words', () => {
  const places: Places = {
    boxes: [box('low'), box('high', { y: 500 })],
    words: [{ key: 'w', file: 'f', signer: 'ana', words: 'The director' }],
  }
  const [ana, biel] = sent(draftOf(places))
  expect(ana).toEqual([
    { page: 1, x: 100, y: 500, ...BOX },
    { page: 1, x: 100, y: 100, ...BOX },
    { anchor: 'The director' },
  ])
  expect(biel).toMatchObject([{ page: 3 }])
  expect(sent({ ...draftOf(places), isVisible: false })).toEqual([[], []])
})

test('on a file that its author certified nothing is seen', () => {
  const draft = draftOf(withBoxes(box('a')), ['CERTIFIED'])
  expect(placesToSend(draft, { ...draft.files[0]!, state: 'ready', uploaded: uploaded(['CERTIFIED']) })).toEqual([
    [],
    [],
  ])
})

test('places go with their file and their signer, and are plain data', () => {
  const draft = draftOf(withBoxes(box('a'), box('b', { signer: 'biel' })))
  expect(removeSigner(draft, 'ana').places.boxes.map(({ key }) => key)).toEqual(['b'])
  expect(removeFile(draft, 'f').places).toEqual(NO_PLACES)
  expect(JSON.parse(JSON.stringify(draft.places))).toEqual(draft.places)
})
