/** Objects of a new document on their way to the disk. */
import { setImmediate } from 'node:timers/promises'
import type { DocumentKey, DocumentObjects, ObjectUnderWay } from '../../ports/object-store.ts'

/**
 * A file of more octets is written once it is known to be any good, and is on the disk before a connection to the
 * database is taken. A smaller one is written meanwhile.
 */
const LARGE = 1024 * 1024

/** The key of a new document, and its file if it is being written already. */
export interface BegunFile {
  readonly key: DocumentKey
  readonly object: ObjectUnderWay | undefined
}

/** Begins to write a small file while others look at it, once they have been given their work. */
export async function beginFile(objects: DocumentObjects, documentId: string, file: Uint8Array): Promise<BegunFile> {
  const key = { documentId, wrappedKey: await objects.newKey(documentId) }
  if (file.length > LARGE) return { key, object: undefined }
  await setImmediate()
  return { key, object: await beginObject(objects, key, file) }
}

/** @returns with the object under way, or on the disk if it is large. A failure shows where `stored` is waited for. */
export async function beginObject(
  objects: DocumentObjects,
  key: DocumentKey,
  bytes: Uint8Array,
): Promise<ObjectUnderWay> {
  const object = await objects.begin(key, bytes)
  object.stored.catch(() => undefined)
  if (bytes.length > LARGE) await object.stored
  return object
}

/** What was written of a file that is refused, or kept in another form. If that fails, it is collected later. */
export async function discardFile(objects: DocumentObjects, { object }: BegunFile): Promise<void> {
  if (object) await objects.discard(object).catch(() => undefined)
}
