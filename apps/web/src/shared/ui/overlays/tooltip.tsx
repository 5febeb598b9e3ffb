import { cloneElement, useEffect, useId, useRef, type HTMLAttributes, type ReactElement } from 'react'
import styles from './tooltip.module.css'

interface TooltipProps {
  text: string
  /** One element that can take focus: give it `tabIndex={0}` and a role when it is not a control. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

const OPEN_MS = 300
/** Long enough to reach the words with the pointer. */
const CLOSE_MS = 200
const GAP = 6

/** Under the element, or above it where there is no room; the words are measured once they are shown. */
function place(tooltip: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { width, height } = tooltip.getBoundingClientRect()
  const below = bottom + GAP
  tooltip.style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - width - GAP))}px`
  tooltip.style.top = `${below + height <= innerHeight ? below : top - GAP - height}px`
}

/** More words on an element while it is pointed at or holds focus; Escape puts them away. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const words = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const show = () => {
    const anchor = box.current?.firstElementChild
    if (!anchor || !words.current || words.current.matches(':popover-open')) return
    words.current.showPopover()
    place(words.current, anchor.getBoundingClientRect())
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    words.current?.hidePopover()
  }
  const after = (ms: number, run: () => void) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(run, ms)
  }
  return (
    <span
      ref={box}
      className={styles.box}
      onPointerEnter={(event) => event.pointerType !== 'touch' && after(OPEN_MS, show)}
      onPointerLeave={() => after(CLOSE_MS, hide)}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={hide}
      onClick={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={words} id={id} role="tooltip" popover="manual" className={styles.tooltip}>
        {text}
      </span>
    </span>
  )
}
