import type { ClientOf } from '@rubrica/contract'
import type { ProgramCalls } from './program-calls.ts'

/** A file on disk, by its path; or what is in memory, with its name. */
export type FileSource = string | { readonly name: string; readonly content: Blob | Uint8Array<ArrayBuffer> }

type Calls = ClientOf<ProgramCalls>
export type UploadedFile = Awaited<ReturnType<Calls['uploadFile']>>

/** RFC 8187: what is not a plain character of a token is percent-encoded in UTF-8. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** RFC 9530: the server refuses what arrives as other bytes. */
async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`
}

async function open(source: FileSource): Promise<{ name: string; blob: Blob }> {
  if (typeof source !== 'string') {
    const { name, content } = source
    return { name, blob: content instanceof Blob ? content : new Blob([content]) }
  }
  const path = await import('node:path')
  const { readFile } = await import('node:fs/promises')
  return { name: path.basename(source), blob: new Blob([await readFile(source)]) }
}

/** Files that are handed over before they are sent. They are kept for 24 hours. */
export class Files {
  readonly #calls: Calls
  readonly #query: { subscription?: string }

  constructor(calls: Calls, subscription: string | undefined) {
    this.#calls = calls
    this.#query = subscription === undefined ? {} : { subscription }
  }

  /** Hands a PDF over and learns whether it can be signed. @throws {ProblemError} PDF_REFUSED and others */
  async upload(source: FileSource): Promise<UploadedFile> {
    const { name, blob } = await open(source)
    const bytes = await blob.arrayBuffer()
    return this.#calls.uploadFile({
      query: this.#query,
      body: new Blob([bytes], { type: 'application/pdf' }),
      headers: {
        'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
        'content-digest': await digestOf(bytes),
      },
    })
  }

  get(fileId: string): Promise<UploadedFile> {
    return this.#calls.uploadedFileStatus({ params: { fileId }, query: this.#query })
  }

  async delete(fileId: string): Promise<void> {
    await this.#calls.deleteUploadedFile({ params: { fileId }, query: this.#query })
  }
}
