/**
 * What the views of one file, each as of one of its revisions, have in common, so that it is read once for all of them.
 *
 * Nothing that depends on a view may be shared. So streams are not, whose length may be in another object, and neither
 * is an object whose end lies beyond the octets of the view.
 */
import { PdfStream } from '../objects/pdf-objects.ts'
import type { IndirectObject } from './parse-object.ts'
import { FREE, lookupInRevision, type XrefEntry, type XrefRevision } from './xref-section.ts'

const END = Buffer.from('endobj')

interface Mention {
  /** Sections older than the one that says so. */
  readonly older: number
  readonly entry: XrefEntry
}

export class SharedReading {
  readonly #bytes: Uint8Array
  /** Newest first. */
  readonly #chain: readonly XrefRevision[]
  readonly #mentions = new Map<number, readonly Mention[]>()
  readonly #objects = new Map<number, IndirectObject>()

  constructor(bytes: Uint8Array, chain: readonly XrefRevision[]) {
    this.#bytes = bytes
    this.#chain = chain
  }

  /** What the newest of the `count` oldest sections says of an object; undefined when none of them mentions it. */
  entry(num: number, count: number): XrefEntry | undefined {
    // Number 0 is the head of the list of free ones (clause 7.5.4).
    if (num === 0) return FREE
    let mentions = this.#mentions.get(num)
    if (mentions === undefined) {
      mentions = this.#findMentions(num)
      this.#mentions.set(num, mentions)
    }
    return mentions.find(({ older }) => older < count)?.entry
  }

  #findMentions(num: number): readonly Mention[] {
    return this.#chain.flatMap((revision, index) => {
      const entry = lookupInRevision(revision, num)
      return entry === undefined ? [] : [{ older: this.#chain.length - 1 - index, entry }]
    })
  }

  /** An object that was parsed at this offset and ends before `limit`. */
  objectAt(offset: number, limit: number): IndirectObject | undefined {
    const known = this.#objects.get(offset)
    return known !== undefined && known.end < limit ? known : undefined
  }

  keep(offset: number, object: IndirectObject): void {
    if (object.value instanceof PdfStream) return
    // Behind `endobj` nothing matters; what has none may go on where the octets of a view end.
    if (END.compare(this.#bytes, object.end - END.length, object.end) === 0) this.#objects.set(offset, object)
  }
}
