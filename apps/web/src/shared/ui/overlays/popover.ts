const GAP = 4

/** Puts a popover under what opens it, its right edges on one line, as far as the window allows. */
export function placeUnder(popover: HTMLElement, anchor: Element): void {
  const { right, bottom } = anchor.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  popover.style.top = `${bottom + GAP}px`
  const toTheRight = Math.max(GAP, width - right)
  popover.style.right = `${toTheRight}px`
  // On a phone the anchor may stand so far to the left that its popover would begin outside the window.
  popover.style.maxWidth = `${width - toTheRight - GAP}px`
  popover.style.maxHeight = `calc(100dvh - ${bottom + 2 * GAP}px)`
}
