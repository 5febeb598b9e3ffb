import { createHash, randomBytes } from 'node:crypto'

/** A prefix by which people, and programs that look for leaked secrets, know it; the id; 32 random bytes. */
const FORM = /^rbk_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/
const SECRET_BYTES = 32

/** Whether a bearer token calls itself a personal key, well formed or not. */
export const isPersonalKey = (token: string): boolean => token.startsWith('rbk_')

/** @returns undefined for what is no key, of which nobody is asked */
export function readKey(token: string): { readonly id: string; readonly secret: string } | undefined {
  const parts = FORM.exec(token)
  if (!parts) return undefined
  return { id: parts.slice(1, 6).join('-'), secret: parts[6]! }
}

/** @param id a UUID @returns the key, and what is kept of it */
export function makeKey(id: string): { readonly key: string; readonly secretHash: Buffer } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return { key: `rbk_${id.replaceAll('-', '')}_${secret}`, secretHash: hashOfSecret(secret) }
}

/** The secrets are random, so a plain hash is as strong as a slow one. */
export const hashOfSecret = (secret: string): Buffer =>
  createHash('sha256').update(`rubrica-personal-key:${secret}`).digest()
