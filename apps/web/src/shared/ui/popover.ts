const GAP = 4

/** Puts a popover under what opens it, its right edges on one line, as far as the window allows. */
export function placeUnder(popover: HTMLElement, anchor: Element): void {
  const { right, bottom } = anchor.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  popover.style.top = `${bottom + GAP}px`
  popover.style.right = `${Math.max(GAP, width - right)}px`
  popover.style.maxHeight = `calc(100dvh - ${bottom + 2 * GAP}px)`
}
