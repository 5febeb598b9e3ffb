/**
 * A PDF file as its newest revision shows it.
 *
 * Objects are parsed when touched and kept; the bytes are only ever looked at. A cross-reference entry that points at
 * something else makes the file damaged: `open-pdf.ts` decides whether a scan may take over.
 */
import { PdfError } from '../pdf-error.ts'
import { decodeStream } from '../filters/decode-stream.ts'
import { isInteger, isName, PdfDict, type PdfObject, PdfRef, PdfStream } from '../objects/pdf-objects.ts'
import { LIMITS } from './limits.ts'
import { ObjectStream } from './object-stream.ts'
import { type IndirectObject, parseIndirectObject } from './parse-object.ts'
import { SharedReading } from './shared-reading.ts'
import type { XrefEntry, XrefRevision } from './xref-section.ts'

const LONGEST_REFERENCE_CHAIN = 16

/** Decrypts an object, given its number and generation. */
export type Decrypt = (object: PdfObject, num: number, gen: number) => PdfObject

export interface DocumentSource {
  readonly bytes: Uint8Array
  readonly header: number
  readonly revisions: readonly XrefRevision[]
  readonly recovered: boolean
  /** The document of which this is an earlier state: its first octets, and its oldest sections. */
  readonly viewOf?: PdfDocument
}

export class PdfDocument {
  readonly bytes: Uint8Array
  /** Offset of the header; every offset in the file counts from here. */
  readonly header: number
  /** Newest first; never empty. */
  readonly revisions: readonly XrefRevision[]
  /** True when the only revision is the result of a scan. */
  readonly recovered: boolean
  private readonly objects = new Map<number, PdfObject>()
  private readonly objectStreams = new Map<number, ObjectStream>()
  private readonly odd = new Set<number>()
  private readonly reading = new Set<number>()
  private readonly shared: SharedReading
  private decrypt: Decrypt | null = null
  private decodedBytes = 0
  private parsedBytes = 0

  constructor(source: DocumentSource) {
    this.bytes = source.bytes
    this.header = source.header
    this.revisions = source.revisions
    this.recovered = source.recovered
    this.shared = source.viewOf?.shared ?? new SharedReading(source.bytes, source.revisions)
    this.decrypt = source.viewOf?.decrypt ?? null
  }

  /** From now on objects are read in clear, those of earlier states too. To be called before anything else is read. */
  useDecryption(decrypt: Decrypt | null): void {
    this.decrypt = decrypt
  }

  /** The newest trailer; of a hybrid or linearized file too. */
  get trailer(): PdfDict {
    const newest = this.revisions[0]
    if (newest === undefined) throw new PdfError('PDF_DAMAGED', { what: 'no xref' })
    return newest.section.trailer
  }

  /** The document catalogue and its reference. */
  get catalog(): { ref: PdfRef; dict: PdfDict } {
    const ref = this.trailer.get('Root')
    const dict = this.resolve(ref)
    if (!(ref instanceof PdfRef) || !(dict instanceof PdfDict)) throw new PdfError('PDF_DAMAGED', { what: 'catalogue' })
    return { ref, dict }
  }

  /** The encryption dictionary of the newest section that names one; null for a file in clear. */
  get encryption(): PdfDict | null {
    for (const { section } of this.revisions) {
      const encryption = section.trailer.get('Encrypt') ?? null
      if (encryption !== null) return this.resolveDict(encryption) ?? new PdfDict()
    }
    return null
  }

  /** The first object number that no revision uses. */
  get nextNumber(): number {
    let next = 1
    for (const { section, hidden } of this.revisions) {
      const declared = section.trailer.get('Size')
      const honest = isInteger(declared) && declared <= LIMITS.objectNumber ? declared : 0
      next = Math.max(next, section.size, hidden?.size ?? 0, honest)
    }
    return next
  }

  /** Follows references to the value; undefined, dangling and free become null. */
  resolve(object: PdfObject | undefined): PdfObject {
    let value = object ?? null
    for (let i = 0; value instanceof PdfRef; i++) {
      if (i > LONGEST_REFERENCE_CHAIN) throw new PdfError('PDF_DAMAGED', { what: 'references in a circle' })
      value = this.read(value)
    }
    return value
  }

