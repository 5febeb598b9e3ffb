import { useEffect } from 'react'

/** Asks before the page is left in the middle of a batch. */
export function useAskBeforeLeaving(working: boolean): void {
  useEffect(() => {
    if (!working) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [working])
}
