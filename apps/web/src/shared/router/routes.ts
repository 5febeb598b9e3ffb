import type { ComponentType, ReactNode } from 'react'
import type { TextKey } from '../i18n/text-keys.ts'
import type { HistoryState, Params, Path, Place, RawSearch, Target } from './place.ts'
import { hrefOf, matchPath, readSearch } from './place.ts'

/** What a screen is given: the parts of its address, and what `enter` has found out. */
export interface ScreenProps<P extends Path, S, E> {
  readonly params: Params<P>
  readonly search: S
  readonly entered: E
}

/** Leads elsewhere, in place of the entry that was asked for. */
export class Redirect {
  readonly to: Target | string
  readonly state: HistoryState

  /** @param to a target, or an address as it is */
  constructor(to: Target | string, state: HistoryState = {}) {
    this.to = to
    this.state = state
  }
}

interface Entering<P extends Path, S> {
  readonly place: Place
  readonly params: Params<P>
  readonly search: S
}

interface RouteParts<P extends Path, S, E> {
  readonly path: P
  /** The text of the catalogue that names the screen in the browser's title. */
  readonly title: Extract<TextKey, `titles.${string}` | `header.${string}`>
  readonly screen: () => Promise<ComponentType<ScreenProps<P, S, E>>>
  /** Stays when the next screen has the same one. */
  readonly layout?: () => Promise<ComponentType<{ children: ReactNode }>>
  /** Makes the screen's own of the parameters of an address, whatever they are. */
  readonly read?: (search: RawSearch) => S
  /** What does not stand in the address. */
  readonly defaults?: object
  /** Asked before the screen is shown, which then has what it answers. */
  readonly enter?: (entering: Entering<P, S>) => E | Redirect | Promise<E | Redirect>
  /**
   * Asks for what the screen will show while its code is on its way; `isCertain` is false while a person only points.
   */
  readonly prefetch?: (entering: Entering<P, S> & { readonly isCertain: boolean }) => void
}

/** A route whose types are its own affair. */
export type Route = RouteParts<Path, unknown, unknown>

export function createRoute<P extends Path, S = RawSearch, E = undefined>(parts: RouteParts<P, S, E>): Route {
  return parts as unknown as Route
}

/** A route and what an address says to it. */
export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly search: unknown
}

/** The route of an address; null when there is none. */
export function matchRoute(
  routes: readonly Route[],
  { pathname, search }: Pick<Place, 'pathname' | 'search'>,
): Match | null {
  for (const route of routes) {
    const params = matchPath(route.path, pathname)
    const raw = readSearch(search)
    if (params) return { route, params, search: route.read ? route.read(raw) : raw }
  }
  return null
}

/** The address of a target, as its route writes it. */
export function writeTarget(routes: readonly Route[], target: Target): string {
  return hrefOf(target, routes.find(({ path }) => path === target.to)?.defaults)
}
