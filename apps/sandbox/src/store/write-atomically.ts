import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file so that a reader (or the next start after a crash) sees all of it or none; readable by the owner only.
 */
export function writeAtomically(path: string, content: Uint8Array | string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = openSync(draft, 'wx', 0o600)
  try {
    const bytes = Buffer.from(content)
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Makes renames and new names in a folder survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
