export interface TokenPayload {
  readonly sub: string
  readonly legalid: string
}

/** When a token was given and when it ends, by the clock of the server, in milliseconds since 1970. */
export interface TokenTimes {
  readonly from: number
  readonly to: number
}

/** The claims of a bearer token (JWT), without checking its signature: the server does that. Null for other texts. */
function readClaims(token: string): Record<string, unknown> | null {
  const part = token.split('.')[1]
  if (part === undefined) return null
  try {
    const binary = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null
  } catch {
    return null
  }
}

/** What a bearer token says about its user. Null when the text is no token or lacks `sub`. */
export function readTokenPayload(token: string): TokenPayload | null {
  const claims = readClaims(token)
  if (typeof claims?.sub !== 'string') return null
  return { sub: claims.sub, legalid: typeof claims.legalid === 'string' ? claims.legalid : '' }
}

/** Whether a bearer token opens one document alone. */
export const isOfOneDocument = (token: string): boolean => typeof readClaims(token)?.document === 'string'

/** How long a bearer token holds; null when it does not say. */
export function readTokenTimes(token: string): TokenTimes | null {
  const claims = readClaims(token)
  if (typeof claims?.iat !== 'number' || typeof claims.exp !== 'number') return null
  return { from: claims.iat * 1000, to: claims.exp * 1000 }
}
