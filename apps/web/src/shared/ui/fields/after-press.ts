/**
 * Does what a field does when it is left, but not between a press and its release: what appears then would push away
 * what is pressed, and the press would be lost.
 */
export function afterPress(run: () => void): void {
  if (!document.querySelector(':active')) run()
  else addEventListener('mouseup', () => setTimeout(run), { once: true, capture: true })
}
