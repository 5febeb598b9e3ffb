import { useEffect, useRef } from 'react'
import { rescueFocus } from '../../shared/ui/focus/rescue-focus.ts'

const isLost = (element: Element | null) => element === document.body || element?.matches(':disabled') === true

/**
 * Gives the focus back after work during which fields are disabled, which takes it from them.
 * @param state what else may disable the focused element, once the work is done
 * @returns to be called before the work begins
 */
export function useFocusBack(isWorking: boolean, state: string): () => void {
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (isWorking || !before.current || !isLost(document.activeElement)) return
    if (before.current instanceof HTMLElement) before.current.focus()
    before.current = null
    rescueFocus()
  }, [isWorking, state])
  return () => {
    before.current = document.activeElement
  }
}
