import type { OpenDocument } from '../open-document.ts'

/** How many documents one render process keeps open, and how many bytes of memory they may take together. */
export interface CacheLimits {
  readonly documents: number
  readonly bytes: number
}

/** Open documents, the least recently used one let go of first. A single larger document is kept alone. */
export class DocumentCache {
  readonly #limits: CacheLimits
  readonly #open = new Map<string, OpenDocument>()

  constructor(limits: CacheLimits) {
    this.#limits = limits
  }

  /** The document under this name, which thereby becomes the most recently used. */
  get(name: string): OpenDocument | undefined {
    const document = this.#open.get(name)
    if (document === undefined) return undefined
    this.#open.delete(name)
    this.#open.set(name, document)
    return document
  }

  /**
   * Lets go of old documents until one more of `bytes` fits. Called before opening it, so that the peak stays low.
   * Nothing is asked of their PDFium, whose state may be anything by now. Returns the bytes that came free.
   */
  makeRoom(bytes: number): number {
    let freed = 0
    for (const [name, document] of this.#open) {
      if (this.#open.size < this.#limits.documents) break
      freed += this.#forget(name, document)
    }
    return freed + this.makeMemory(bytes)
  }

  /** As `makeRoom`, for `bytes` by which the open document `kept`, or one that is not here yet, grows. */
  makeMemory(bytes: number, kept?: OpenDocument): number {
    let freed = 0
    for (const [name, document] of this.#open) {
      if (this.#totalBytes() + bytes <= this.#limits.bytes) break
      if (document !== kept) freed += this.#forget(name, document)
    }
    return freed
  }

  /** Keeps an open document; the caller has made room for it. */
  set(name: string, document: OpenDocument): void {
    this.#open.set(name, document)
  }

  names(): string[] {
    return [...this.#open.keys()]
  }

  #forget(name: string, { bytes }: OpenDocument): number {
    this.#open.delete(name)
    return bytes
  }

  #totalBytes(): number {
    let total = 0
    for (const document of this.#open.values()) total += document.bytes
    return total
  }
}
