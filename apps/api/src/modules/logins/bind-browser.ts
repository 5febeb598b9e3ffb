import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { QuestionSecrets } from './ports.ts'

/** A secret that only the browser keeps, or the one that it brought. */
export function browserSecret(brought: string | undefined): string {
  return brought !== undefined && isSecret(brought) ? brought : newSecret()
}

/** 256 random bits, 43 characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Anything else was not made here. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Nonce and PKCE verifier of a question: of the browser's secret, so that what is stored here answers nothing, and an
 * answer that was meant for another browser fits none of ours.
 */
export function secretsOf(browser: string, keyHash: Buffer): Omit<QuestionSecrets, 'state'> {
  const derive = (purpose: string) =>
    createHmac('sha256', browser).update(`login ${purpose} `).update(keyHash).digest('base64url')
  return { nonce: derive('nonce'), codeVerifier: derive('verifier') }
}
