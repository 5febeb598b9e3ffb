import type { Grant } from './ports.ts'

/** The application's address with an answer in its query (RFC 6749 §4.1.2); what the query already had stays. */
export function answerAddress(
  { redirectUri, state }: Pick<Grant, 'state'> & { readonly redirectUri: string },
  answer: Readonly<Record<string, string>>,
): string {
  const fields = new URLSearchParams({ ...answer, ...(state !== null && { state }) })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${fields.toString()}`
}
