import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeAtomically } from '../store/write-atomically.ts'

/** Bits of an RSA key, unless said otherwise. */
const USUAL_BITS = 2048
/** Keys of each kind that a pool keeps. */
const POOL_SIZE = 100

const generate = promisify(generateKeyPair)

let pool: string | undefined
const taken = new Map<string, number>()

/**
 * From now on takes keys out of a folder that other sandboxes take them from, too, and makes those that it lacks: a
 * sandbox with a dozen RSA keys of its own costs a test two seconds. No process takes a key twice; one that starts
 * again on the same data would, and must do without.
 */
export function takeKeysFrom(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  pool = folder
}

/** A key that nothing else here has, the public half as DER SubjectPublicKeyInfo. */
export async function createKey(type: 'rsa' | 'ec', bits: number = USUAL_BITS) {
  const privateKey = await (type === 'rsa' && pool !== undefined ? takeKey(pool, bits) : makeKey(type, bits))
  return { privateKey, publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }) }
}

async function makeKey(type: 'rsa' | 'ec', bits: number): Promise<KeyObject> {
  const made =
    type === 'rsa' ? await generate('rsa', { modulusLength: bits }) : await generate('ec', { namedCurve: 'prime256v1' })
  return made.privateKey
}

async function takeKey(folder: string, bits: number): Promise<KeyObject> {
  const kind = `rsa-${bits}`
  const number = taken.get(kind) ?? 0
  taken.set(kind, number + 1)
  if (number >= POOL_SIZE) return makeKey('rsa', bits)
  const path = join(folder, `${kind}-${number}.pem`)
  if (existsSync(path)) return createPrivateKey(readFileSync(path))
  const key = await makeKey('rsa', bits)
  // Of two sandboxes that make it at the same time the later one's stays for those to come; each keeps its own.
  writeAtomically(path, key.export({ type: 'pkcs8', format: 'pem' }))
  return key
}
