/** The page lost the focus, or has it again. */
export interface FocusChange {
  readonly hasFocus: boolean
  /** Milliseconds from the launch. */
  readonly ms: number
}

/**
 * What the focus of the page shows about a launch.
 *
 * - kept: nothing came to the front.
 * - away: something did, and is there still: the browser's question, or the application where the person lets the
 *   browser open it without a question.
 * - answered: something did, and went: the question, after which no application showed itself.
 * - taken-again: after the question the application came to the front.
 */
export type FocusStory = 'kept' | 'away' | 'answered' | 'taken-again'

/**
 * The window with which the application begins follows the answer to the browser's question; measured 1.5 s after it,
 * on a machine where it then took up to 11 s to listen. What comes later is the person, who looks at something else.
 */
const SPLASH_WITHIN_MS = 12_000

/**
 * Measured on the real application, a browser with its own question, and the focus of a real desktop (milliseconds
 * from the launch): question refused: lost 1888, back 3310. Not installed: lost 573, back 2978. Allowed and never
 * started: lost 381, back 2881. Started: lost 449, back 2923, lost again 4468.
 */
export function readFocus(changes: readonly FocusChange[]): FocusStory {
  const lost = changes.filter(({ hasFocus }, index) => !hasFocus && changes[index - 1]?.hasFocus !== false)
  if (lost.length === 0) return 'kept'
  const isTakenAgain = lost.slice(1).some((change) => {
    const back = changes[changes.indexOf(change) - 1]
    return back !== undefined && change.ms - back.ms <= SPLASH_WITHIN_MS
  })
  if (isTakenAgain) return 'taken-again'
  return lost.length > 1 || changes.at(-1)?.hasFocus === true ? 'answered' : 'away'
}
