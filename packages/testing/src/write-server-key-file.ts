import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a key file with one fresh key, as an operator brings it to a machine: a server makes none of its own accord. */
export async function writeServerKeyFile(path: string): Promise<void> {
  const key = { version: 1, key: randomBytes(32).toString('base64'), createdAt: new Date().toISOString() }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, JSON.stringify({ format: 1, active: 1, keys: [key] }), { mode: 0o600 })
}
