/**
 * What stands on the screen before the application is there, put there by code that stands in the page itself and
 * shares no module with the application. Whoever shows something in its place takes it away.
 */

declare global {
  /** Something else stands in its place, or never will. */
  var isEarlyViewOver: boolean | undefined
}

/** The id of its element. */
const EARLY_VIEW_ID = 'early-view'

/** Shows elements over the empty window, where nobody can reach them. Settles when they are drawn. */
export async function showEarlyView(kind: string, ...content: readonly HTMLElement[]): Promise<void> {
  if (globalThis.isEarlyViewOver) return
  const view = Object.assign(document.createElement('div'), { id: EARLY_VIEW_ID, className: kind, inert: true })
  view.append(...content)
  document.body.append(view)
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
}

export function removeEarlyView(): void {
  globalThis.isEarlyViewOver = true
  document.getElementById(EARLY_VIEW_ID)?.remove()
}
