import { useCallback, useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the window has the width of a phone, for what style sheets cannot do. */
export function useIsNarrow(): boolean {
  return useMedia('(width <= 760px)')
}

/** Whether the window is so low that bars fold: a phone on its side, or a window magnified four times. */
export function useIsLow(): boolean {
  return useMedia('(height <= 480px)')
}
