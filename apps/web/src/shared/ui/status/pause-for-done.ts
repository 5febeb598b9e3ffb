const DONE_MS = 900

/** Lets "done" stay long enough to be read before the screen goes on. */
export function pauseForDone(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, DONE_MS))
}
