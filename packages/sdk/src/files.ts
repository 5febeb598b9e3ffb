import type { ClientOf } from '@rubrica/contract'
import type { ProgramCalls } from './program-calls.ts'

/** A file on disk, by its path; or what is in memory, with its name. */
export type FileSource = string | { readonly name: string; readonly content: Blob | Uint8Array<ArrayBuffer> }

type Calls = ClientOf<ProgramCalls>
/** Whoever encrypted a file agrees that it is kept, shown and signed without that. */
export interface Decryption {
  readonly consent: true
  readonly password?: string
}
export type UploadedFile = Awaited<ReturnType<Calls['uploadFile']>>

/** RFC 8187: what is not a plain character of a token is percent-encoded in UTF-8. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

export const named = (name: string) => ({ 'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}` })

/** RFC 9530: the server refuses what arrives as other bytes. */
async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`
}

export async function open(source: FileSource): Promise<{ name: string; blob: Blob }> {
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

  /**
   * Hands a PDF over and learns whether it can be signed.
   * @param decrypt the consent to take off the encryption of a file, with its password where it has one
   * @throws {ProblemError} PDF_REFUSED, PDF_ENCRYPTED, PDF_PASSWORD_NEEDED and others
   */
  async upload(source: FileSource, { decrypt }: { readonly decrypt?: Decryption } = {}): Promise<UploadedFile> {
    const { name, blob } = await open(source)
    if (decrypt) return this.#uploadParts(name, blob, { decrypt })
    const bytes = await blob.arrayBuffer()
    return this.#calls.uploadFile({
      query: this.#query,
      body: new Blob([bytes], { type: 'application/pdf' }),
      headers: { ...named(name), 'content-digest': await digestOf(bytes) },
    })
  }

  /** Hands a file of any kind over, to be attached to documents. */
  async uploadAttachment(source: FileSource): Promise<UploadedFile> {
    const { name, blob } = await open(source)
    return this.#uploadParts(name, blob, { purpose: 'attachment' })
  }

  /** What is no plain PDF goes as parts; a password goes into one of its own, and into no header. */
  async #uploadParts(
    name: string,
    blob: Blob,
    { decrypt, purpose = 'document' }: { readonly decrypt?: Decryption; readonly purpose?: 'document' | 'attachment' },
  ): Promise<UploadedFile> {
    const form = new FormData()
    if (decrypt) form.append('decrypt', JSON.stringify(decrypt))
    form.append('file', blob, name)
    // As bytes, so that a lost answer is asked for again with the same ones.
    const whole = new Response(form)
    const headers = { 'content-type': whole.headers.get('content-type')! }
    return this.#calls.uploadFile({ query: { ...this.#query, purpose }, body: await whole.blob(), headers })
  }

  get(fileId: string): Promise<UploadedFile> {
    return this.#calls.uploadedFileStatus({ params: { fileId }, query: this.#query })
  }

  async delete(fileId: string): Promise<void> {
    await this.#calls.deleteUploadedFile({ params: { fileId }, query: this.#query })
  }
}
