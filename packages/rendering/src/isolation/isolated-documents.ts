import { DocumentCache } from './document-cache.ts'
import type { IncomingFile } from './incoming-file.ts'
import { startPdfium, type Pdfium } from '../load-pdfium.ts'
import { EMPTY_PDFIUM_BYTES, openDocument, type OpenDocument } from '../open-document.ts'

const MEBIBYTE = 1024 * 1024
const OPEN_DOCUMENTS = 8
/** Of the memory, when nothing is drawn: a process that holds much more is replaced. */
const PART_KEPT_OPEN = 1 / 4
/**
 * How much has to be let go of to be worth a collection at once: the collector sees late what lies outside its heap.
 */
const WORTH_COLLECTING = 32 * MEBIBYTE

/** Opens documents, each in a PDFium of its own that was started before it was needed. */
export class IsolatedDocuments {
  readonly #cache: DocumentCache
  readonly #compiled: WebAssembly.Module
  readonly #memory: number
  #next: Promise<Pdfium> | undefined
  /** What is at work; there is no document yet while it is being opened. */
  #current: { readonly pdfium?: Pdfium; readonly document?: OpenDocument } = {}
  #uncollected = 0

  constructor(compiled: WebAssembly.Module, memory: number) {
    this.#compiled = compiled
    this.#memory = memory
    this.#cache = new DocumentCache({ documents: OPEN_DOCUMENTS, bytes: memory * PART_KEPT_OPEN })
  }

  /** Has a PDFium ready for the next document. */
  prepare(): Promise<Pdfium> {
    this.#next ??= startPdfium(this.#compiled, {
      memory: this.#memory,
      beforeGrowth: (bytes) => this.#collect(this.#cache.makeMemory(bytes, this.#current.document)),
    })
    return this.#next
  }

  /** The document under this name, if it is open, to be worked on. */
  get(name: string): OpenDocument | undefined {
    const document = this.#cache.get(name)
    this.#current = { document, pdfium: document?.pdfium }
    return document
  }

  /** @throws RenderError as `openDocument` */
  async open(name: string, file: IncomingFile, password?: string): Promise<OpenDocument> {
    this.#current = {}
    this.#collect(this.#cache.makeRoom(EMPTY_PDFIUM_BYTES + file.length))
    const pdfium = await this.prepare()
    this.#next = undefined
    this.#current = { pdfium }
    const document = await openDocument(pdfium, file, password)
    this.#current = { pdfium, document }
    this.#cache.set(name, document)
    return document
  }

  names(): string[] {
    return this.#cache.names()
  }

  /** Whether PDFium was denied memory while it opened or drew the document at work. */
  memoryRefused(): boolean {
    return this.#current.pdfium?.memoryRefused() ?? false
  }

  #collect(freed: number): void {
    this.#uncollected += freed
    if (this.#uncollected < WORTH_COLLECTING) return
    this.#uncollected = 0
    globalThis.gc?.()
  }
}
