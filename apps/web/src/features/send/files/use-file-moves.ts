import { useEffect, useRef, useState, type HTMLAttributes, type KeyboardEvent, type PointerEvent } from 'react'
import { moveFile, type Draft } from '../draft.ts'

/** A row that the pointer is over, and whether it is in the row's lower half. */
function rowUnder({ clientX, clientY }: PointerEvent) {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-file-row]')
  if (!row) return undefined
  const { top, height } = row.getBoundingClientRect()
  return { key: row.dataset.fileRow, isLow: clientY > top + height / 2 }
}

/** Files moved among each other by their handles: dragged over another one, or by the arrow keys. */
export function useFileMoves(onChange: (change: (draft: Draft) => Draft) => void) {
  const [dragged, setDragged] = useState<string>()
  const [moved, setMoved] = useState<string>()
  const focusNext = useRef<string>(undefined)
  useEffect(() => {
    if (focusNext.current === undefined) return
    const handle = document.querySelector<HTMLElement>(`[data-file-handle="${CSS.escape(focusNext.current)}"]`)
    focusNext.current = undefined
    handle?.focus()
  })
  const move = (key: string, by: -1 | 1) => {
    setMoved(key)
    onChange((draft) => moveFile(draft, key, by))
  }
  const handleOf = (key: string): HTMLAttributes<HTMLButtonElement> => ({
    ...{ 'data-file-handle': key },
    onKeyDown: (event: KeyboardEvent) => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
      if (by === undefined) return
      event.preventDefault()
      focusNext.current = key
      move(key, by)
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(key)
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged !== key) return
      const over = rowUnder(event)
      if (over === undefined || over.key === key) return
      setMoved(key)
      onChange((draft) => {
        const index = (of: string | undefined) => draft.files.findIndex((file) => file.key === of)
        const isBelow = index(over.key) > index(key)
        // Past its middle, so that two rows do not change places to and fro.
        return isBelow === over.isLow ? moveFile(draft, key, isBelow ? 1 : -1) : draft
      })
    },
    onPointerUp: () => setDragged(undefined),
    onPointerCancel: () => setDragged(undefined),
  })
  return { dragged, moved, move, handleOf }
}
