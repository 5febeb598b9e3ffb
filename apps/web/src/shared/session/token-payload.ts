export interface TokenPayload {
  readonly sub: string
  readonly legalid: string
}

/**
 * What a bearer token (JWT) says about its user, without checking its signature: the server does that.
 * Null when the text is no token or lacks `sub`.
 */
export function readTokenPayload(token: string): TokenPayload | null {
  const part = token.split('.')[1]
  if (part === undefined) return null
  try {
    const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const payload = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null
    if (typeof payload?.sub !== 'string') return null
    return { sub: payload.sub, legalid: typeof payload.legalid === 'string' ? payload.legalid : '' }
  } catch {
    return null
  }
}
