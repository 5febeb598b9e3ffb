import { inspect } from 'node:util'

/**
 * A value that cannot be written by accident: JSON, string templates and the inspector all show `[secret]`.
 * Only an explicit `reveal()` at the place of use hands it out.
 */
export class Secret<T = string> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  reveal(): T {
    return this.#value
  }

  toJSON(): string {
    return '[secret]'
  }

  toString(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}
