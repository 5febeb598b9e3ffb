import { useSyncExternalStore } from 'react'

const narrow = () => matchMedia('(width <= 760px)')

function subscribe(listener: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has the width of a phone, for what style sheets cannot do. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches)
}
