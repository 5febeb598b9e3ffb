import type { OpenDocument } from './open-document.ts'

/** How many documents one render process keeps open, and how many bytes of files they may take together. */
export interface CacheLimits {
  readonly documents: number
  readonly bytes: number
}

/** Open documents, the least recently used one closed first. A single larger document is kept alone. */
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

  /** Closes old documents until one of `bytes` fits. Called before opening it, so that the peak stays low. */
  makeRoom(bytes: number): void {
    for (const [name, document] of this.#open) {
      if (this.#open.size < this.#limits.documents && this.#totalBytes() + bytes <= this.#limits.bytes) return
      this.#open.delete(name)
      document.close()
    }
  }

  /** Keeps an open document; the caller has made room for it. */
  set(name: string, document: OpenDocument): void {
    this.#open.set(name, document)
  }

  names(): string[] {
    return [...this.#open.keys()]
  }

  #totalBytes(): number {
    let total = 0
    for (const document of this.#open.values()) total += document.bytes
    return total
  }
}
