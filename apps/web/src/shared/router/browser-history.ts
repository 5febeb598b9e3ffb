import type { HistoryState, Place } from './place.ts'

/** What stands in `history.state` for an entry of ours. */
interface Written {
  readonly entry: HistoryState
  readonly key: string
  readonly index: number
}

/** Keeps the person where they are until they have answered. */
export interface Blocker {
  readonly isNeeded: () => boolean
  /** Asks the person; `goOn` goes where they wanted to go. */
  readonly ask: (goOn: () => void) => void
}

const SCROLLS = 'scrolledTo'
const KEPT_SCROLLS = 50

function isWritten(value: unknown): value is Written {
  const { entry, key, index } = (value ?? {}) as Record<string, unknown>
  return typeof entry === 'object' && entry !== null && typeof key === 'string' && typeof index === 'number'
}

const newKey = () => crypto.randomUUID().slice(0, 8)

function readScrolls(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(SCROLLS) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

/** The entries of the browser's history, each with what it remembers and how far down it was scrolled. */
export class BrowserHistory {
  readonly #blockers = new Set<Blocker>()
  readonly #scrolls = readScrolls()
  #place: Place

  /** @param onPop hears where the buttons Back and Forward lead */
  constructor(onPop: (place: Place) => void) {
    history.scrollRestoration = 'manual'
    this.#place = this.#read() ?? this.#write('replaceState', location.href, { entry: {}, index: 0 })
    addEventListener('popstate', () => this.#pop(onPop))
    addEventListener('pagehide', () => this.#keepScrolls())
  }

  /** Where the browser is. */
  get place(): Place {
    return this.#place
  }

  /** Writes an entry over the present one, or after it. */
  go(href: string, { state = {}, replace = false }: { state?: HistoryState; replace?: boolean } = {}): Place {
    const { index, key } = this.#place
    if (replace) {
      this.#scrolls.delete(key)
      this.#place = this.#write('replaceState', href, { entry: state, index })
    } else {
      this.#keepScroll()
      this.#place = this.#write('pushState', href, { entry: state, index: index + 1 })
    }
    return this.#place
  }

  /** Does it, unless somebody must be asked first. */
  whenAllowed(go: () => void): void {
    const blocker = [...this.#blockers].find(({ isNeeded }) => isNeeded())
    if (blocker) blocker.ask(go)
    else go()
  }

  /** @returns its end */
  block(blocker: Blocker): () => void {
    this.#blockers.add(blocker)
    return () => this.#blockers.delete(blocker)
  }

  /** How far down an entry was scrolled when it was left, in CSS pixels. */
  scrollOf({ key }: Place): number {
    return this.#scrolls.get(key) ?? 0
  }

  #read(): Place | null {
    const written: unknown = history.state
    if (!isWritten(written)) return null
    const { pathname, search } = location
    return { pathname, search, state: written.entry, key: written.key, index: written.index }
  }

  #write(how: 'pushState' | 'replaceState', href: string, { entry, index }: Omit<Written, 'key'>): Place {
    const written: Written = { entry, key: newKey(), index }
    history[how](written, '', href)
    const { pathname, search } = location
    return { pathname, search, state: entry, key: written.key, index }
  }

  /** The browser has left the entry already: who is needed here is asked back where they were. */
  #pop(onPop: (place: Place) => void): void {
    const place = this.#read() ?? this.#takeFragment()
    const steps = place.index - this.#place.index
    if (steps === 0) return
    const blocker = [...this.#blockers].find(({ isNeeded }) => isNeeded())
    if (blocker) {
      history.go(-steps)
      blocker.ask(() => {
        this.#blockers.delete(blocker)
        history.go(steps)
      })
      return
    }
    this.#keepScroll()
    this.#place = place
    onPop(place)
  }

  /** An entry that is not ours comes of a fragment that was written into the address. */
  #takeFragment(): Place {
    const { state: entry, index } = this.#place
    return this.#write('replaceState', location.href, { entry, index: index + 1 })
  }

  #keepScroll(): void {
    this.#scrolls.delete(this.#place.key)
    this.#scrolls.set(this.#place.key, scrollY)
  }

  #keepScrolls(): void {
    this.#keepScroll()
    sessionStorage.setItem(SCROLLS, JSON.stringify([...this.#scrolls].slice(-KEPT_SCROLLS)))
  }
}
