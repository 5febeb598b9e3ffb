/** Places that a sender gives by words of the document, found in its text layer. */
import { PortalError } from '@rubrica/domain'
import type { PageImages, PageText } from '../pending-documents/ports.ts'
import type { Anchor, OrderedSigner, Position } from './ports.ts'
import type { PageSize } from './uploads/ports.ts'

/** Pages that one document is looked through for words, so that a huge one holds nobody up. */
const MOST_PAGES = 1000

const isAnchor = (position: Position | Anchor): position is Anchor => 'anchor' in position

const isPosition = (place: Position | Anchor): place is Position => !isAnchor(place)

export interface SearchedFile {
  readonly images: Pick<PageImages, 'readText'>
  /** Names the bytes, for the process that reads them. */
  readonly key: string
  readonly base: Uint8Array
  readonly pageCount: number
  readonly sizeOf: (page: number) => PageSize | null
}

interface Search extends Anchor {
  readonly signer: number
  readonly place: number
  readonly first: number
  readonly last: number
  seen: number
  found?: Position
}

interface PlacedOrder {
  readonly signers: readonly Pick<OrderedSigner, 'positions'>[]
}

/** The positions of each signer, where none of them has to be found; else undefined. */
export function placesInNumbers({ signers }: PlacedOrder): Position[][] | undefined {
  const places = signers.map(({ positions }) => positions.filter(isPosition))
  return places.every((given, index) => given.length === signers[index]!.positions.length) ? places : undefined
}

/**
 * The positions of each signer in numbers. Each page is read once for all words.
 * @throws {PortalError} ANCHOR_NOT_FOUND with the pages that were looked through, PAGE_NOT_RENDERABLE,
 *   TEMPORARILY_UNAVAILABLE
 */
export async function findPlaces(file: SearchedFile, { signers }: PlacedOrder): Promise<Position[][]> {
  const searches = signers.flatMap(({ positions }, signer) =>
    positions.flatMap((position, place) => (isAnchor(position) ? [toSearch(position, { signer, place, file })] : [])),
  )
  const first = Math.min(...searches.map((search) => search.first))
  const last = Math.max(...searches.map((search) => search.last))
  for (let page = first; page <= last && searches.some(({ found }) => !found); page += 1) {
    const open = searches.filter((search) => !search.found && page >= search.first && page <= search.last)
    if (open.length > 0) await searchPage(file, page, open)
  }
  const lost = searches.find(({ found }) => !found)
  if (lost) throw notFound(lost)
  return signers.map(({ positions }, signer) =>
    positions.map((position, place) =>
      isAnchor(position) ? searches.find((one) => one.signer === signer && one.place === place)!.found! : position,
    ),
  )
}

function toSearch(anchor: Anchor, at: { signer: number; place: number; file: SearchedFile }): Search {
  const first = anchor.pages?.from ?? 1
  const last = Math.min(anchor.pages?.to ?? at.file.pageCount, at.file.pageCount, first + MOST_PAGES - 1)
  return { ...anchor, signer: at.signer, place: at.place, first, last, seen: 0 }
}

async function searchPage({ images, key, base, sizeOf }: SearchedFile, page: number, searches: readonly Search[]) {
  const size = sizeOf(page)
  if (!size) return
  const { lines } = await images.readText({ key, load: () => Promise.resolve(base), page })
  const fromTop = lines.toSorted((one, other) => one.top - other.top || one.left - other.left)
  for (const search of searches) {
    const hits = fromTop.flatMap((line) => hitsOf(line, search.anchor))
    const hit = hits[search.occurrence - search.seen - 1]
    search.seen += hits.length
    if (hit) search.found = besides(hit, { page, size, search })
  }
}

/** Lower left corner of words: shares of the page, from its upper left corner. */
interface Hit {
  readonly left: number
  readonly bottom: number
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')

/** Where the words stand in a line; inside of it letters count as equally wide. */
function hitsOf({ text, left, top, width, height }: PageText['lines'][number], anchor: string): Hit[] {
  const [line, words] = [folded(text), folded(anchor).trim()]
  const hits: Hit[] = []
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + words.length)) {
    hits.push({ left: left + (at / line.length) * width, bottom: top + height })
  }
  return hits
}

function besides({ left, bottom }: Hit, { page, size, search }: { page: number; size: PageSize; search: Search }) {
  const { dx, dy, width, height } = search
  return { page, x: left * size.width + dx, y: (1 - bottom) * size.height + dy - height, width, height }
}

function notFound({ signer, place, first, last }: Search): PortalError {
  const path = ['signers', String(signer), 'positions', String(place), 'anchor']
  const problem = `These words are not on the pages ${first} to ${last}.`
  return new PortalError('ANCHOR_NOT_FOUND', problem, {
    facts: { Field: ['description', ...path].join('.'), From: first, To: last },
    faults: [{ root: 'description', path, code: 'ANCHOR_NOT_FOUND', problem }],
  })
}
