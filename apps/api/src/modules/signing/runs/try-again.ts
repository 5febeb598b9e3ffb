/** How often, and after which pause, a document of a run is tried again. */

/** An error that has no name is one of ours, and may be of this document alone. */
export const MOST_TRIES = 8
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 5 * 60_000

/** @returns milliseconds */
export const pauseAfter = (tries: number): number => Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)
