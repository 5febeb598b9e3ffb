import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Place } from './place.ts'
import type { Router } from './router.ts'

const RouterContext = createContext<Router | null>(null)

export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  return <RouterContext value={router}>{children}</RouterContext>
}

/** @throws {TypeError} outside the portal's frame */
export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new TypeError('There is no router here')
  return router
}

/** Something of the place whose screen is shown; `select` gives a plain value or a part of the place. */
export function usePlace<T>(select: (place: Place) => T): T {
  const router = useRouter()
  return useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => select(router.state.shown?.place ?? router.place),
  )
}

/**
 * Keeps the person where they are while something would be lost: on the way to another screen, and to another page.
 * @returns `goOn` while they are to be asked, null otherwise
 */
export function useBlocker(isNeeded: () => boolean): { readonly goOn: () => void; readonly stay: () => void } | null {
  const router = useRouter()
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const isNeededNow = useEffectEvent(isNeeded)
  useEffect(() => router.block({ isNeeded: () => isNeededNow(), ask: (go) => setAsked({ go }) }), [router])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isNeededNow()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  if (!asked) return null
  return {
    goOn: () => {
      setAsked(null)
      asked.go()
    },
    stay: () => setAsked(null),
  }
}
