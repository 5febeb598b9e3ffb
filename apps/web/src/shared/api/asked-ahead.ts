/** How long an answer that nobody came for is kept: what stands in it would be old. */
const KEPT_MS = 20_000

interface Ahead {
  readonly authorization: string
  /** Gives an answer that nobody has read. */
  readonly answer: () => Promise<Response>
}

declare global {
  /** What was asked for by code that stands in the page itself, which shares no module with the application. */
  var callsAhead: Map<string, Ahead> | undefined
}
const calls = (globalThis.callsAhead ??= new Map<string, Ahead>())

/** Makes a GET call before the code that needs its answer is here. Whoever takes the answer gets the failure too. */
export function askAhead(address: string, authorization: string): void {
  if (calls.has(address)) return
  const answer = fetch(address, { headers: { authorization } })
  answer.catch(() => undefined)
  calls.set(address, { authorization, answer: () => answer })
  setTimeout(() => calls.delete(address), KEPT_MS)
}

/**
 * The text of the good answer to a call that was made ahead, for who looks at it only: it stays there for who makes the
 * call. Undefined without such a call, or when it was refused.
 */
export async function readAhead(address: string): Promise<string | undefined> {
  const ahead = calls.get(address)
  if (!ahead) return undefined
  const response = ahead.answer()
  const text = response.then((answered) => answered.text())
  text.catch(() => undefined)
  const answer = async () => {
    const { status, headers } = await response
    return new Response((await text) || null, { status, headers })
  }
  calls.set(address, { ...ahead, answer })
  return (await response).ok ? text : undefined
}

/** `fetch`, except that the first who makes a call that was made ahead, for the same person, gets its answer. */
export function fetchUnlessAsked(address: string, init: RequestInit): Promise<Response> {
  const ahead = calls.get(address)
  if (!ahead || init.method !== 'GET') return fetch(address, init)
  calls.delete(address)
  const isSamePerson = new Headers(init.headers).get('authorization') === ahead.authorization
  return isSamePerson ? ahead.answer() : fetch(address, init)
}
