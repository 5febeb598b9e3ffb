/**
 * Encrypts each document under a data key of its own, wrapped by the server's key: destroying the wrapped key is
 * erasure, wherever copies of the objects are. An object is format (1 byte), nonce (12), ciphertext, tag (16);
 * AES-256-GCM authenticates the document's id with it, so that no object can be passed off as another document's.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { ObjectError, type DocumentKey, type DocumentObjects, type ObjectStore } from '../../ports/object-store.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'

const FORMAT = 1
const HEADER = 13
const TAG = 16
const DATA_KEY_BYTES = 32

/** What a document's data key is bound to when it is wrapped. */
export const dataKeyBinding = (documentId: string): string => `document-data-key:${documentId}`

export function openDocumentObjects(store: ObjectStore, serverKeys: ServerKeys): DocumentObjects {
  const dataKey = ({ documentId, wrappedKey }: DocumentKey) => serverKeys.unwrap(wrappedKey, dataKeyBinding(documentId))
  return {
    newKey: (documentId) => serverKeys.wrap(randomBytes(DATA_KEY_BYTES), dataKeyBinding(documentId)),
    write: async (key, plaintext) => store.put(encrypt(await dataKey(key), key.documentId, plaintext)),
    begin: async (key, plaintext) => store.begin(encrypt(await dataKey(key), key.documentId, plaintext)),
    read: async (key, objectId) => {
      const [opened, stored] = await Promise.all([dataKey(key), store.get(objectId)])
      const plaintext = decrypt(opened, key.documentId, stored)
      if (!plaintext) throw new ObjectError('OBJECT_DAMAGED', objectId)
      return plaintext
    },
  }
}

function encrypt(key: Uint8Array, documentId: string, plaintext: Uint8Array): readonly Uint8Array[] {
  const header = Buffer.concat([Buffer.of(FORMAT), randomBytes(HEADER - 1)])
  const cipher = createCipheriv('aes-256-gcm', key, header.subarray(1)).setAAD(Buffer.from(documentId))
  return [header, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]
}

function decrypt(key: Uint8Array, documentId: string, stored: Uint8Array): Uint8Array | undefined {
  if (stored.length < HEADER + TAG || stored[0] !== FORMAT) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(1, HEADER))
  decipher.setAAD(Buffer.from(documentId)).setAuthTag(stored.subarray(-TAG))
  try {
    const plaintext = decipher.update(stored.subarray(HEADER, -TAG))
    decipher.final()
    return plaintext
  } catch {
    return undefined
  }
}
