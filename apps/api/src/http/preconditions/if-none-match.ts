import { createHash } from 'node:crypto'

/** The strong tag of an answer (RFC 9110, 8.8.3), for the header ETag. */
export const tagOf = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`

/**
 * Whether the caller has the answer of this tag already (RFC 9110, 13.1.2, where tags compare weakly).
 * @param ifNoneMatch as it came; undefined without one
 */
export const isKnown = (tag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
