import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const PROGRAM = resolve(import.meta.dirname, '../archiving/merkle_root.py')

/** Trees and proofs of RFC 9162 as the definitions have them, by another program in another language. */
export async function askPython(...args: string[]): Promise<string> {
  return (await promisify(execFile)('python3', [PROGRAM, ...args])).stdout.trim()
}
