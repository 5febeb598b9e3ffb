import { useEffect, useRef } from 'react'
import { CONTENT_ID } from './content-id.ts'

/** Gives focus to the screen's content when a list got shorter and took the focused element with it. */
export function useFocusRescue(length: number | undefined): void {
  const before = useRef(length)
  useEffect(() => {
    const shorter = (length ?? 0) < (before.current ?? 0)
    before.current = length
    if (!shorter || document.activeElement !== document.body) return
    document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }, [length])
}
