import { createHash, type Hash } from 'node:crypto'
import { ObjectError, type DocumentKey } from '../../ports/object-store.ts'
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
  // After a revision that cannot be read, the digests of those that follow say nothing.
  let soFar: Hash | undefined = createHash('sha256')
  for (const row of rows) {
    const outcome = await readObject(needs, key, row)
    const problem = typeof outcome === 'string' ? outcome : compareWithRow(outcome, row, soFar)
    if (!problem) continue
    if (row.digest !== undefined) soFar = undefined
    findings.push({ documentId: key.documentId, row: row.row, objectId: row.objectId, problem })
  }
  return findings
}

/** @param soFar over the revisions before this one; takes it up. Undefined where one of those could not be read */
function compareWithRow(object: Uint8Array, row: ObjectRow, soFar: Hash | undefined): 'exchanged' | undefined {
  const isRevision = row.digest !== undefined
  if (isRevision) soFar?.update(object)
  const isOther = isRevision && soFar !== undefined && !soFar.copy().digest().equals(row.digest)
  return isOther || (row.length !== undefined && row.length !== object.length) ? 'exchanged' : undefined
}

async function readObject(
  { store, objects }: VerifyObjects,
  key: DocumentKey,
  { objectId }: ObjectRow,
): Promise<Uint8Array | ObjectFinding['problem']> {
  try {
    return await objects.read(key, objectId)
  } catch (error) {
    if (!(error instanceof ObjectError)) return 'unreadable'
    if (error.code === 'OBJECT_MISSING') return 'missing'
    // Whole, and yet not to be opened with this document's key.
    return store.get(objectId).then(
      () => 'exchanged' as const,
      () => 'damaged' as const,
    )
  }
}
