/** Times of the specification (§9), in milliseconds. */

/** From the start of the application to the first look for it. */
export const LOAD_WAIT_MS = 1500
/** How long the dialog stays when everything is signed. */
export const CLOSE_DELAY_MS = { list: 1000, detail: 2000 } as const
