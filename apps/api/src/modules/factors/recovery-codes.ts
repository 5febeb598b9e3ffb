/** Codes for who has lost their other factors: 80 random bits each, so that a plain hash of one is as good as a slow one. */
import { createHash, randomBytes } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { FactorStore } from './ports.ts'

const CODES = 10
const CHARACTERS = 16
/** Crockford's base 32: what people take for another sign is not in it. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export interface MadeCodes {
  /** As they are shown, this once. */
  readonly codes: readonly string[]
  readonly hashes: readonly Buffer[]
}

export function makeCodes(userId: string): MadeCodes {
  const codes = Array.from({ length: CODES }, () => {
    const signs = [...randomBytes(CHARACTERS)].map((octet) => ALPHABET[octet % ALPHABET.length])
    return signs.join('').replace(/.{4}(?=.)/g, '$&-')
  })
  return { codes, hashes: codes.map((code) => hashOfCode(userId, code)) }
}

/** What is kept of a code, as it may be typed: without regard to case, and to what stands between its parts. */
export function hashOfCode(userId: string, typed: string): Buffer {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(`rubrica-recovery-code:${userId}:${code}`).digest()
}

/**
 * New codes, in the place of those of before. @throws {PortalError} FACTOR_MISSING for who has nothing that they would
 * stand in for
 */
export async function makeCodesAnew(
  { factors, now }: { readonly factors: Pick<FactorStore, 'replaceRecoveryCodes'>; readonly now: () => Date },
  userId: string,
): Promise<readonly string[]> {
  const { codes, hashes } = makeCodes(userId)
  if (await factors.replaceRecoveryCodes(userId, hashes, now())) return codes
  throw new PortalError('FACTOR_MISSING', 'Add a passkey or an authenticator app first.')
}
