/** Milliseconds that `Retry-After` asks for (RFC 9110 §10.2.3); 0 for one that says nothing. */
export function readRetryAfter(text: string | undefined, at: Date): number {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? 0 : Math.max(0, moment - at.getTime())
}
