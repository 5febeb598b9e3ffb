/**
 * Starting the application: its address is opened in a hidden frame, in every browser. A link or `location` would ask a
 * page that guards its work whether it may be left, and Firefox would leave it for an error when no program knows the
 * scheme; in the frame nobody sees that error. The policy of the page has to allow it: `frame-src afirma:`.
 */

/** The browser has the answer at once, or asks the person; the frame is of no use afterwards. */
const FRAME_LIFE_MS = 60_000

export function launchByAddress(address: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = address
  document.body.append(frame)
  setTimeout(() => frame.remove(), FRAME_LIFE_MS)
}

/** Has another program start it, where the machine knows no such scheme. Rejects when that program is not there. */
export async function launchByRequest(launcher: string, address: string): Promise<void> {
  const answer = await fetch(launcher, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: address }),
    credentials: 'omit',
  })
  if (!answer.ok) throw new Error(`The launcher answered ${answer.status}`)
}
