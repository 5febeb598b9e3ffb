import type { EnvironmentReader } from './environment-reader.ts'

/** Reads the variables of one provider: `text('URL')` with the prefix ACME is ACME_URL. */
export class PrefixedReader {
  readonly #read: EnvironmentReader
  readonly #prefix: string

  constructor(read: EnvironmentReader, prefix: string) {
    this.#read = read
    this.#prefix = prefix
  }

  text(name: string): string | undefined {
    return this.#read.text(this.#nameOf(name))
  }

  address(name: string): string | undefined {
    return this.#read.address(this.#nameOf(name), ['http', 'https'])?.replace(/\/+$/, '')
  }

  wholeNumber(name: string, limits: { readonly fallback: number; readonly min: number; readonly max: number }): number {
    return this.#read.wholeNumber(this.#nameOf(name), limits)
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    return this.#read.choice(this.#nameOf(name), choices, fallback)
  }

  required(name: string, form: RegExp, fallback?: string): string {
    return this.#read.required(this.#nameOf(name), form, fallback)
  }

  file(name: string): string | undefined {
    return this.#read.file(this.#nameOf(name))
  }

  #nameOf(name: string): string {
    return `${this.#prefix}_${name}`
  }
}
