import type { ComponentType, ReactNode } from 'react'
import { BrowserHistory, type Blocker } from './browser-history.ts'
import type { HistoryState, Params, Path, Place, Target } from './place.ts'
import { matchRoute, Redirect, writeTarget, type Match, type Route, type ScreenProps } from './routes.ts'

type Screen = ComponentType<ScreenProps<Path, unknown, unknown>>
type Layout = ComponentType<{ children: ReactNode }>

/** What is on the screen: a screen of ours, an address that leads nowhere, or why there is none. */
export type Shown = { readonly place: Place } & (
  | {
      readonly kind: 'screen'
      readonly match: Match
      readonly entered: unknown
      readonly Screen: Screen
      readonly Layout?: Layout
    }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'failed'; readonly error: Error }
)

export interface RouterState {
  /** Null while the first screen is on its way, and any other that is slow. */
  readonly shown: Shown | null
  /** The screen takes so long that somebody should say so. */
  readonly isSlow: boolean
}

/** What was drawn, for whom it concerns. */
export interface Drawn {
  readonly isFirst: boolean
  readonly isOtherScreen: boolean
}

interface Going {
  readonly state?: HistoryState
  /** Takes the place of the entry before. */
  readonly replace?: boolean
  /** Leaves the window scrolled as it is. */
  readonly keepScroll?: boolean
}

interface RouterParts {
  readonly routes: readonly Route[]
  /** Asked for every address, before its route is. */
  readonly enter: (place: Place) => Redirect | undefined | Promise<Redirect | undefined>
}

/** A screen that takes longer is announced. */
const SLOW_MS = 1000
/** Redirects in a row, after which somebody leads in a circle. */
const MOST_REDIRECTS = 10
const RELOADED = 'reloadedFor'

/**
 * After a new release the files of the one before are gone: the page is loaded anew, once for each address.
 * @returns whether it will be
 */
function reloadOnce({ pathname }: Place): boolean {
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === pathname) return false
  sessionStorage.setItem(RELOADED, pathname)
  location.reload()
  return true
}

async function loadScreen({ route }: Match): Promise<Pick<Extract<Shown, { kind: 'screen' }>, 'Screen' | 'Layout'>> {
  const [Screen, Layout] = await Promise.all([route.screen(), route.layout?.()])
  return { Screen, ...(Layout && { Layout }) }
}

/** Shows the screen of the browser's address, and writes the address of every screen that is gone to. */
export class Router {
  readonly #parts: RouterParts
  readonly #history: BrowserHistory
  readonly #listeners = new Set<() => void>()
  readonly #drawnListeners = new Set<(drawn: Drawn) => void>()
  #state: RouterState
  /** Only what the last turn brings is shown. */
  #turn = 0
  #redirects = 0
  /** Where to scroll once the screen is drawn. */
  #scroll: number | null = null
  #drawn: Place | null = null

  constructor(parts: RouterParts) {
    this.#parts = parts
    this.#history = new BrowserHistory((place) => void this.#show(place, this.#history.scrollOf(place)))
    this.#state = { shown: null, isSlow: false }
  }

  /** Shows the screen that the page was opened at. @returns when it can be drawn */
  start(): Promise<void> {
    return this.#show(this.#history.place, this.#history.scrollOf(this.#history.place))
  }

  get state(): RouterState {
    return this.#state
  }

  /** Where the browser is; the screen may still be that of the place before. */
  get place(): Place {
    return this.#history.place
  }

  /**
   * Goes to a screen, unless the person is asked and stays. @returns when it can be drawn, or something else is gone to
   */
  navigate(target: Target & Going): Promise<void> {
    return this.navigateTo(this.hrefOf(target), target)
  }

  /** Goes to an address as it is. */
  navigateTo(href: string, { state, replace = false, keepScroll = false }: Going = {}): Promise<void> {
    return new Promise((done) => {
      this.#history.whenAllowed(() => {
        this.#redirects = 0
        const place = this.#history.go(href, { replace, ...(state && { state }) })
        void this.#show(place, keepScroll ? null : 0).then(done)
      })
    })
  }

  /** Asks the guards of the present address again. */
  enterAgain(): Promise<void> {
    return this.#show(this.place, null)
  }

  /** Fetches the code of a screen that somebody points at. */
  prepare(target: Target): void {
    const address = new URL(this.hrefOf(target), location.href)
    const match = matchRoute(this.#parts.routes, address)
    if (!match) return
    loadScreen(match).catch(() => undefined)
    this.#prefetch(match, { ...this.place, pathname: address.pathname, search: address.search }, false)
  }

  hrefOf(target: Target): string {
    return writeTarget(this.#parts.routes, target)
  }

  block(blocker: Blocker): () => void {
    return this.#history.block(blocker)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hears when another screen, or the same for another address, was drawn. */
  onDrawn(listener: (drawn: Drawn) => void): () => void {
    this.#drawnListeners.add(listener)
    return () => this.#drawnListeners.delete(listener)
  }

  /** For who draws: the screen stands. */
  reportDrawn({ place }: Shown): void {
    if (this.#drawn === place) return
    const before = this.#drawn
    this.#drawn = place
    const scroll = this.#scroll
    this.#scroll = null
    // The first screen starts at the top; to scroll it there would lay it out twice.
    if (scroll !== null && (scroll > 0 || before !== null)) scrollTo({ top: scroll, behavior: 'instant' })
    const drawn = { isFirst: before === null, isOtherScreen: before?.pathname !== place.pathname }
    for (const listener of this.#drawnListeners) listener(drawn)
  }

  #set(state: RouterState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #prefetch({ route, params, search }: Match, place: Place, isCertain: boolean): void {
    route.prefetch?.({ place, params, search, isCertain })
  }

  async #show(place: Place, scroll: number | null): Promise<void> {
    const turn = ++this.#turn
    const slow = setTimeout(() => turn === this.#turn && this.#set({ shown: null, isSlow: true }), SLOW_MS)
    const found = await this.#find(place)
    clearTimeout(slow)
    if (turn !== this.#turn || found === 'reloads') return
    if (found instanceof Redirect) return this.#follow(found)
    this.#scroll = scroll
    this.#set({ shown: found, isSlow: false })
  }

  async #follow({ to, state }: Redirect): Promise<void> {
    if (++this.#redirects > MOST_REDIRECTS) {
      const error = new Error(`Addresses lead in a circle, at ${this.place.pathname}`)
      return this.#set({ shown: { kind: 'failed', place: this.place, error }, isSlow: false })
    }
    const place = this.#history.go(typeof to === 'string' ? to : this.hrefOf(to), { state, replace: true })
    return this.#show(place, 0)
  }

  async #load(match: Match, seen: { place: Place; entered: unknown }): Promise<Shown | 'reloads'> {
    try {
      const loaded = await loadScreen(match)
      sessionStorage.removeItem(RELOADED)
      return { kind: 'screen', match, ...seen, ...loaded }
    } catch (error) {
      if (reloadOnce(seen.place)) return 'reloads'
      throw error
    }
  }

  async #find(place: Place): Promise<Shown | Redirect | 'reloads'> {
    try {
      const elsewhere = await this.#parts.enter(place)
      if (elsewhere) return elsewhere
      const match = matchRoute(this.#parts.routes, place)
      if (!match) return { kind: 'nowhere', place }
      const { route, search } = match
      const params = match.params as unknown as Params<Path>
      const entered = await route.enter?.({ place, params, search })
      if (entered instanceof Redirect) return entered
      this.#prefetch(match, place, true)
      return await this.#load(match, { place, entered })
    } catch (error) {
      return { kind: 'failed', place, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
}
