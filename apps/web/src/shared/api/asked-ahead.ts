/** How long an answer that nobody came for is kept: what stands in it would be old. */
const KEPT_MS = 20_000

interface Ahead {
  readonly authorization: string
  readonly answer: Promise<Response>
}

declare global {
  /** What was asked for by code that stands in the page itself, which shares no module with the application. */
  var callsAhead: Map<string, Ahead> | undefined
}
const calls = (globalThis.callsAhead ??= new Map())

/** Makes a GET call before the code that needs its answer is here. Its failure is told to who comes for it. */
export function askAhead(address: string, authorization: string): void {
  if (calls.has(address)) return
  const answer = fetch(address, { headers: { authorization } })
  answer.catch(() => undefined)
  calls.set(address, { authorization, answer })
  setTimeout(() => calls.delete(address), KEPT_MS)
}

/** The answer to a call that was made ahead, for who looks at it only; undefined without such a call. */
export function answerAhead(address: string): Promise<Response> | undefined {
  return calls.get(address)?.answer
}

/** `fetch`, except that the first who makes a call that was made ahead, for the same person, gets its answer. */
export function fetchUnlessAsked(address: string, init: RequestInit): Promise<Response> {
  const ahead = calls.get(address)
  if (!ahead || init.method !== 'GET') return fetch(address, init)
  calls.delete(address)
  const isSamePerson = new Headers(init.headers).get('authorization') === ahead.authorization
  return isSamePerson ? ahead.answer : fetch(address, init)
}
