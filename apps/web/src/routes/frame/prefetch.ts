import type * as Prefetches from './prefetch-screens.ts'

/** Readied with the texts when the first screen is one behind the log-in. */
export const loadPrefetches = (): Promise<typeof Prefetches> => import('./prefetch-screens.ts')

/** Asks ahead; a failure is none, since the screen itself asks again. */
export function prefetch(ask: (prefetches: typeof Prefetches) => void): void {
  void loadPrefetches().then(ask, () => undefined)
}
