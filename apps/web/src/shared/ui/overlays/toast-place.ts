import { useEffect, useId, useSyncExternalStore } from 'react'
import { toastStore } from './toast-store.ts'

/** The dialogs that are open, the uppermost last. */
let dialogs: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]): void {
  dialogs = next
  // Nobody hears that the pointer or the focus has left a toast that moves to another place.
  toastStore.resume()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether toasts are shown here: in the uppermost dialog, since whatever lies outside it is behind it, cannot be
 * pressed and is not read out; without one, on the screen.
 */
export function useIsToastPlace(inDialog: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!inDialog) return
    change([...dialogs, id])
    return () => change(dialogs.filter((dialog) => dialog !== id))
  }, [id, inDialog])
  const uppermost = useSyncExternalStore(subscribe, () => dialogs.at(-1))
  return uppermost === (inDialog ? id : undefined)
}
