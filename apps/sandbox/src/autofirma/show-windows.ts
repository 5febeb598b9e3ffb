import type { Offer } from './answer-operation.ts'
import type { ErrorName } from './say-error.ts'

/** A window that the application has open on the PC: one that waits for somebody, or the one that it begins with. */
export type Window = { readonly id: number; readonly run: number } & (
  | { readonly kind: 'choice'; readonly offers: readonly Offer[] }
  | { readonly kind: 'error'; readonly error: ErrorName }
  | { readonly kind: 'splash' }
)

type Content = { readonly offers: readonly Offer[] } | { readonly error: ErrorName }

export interface Windows {
  list(): readonly Window[]
  /** Resolves when somebody has closed it: with the choice, if one was made. */
  open(run: number, content: Content): Promise<Offer | undefined>
  /** Shows that a run is starting. @returns what ends that */
  showSplash(run: number): () => void
  /**
   * False when there is no such window any more, or nobody can close it. `choice` counts the offers from 0; none
   * cancels.
   */
  close(id: number, choice?: number): boolean
  /** Closes what a run that has ended left open. */
  closeAllOf(run: number): void
}

export function openWindows(): Windows {
  const splashes = new Map<number, Window>()
  const waiting = new Map<number, { window: Window; resolve: (offer: Offer | undefined) => void }>()
  let last = 0
  const close = (id: number, choice?: number): boolean => {
    const found = waiting.get(id)
    if (!found) return false
    waiting.delete(id)
    const { window } = found
    found.resolve(window.kind === 'choice' && choice !== undefined ? window.offers[choice] : undefined)
    return true
  }
  return {
    list: () => [...splashes.values(), ...[...waiting.values()].map(({ window }) => window)],
    open(run, content) {
      last += 1
      const id = last
      const window: Window =
        'error' in content ? { id, run, kind: 'error', ...content } : { id, run, kind: 'choice', ...content }
      return new Promise((resolve) => void waiting.set(id, { window, resolve }))
    },
    showSplash(run) {
      last += 1
      const id = last
      splashes.set(id, { id, run, kind: 'splash' })
      return () => void splashes.delete(id)
    },
    close,
    closeAllOf(run) {
      for (const { window } of waiting.values()) if (window.run === run) close(window.id)
    },
  }
}