  /** What stands under a number, which can be another reference. */
  readOnce(ref: PdfRef): PdfObject {
    return this.read(ref)
  }

  /** Whether what stands under a number has numbers that readers take for different ones. */
  isOdd(ref: PdfRef): boolean {
    this.read(ref)
    return this.odd.has(ref.num)
  }

  /** The dictionary (of the stream, too) that an object is; null for anything else. */
  resolveDict(object: PdfObject | undefined): PdfDict | null {
    const value = this.resolve(object)
    if (value instanceof PdfStream) return value.dict
    return value instanceof PdfDict ? value : null
  }

  /** @throws PdfError PDF_DAMAGED, PDF_TOO_COMPLEX */
  decode(stream: PdfStream): Uint8Array {
    const left = LIMITS.decodedTotal - this.decodedBytes
    const data = decodeStream(
      stream,
      (object) => this.resolve(object),
      Math.max(1, Math.min(left, LIMITS.decodedStream)),
    )
    this.decodedBytes += data.length
    return data
  }

  entry(num: number): XrefEntry | undefined {
    return this.shared.entry(num, this.revisions.length)
  }

  private read({ num, gen }: PdfRef): PdfObject {
    // A number with another generation is another object: the first lookup must not decide what later ones return.
    const key = gen === 0 ? num : num + gen * (LIMITS.objectNumber + 1)
    const known = this.objects.get(key)
    if (known !== undefined) return known
    const entry = this.entry(num)
    if (entry === undefined || entry.type === 'free') return null
    // An update could not write such a number again.
    if (gen > LIMITS.generation) throw new PdfError('PDF_DAMAGED', { what: 'generation', num })
    if (this.reading.has(num)) throw new PdfError('PDF_DAMAGED', { what: 'object inside itself', num })
    if (this.reading.size >= LIMITS.nestedReads)
      throw new PdfError('PDF_TOO_COMPLEX', { what: 'objects within objects' })
    this.reading.add(num)
    try {
      const value = entry.type === 'offset' ? this.readAt(num, gen, entry) : this.readWithin(num, entry.stream)
      this.objects.set(key, value)
      return value
    } finally {
      this.reading.delete(num)
    }
  }

  private readAt(num: number, gen: number, entry: { offset: number; gen: number }): PdfObject {
    if (entry.gen !== gen) return null
    const offset = entry.offset + this.header
    const object = this.shared.objectAt(offset, this.bytes.length) ?? this.parseAt(offset)
    if (object === null || object.num !== num) throw new PdfError('PDF_DAMAGED', { what: 'object offset', num })
    if (object.isOdd) this.odd.add(num)
    return this.decrypt === null ? object.value : this.decrypt(object.value, num, gen)
  }

  private readWithin(num: number, container: number): PdfObject {
    const stream = this.openObjectStream(container)
    const value = stream.read(num)
    if (stream.isOdd(num)) this.odd.add(num)
    return value
  }

  private parseAt(offset: number): IndirectObject | null {
    const object = parseIndirectObject(this.bytes, offset, (ref) => {
      const length = this.resolve(ref)
      return isInteger(length) ? length : undefined
    })
    if (object === null) return null
    // Honest objects do not overlap, so parsing all of them once takes no more than the file's length.
    this.parsedBytes += object.end - offset
    if (this.parsedBytes > 2 * this.bytes.length) throw new PdfError('PDF_TOO_COMPLEX', { what: 'overlapping objects' })
    this.shared.keep(offset, object)
    return object
  }

  private openObjectStream(num: number): ObjectStream {
    const known = this.objectStreams.get(num)
    if (known !== undefined) return known
    if (this.entry(num)?.type !== 'offset') throw new PdfError('PDF_DAMAGED', { what: 'object stream', num })
    const stream = this.read(new PdfRef(num, 0))
    if (!(stream instanceof PdfStream) || !isName(stream.dict.get('Type'), 'ObjStm')) {
      throw new PdfError('PDF_DAMAGED', { what: 'object stream', num })
    }
    const opened = new ObjectStream(stream.dict, this.decode(stream))
    this.objectStreams.set(num, opened)
    return opened
  }
}
