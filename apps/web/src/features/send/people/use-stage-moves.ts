import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { changeSigner, moveSigner, type Draft } from '../draft.ts'

/** A signer who is dragged, and the stage that they are over. */
interface Dragged {
  readonly userId: string
  readonly over: number | undefined
}

/** How near to the edge of the window a drag scrolls it, in CSS pixels. */
const EDGE = 48

function stageUnder({ clientX, clientY }: PointerEvent): number | undefined {
  const element = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-stage]')
  return element ? Number(element.dataset.stage) : undefined
}

function scrollAtEdges({ clientY }: PointerEvent): void {
  if (clientY < EDGE) window.scrollBy(0, -EDGE / 4)
  if (clientY > window.innerHeight - EDGE) window.scrollBy(0, EDGE / 4)
}

/**
 * Signers moved from stage to stage by their handles: dragged to a stage (an element with `data-stage`), or by the arrow
 * keys. The handle keeps the focus, since the signer is drawn anew in another list.
 */
export function useStageMoves(onChange: (change: (draft: Draft) => Draft) => void) {
  const [dragged, setDragged] = useState<Dragged>()
  const [movedUser, setMovedUser] = useState<string>()
  const focusNext = useRef<string>(undefined)
  useEffect(() => {
    if (focusNext.current === undefined) return
    const handle = document.querySelector<HTMLElement>(`[data-handle="${CSS.escape(focusNext.current)}"]`)
    focusNext.current = undefined
    handle?.focus()
  })

  const move = (userId: string, change: (draft: Draft) => Draft) => {
    focusNext.current = userId
    setMovedUser(userId)
    onChange(change)
  }
  const handleOf = (userId: string) => ({
    'data-handle': userId,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') return setDragged(undefined)
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
      if (by === undefined) return
      event.preventDefault()
      move(userId, (draft) => moveSigner(draft, userId, by))
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged({ userId, over: undefined })
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged?.userId !== userId) return
      scrollAtEdges(event)
      setDragged({ userId, over: stageUnder(event) })
    },
    onPointerUp: (event: PointerEvent) => {
      if (dragged?.userId !== userId) return
      const stage = stageUnder(event)
      setDragged(undefined)
      if (stage !== undefined) move(userId, (draft) => changeSigner(draft, userId, { stage }))
    },
    onPointerCancel: () => setDragged(undefined),
  })
  return { dragged, movedUser, handleOf }
}
