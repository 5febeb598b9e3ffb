/**
 * Where bytes are kept: a space of immutable objects, each named by the day on which it was stored and by the SHA-256 of
 * its stored bytes, `ab/2031-01-31/ab…`. Objects of before such names are named by the SHA-256 alone. An object is
 * written, and safe, before the row that names it; what no row names is collected later.
 */
export interface ObjectStore {
  /** Stores the parts, joined, and returns their id. Storing the same bytes again is no error. */
  put(parts: readonly Uint8Array[]): Promise<string>
  /** The same, with its id at once. */
  begin(parts: readonly Uint8Array[]): ObjectUnderWay
  /**
   * Stores an object under the id that it has elsewhere.
   * @throws {ObjectError} OBJECT_DAMAGED when the id is not that of these bytes
   */
  keep(id: string, bytes: Uint8Array): Promise<void>
  /** @throws {ObjectError} OBJECT_MISSING; OBJECT_DAMAGED when the bytes are not those that were stored. */
  get(id: string): Promise<Uint8Array>
  /** The same piece by piece; whether they are what was stored is known only after the last one. */
  stream(id: string): AsyncIterable<Uint8Array>
  /** Octets of an object, undefined when it is not there. Its bytes are not looked at. */
  sizeOf(id: string): Promise<number | undefined>
  delete(id: string): Promise<void>
  /** Nobody can delete the object before then; a later day takes the place of an earlier one. Undefined on a disk. */
  readonly retain: ((id: string, until: Date) => Promise<void>) | undefined
  /** Finds out whether objects can be stored. @throws {ObjectError} OBJECT_STORE_FULL; what else is in the way */
  probe(): Promise<void>
  /** Objects whose id begins like this: with two hex digits, or with two and a day, `ab/2031-01-31`. */
  list(beginning: string): AsyncIterable<StoredObject>
}

/** An object that is being written. */
export interface ObjectUnderWay {
  readonly id: string
  /** Settles once it is safe, or could not be written. */
  readonly stored: Promise<void>
}

export interface StoredObject {
  readonly id: string
  readonly size: number
  readonly storedAt: Date
}

/**
 * Names a document together with its data key, which only the server's key opens. Without the wrapped key nothing of
 * the document can be read.
 */
export interface DocumentKey {
  readonly documentId: string
  readonly wrappedKey: Uint8Array
}

/** Objects of documents: each is encrypted under its document's own key. */
export interface DocumentObjects {
  /** A new data key, wrapped, for `documents.wrapped_data_key`. */
  newKey(documentId: string): Promise<Uint8Array>
  /** Encrypts and stores. @returns the object's id. */
  write(key: DocumentKey, plaintext: Uint8Array): Promise<string>
  /** Encrypts, and begins to store. */
  begin(key: DocumentKey, plaintext: Uint8Array): Promise<ObjectUnderWay>
  /** Deletes an object that no row names, and that none will. */
  discard(object: ObjectUnderWay): Promise<void>
  /** @throws {ObjectError} OBJECT_MISSING, OBJECT_DAMAGED (also for an object of another document). */
  read(key: DocumentKey, objectId: string): Promise<Uint8Array>
  /**
   * Reads an object of exactly this length into `target`, without another copy of it in memory. After an error nothing
   * in `target` means anything.
   * @throws {ObjectError} as `read`; OBJECT_DAMAGED for another length
   */
  readInto(key: DocumentKey, objectId: string, target: Uint8Array): Promise<void>
}

export type ObjectErrorCode = 'OBJECT_MISSING' | 'OBJECT_DAMAGED' | 'OBJECT_STORE_FULL' | 'OBJECT_STORE_AWAY'

export class ObjectError extends Error {
  override readonly name = 'ObjectError'
  readonly code: ObjectErrorCode
  readonly objectId: string | undefined

  constructor(code: ObjectErrorCode, objectId?: string, options?: ErrorOptions) {
    super(objectId === undefined ? code : `${code} ${objectId}`, options)
    this.code = code
    this.objectId = objectId
  }
}

/** Whether an error says that nothing can be stored or read for the moment, whichever object it is. */
export const isStoreOutage = (error: unknown): boolean =>
  error instanceof ObjectError && ['OBJECT_STORE_FULL', 'OBJECT_STORE_AWAY'].includes(error.code)
