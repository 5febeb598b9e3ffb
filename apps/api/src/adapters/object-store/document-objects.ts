/**
 * Encrypts each document under a data key of its own, wrapped by the server's key: destroying the wrapped key is
 * erasure, wherever copies of the objects are. An object is format (1 byte), nonce (12), ciphertext, tag (16);
 * AES-256-GCM authenticates the document's id with it, so that no object can be passed off as another document's.
 */
import { createCipheriv, createDecipheriv, randomBytes, type DecipherGCM } from 'node:crypto'
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
    discard: async ({ id, stored }) => {
      await stored.catch(() => undefined)
      await store.delete(id)
    },
    read: async (key, objectId) => {
      const [opened, stored] = await Promise.all([dataKey(key), store.get(objectId)])
      const plaintext = decrypt(opened, key.documentId, stored)
      if (!plaintext) throw new ObjectError('OBJECT_DAMAGED', objectId)
      return plaintext
    },
    readInto: async (key, objectId, target) => {
      const opened = await dataKey(key)
      const isWhole = await decryptInto(target, { key: opened, documentId: key.documentId }, store.stream(objectId))
      if (!isWhole) throw new ObjectError('OBJECT_DAMAGED', objectId)
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
  const decipher = openDecipher(key, documentId, stored.subarray(0, HEADER))
  const plaintext = decipher.update(stored.subarray(HEADER, -TAG))
  return isAuthentic(decipher, stored.subarray(-TAG)) ? plaintext : undefined
}

/** Decrypts piece by piece. @returns whether it was an object of this document that fills the target */
async function decryptInto(
  target: Uint8Array,
  { key, documentId }: { readonly key: Uint8Array; readonly documentId: string },
  pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const ends = { header: Buffer.alloc(HEADER), tag: Buffer.alloc(TAG) }
  const length = HEADER + target.length + TAG
  let decipher: DecipherGCM | undefined
  let at = 0
  for await (const piece of pieces) {
    if (at + piece.length > length) return false
    const cut = (from: number, to: number) => piece.subarray(Math.max(0, from - at), Math.max(0, to - at))
    ends.header.set(cut(0, HEADER), Math.min(at, HEADER))
    ends.tag.set(cut(length - TAG, length), Math.max(0, at - (length - TAG)))
    if (at + piece.length >= HEADER) decipher ??= openDecipher(key, documentId, ends.header)
    const encrypted = cut(HEADER, length - TAG)
    if (decipher && encrypted.length > 0) target.set(decipher.update(encrypted), Math.max(0, at - HEADER))
    at += piece.length
  }
  return at === length && ends.header[0] === FORMAT && decipher !== undefined && isAuthentic(decipher, ends.tag)
}

function openDecipher(key: Uint8Array, documentId: string, header: Uint8Array): DecipherGCM {
  return createDecipheriv('aes-256-gcm', key, header.subarray(1)).setAAD(Buffer.from(documentId))
}

function isAuthentic(decipher: DecipherGCM, tag: Uint8Array): boolean {
  try {
    decipher.setAuthTag(tag).final()
    return true
  } catch {
    return false
  }
}
