/** Asks the person, and goes on when they agree. */
export type AskBefore = (goOn: () => void) => void

let asking: AskBefore | undefined

/** Has every step that would lose work ask first. @returns a function that ends this. */
export function guardUnsavedWork(ask: AskBefore): () => void {
  asking = ask
  return () => {
    if (asking === ask) asking = undefined
  }
}

/** Does what would lose work that is not saved: at once when there is none, else after the person agreed. */
export function afterUnsavedWork(goOn: () => void): void {
  if (asking) asking(goOn)
  else goOn()
}
