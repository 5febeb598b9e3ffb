import { createHash, type Hash } from 'node:crypto'
import { isStoreOutage, ObjectError, type DocumentKey } from '../../ports/object-store.ts'
import type { ObjectFinding, ObjectRow, ObjectsChecked, VerifyObjects } from './ports.ts'

/**
 * Reads every object that a row names, one after another, and compares it with its digest, its document's key, and the
 * row's length and digest. No more than one object is in memory.
 */
export async function* verifyObjects(needs: VerifyObjects, after?: string): AsyncGenerator<ObjectsChecked> {
  for await (const document of needs.documents(after)) {
    const { documentId, key, rows } = document
    const findings = key ? await checkDocument(needs, key, rows) : []
    yield { documentId, objects: key ? rows.length : 0, findings }
  }
}

async function checkDocument(
  needs: VerifyObjects,
  key: DocumentKey,
  rows: readonly ObjectRow[],
): Promise<ObjectFinding[]> {
  const findings: ObjectFinding[] = []
  const bases: Bases = new Map([[0, createHash('sha256')]])
  for (const row of rows) {
    const outcome = await readObject(needs, key, row)
    const problem = typeof outcome === 'string' ? outcome : compareWithRow(outcome, row, bases)
    if (!problem) continue
    if (row.digest !== undefined) bases.delete(endOf(row))
    findings.push({ documentId: key.documentId, row: row.row, objectId: row.objectId, problem })
  }
  return findings
}

/**
 * What revisions can lie on, by its length: the file up to there. One that could not be read is not there, and the digests
 * of those that lie on it say nothing.
 */
type Bases = Map<number, Hash>

const endOf = ({ baseLength = 0, length = 0 }: ObjectRow) => baseLength + length

/** @param bases takes the revision up */
function compareWithRow(object: Uint8Array, row: ObjectRow, bases: Bases): 'exchanged' | undefined {
  if (row.length !== undefined && row.length !== object.length) return 'exchanged'
  const base = row.digest === undefined ? undefined : bases.get(row.baseLength ?? 0)
  if (row.digest === undefined || !base) return undefined
  const whole = base.copy().update(object)
  bases.set(endOf(row), whole)
  return whole.copy().digest().equals(row.digest) ? undefined : 'exchanged'
}

async function readObject(
  { store, objects }: VerifyObjects,
  key: DocumentKey,
  { objectId }: ObjectRow,
): Promise<Uint8Array | ObjectFinding['problem']> {
  try {
    return await objects.read(key, objectId)
  } catch (error) {
    // Of a store that is away nothing can be said: the run ends, and the next one goes on from here.
    if (isStoreOutage(error)) throw error
    if (!(error instanceof ObjectError)) return 'unreadable'
    if (error.code === 'OBJECT_MISSING') return 'missing'
    // Whole, and yet not to be opened with this document's key.
    return store.get(objectId).then(
      () => 'exchanged' as const,
      (unread: unknown) => {
        if (isStoreOutage(unread)) throw unread
        return 'damaged' as const
      },
    )
  }
}
