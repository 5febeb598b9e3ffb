/** The file of heads that somebody keeps: what `audit heads --json` prints, or `audit watch` has written. */
import { readFile } from 'node:fs/promises'
import { UsageError } from '../command.ts'
import { writeAtomically } from '../write-atomically.ts'

/** One head of the file, with whatever else was kept of it. */
export interface KeptHead {
  readonly canonical: string
}

/** @throws {UsageError} for a file that holds something else */
export async function readKeptHeads(file: string): Promise<readonly KeptHead[]> {
  const text = await readFile(file, 'utf8')
  const refusal = new UsageError(`${file} is not what "audit heads --json" prints.`)
  let heads: unknown
  try {
    ;({ heads } = JSON.parse(text) as { heads: unknown })
  } catch {
    throw refusal
  }
  if (!Array.isArray(heads) || !heads.every(isKeptHead)) throw refusal
  return heads
}

const isKeptHead = (head: unknown): head is KeptHead =>
  typeof head === 'object' && head !== null && 'canonical' in head && typeof head.canonical === 'string'

/** As `readKeptHeads`, and none where there is no such file yet. */
export async function readKeptHeadsIfAny(file: string): Promise<readonly KeptHead[]> {
  try {
    return await readKeptHeads(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Adds those that are not there; the file holds what it held, or all of it. */
export async function keepHeads(file: string, heads: readonly KeptHead[]): Promise<void> {
  const kept = await readKeptHeadsIfAny(file)
  const known = new Set(kept.map(({ canonical }) => canonical))
  const added = heads.filter(({ canonical }) => !known.has(canonical))
  if (added.length === 0) return
  await writeAtomically(file, [Buffer.from(`${JSON.stringify({ ok: true, heads: [...kept, ...added] })}\n`)])
}
