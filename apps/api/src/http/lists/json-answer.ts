import { Answer } from '../bind/call-types.ts'

/** JSON with headers of its own; nobody on the way may keep it. */
export function jsonAnswer(content: unknown, headers: Readonly<Record<string, string>>, status = 200): Answer {
  const own = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Answer(status, { ...own, ...headers }, JSON.stringify(content))
}
