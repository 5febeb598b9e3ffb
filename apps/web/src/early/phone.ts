/** Where things always stand in the same place: beside them there may be a rail or a scroll bar elsewhere. */
export const PHONE = '(width <= 760px) and (height > 480px) and (pointer: coarse)'
/** How long the application gives way to what is shown before it; most take less. */
const LONGEST_WAIT_MS = 1000

export const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** What settles when something is shown, or could not be, or takes too long. */
export const orTooLong = (shown: Promise<void> | undefined): Promise<void> =>
  Promise.race([shown?.catch(() => undefined), wait(LONGEST_WAIT_MS)])

/**
 * The width of the window (CSS pixels). A phone that is held upright shows a page over its whole screen, whose width is
 * known; for the window's own a browser has to lay out the page first, which a slow one takes its time for.
 */
export function windowWidth(): number {
  const isUpright = Boolean(screen.orientation?.type.startsWith('portrait'))
  return isUpright && screen.width <= 760 ? screen.width : innerWidth
}
