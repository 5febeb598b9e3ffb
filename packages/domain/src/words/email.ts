const MAX_EMAIL = 254
const MAX_LOCAL_PART = 64
/** Blanks, control characters, and the marks by which an address in a mail's header would become something else. */
const FORBIDDEN = /[\s\p{C}"(),:;<>[\]\\]/u
const DOMAIN =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)*$/u

/**
 * Whether a text may be an e-mail address: one that a server would at least try to write to. Letters of every alphabet
 * are letters (RFC 6531); quoted local parts and addresses in brackets are taken for mistakes.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || text.length > MAX_EMAIL || local.length > MAX_LOCAL_PART || FORBIDDEN.test(text)) return false
  if (local.includes('@') || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return DOMAIN.test(text.slice(at + 1))
}
