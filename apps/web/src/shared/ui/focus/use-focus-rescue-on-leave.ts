import { useLayoutEffect } from 'react'
import { rescueFocus } from './rescue-focus.ts'

/** Gives the focus to the screen when a part of it leaves and takes the focused control with it. */
export function useFocusRescueOnLeave(): void {
  useLayoutEffect(() => () => queueMicrotask(rescueFocus), [])
}
