import { readFileSync } from 'node:fs'

/** The variables of a process, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

interface WholeNumberRange {
  fallback: number
  min: number
  max: number
}

/**
 * Reads variables one by one and gathers what is wrong with them, so that an operator sees every mistake at once.
 * An empty variable counts as absent. No message repeats the value of a secret.
 */
export class EnvironmentReader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  text(name: string): string | undefined {
    const value = this.#env[name]?.trim()
    return value === '' ? undefined : value
  }

  wholeNumber(name: string, range: WholeNumberRange): number {
    const value = this.text(name)
    if (value === undefined) return range.fallback
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= range.min && number <= range.max) return number
    this.problems.push(`${name} must be a whole number from ${range.min} to ${range.max}, and is "${value}".`)
    return range.fallback
  }

  flag(name: string): boolean {
    const value = this.text(name)?.toLowerCase()
    if (value === undefined || ['0', 'false', 'no'].includes(value)) return false
    if (['1', 'true', 'yes'].includes(value)) return true
    this.problems.push(`${name} must be true or false, and is "${value}".`)
    return false
  }

  choice<const C extends string>(name: string, choices: readonly C[], fallback: C): C {
    const value = this.text(name)
    if (value === undefined) return fallback
    const found = choices.find((choice) => choice === value)
    if (found !== undefined) return found
    this.problems.push(`${name} must be one of ${choices.join(', ')}, and is "${value}".`)
    return fallback
  }

  /** A text that has to be there, in this form, unless there is a fallback. Never echoed. */
  required(name: string, form: RegExp, fallback?: string): string {
    const value = this.text(name) ?? fallback
    if (value !== undefined && form.test(value)) return value
    this.problems.push(value === undefined ? `${name} is missing.` : `${name} is not in its form.`)
    return ''
  }

  /** The text in the file that the variable names. */
  file(name: string): string | undefined {
    const path = this.text(name)
    if (path === undefined) return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch {
      this.problems.push(`${name} names the file ${path}, which cannot be read.`)
      return undefined
    }
  }

  /** An absolute address with one of the given schemes (`['http', 'https']`). Never echoed: it may carry a password. */
  address(name: string, schemes: readonly string[]): string | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (URL.canParse(value) && schemes.some((scheme) => new URL(value).protocol === `${scheme}:`)) return value
    this.problems.push(`${name} must be an address that starts with ${schemes.map((s) => `${s}://`).join(' or ')}.`)
    return undefined
  }

  /** Paths or addresses separated by commas. */
  list(name: string): readonly string[] {
    const entries = this.text(name)?.split(',') ?? []
    return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  }

  /** Web addresses without a path, separated by commas. */
  origins(name: string): readonly string[] {
    return this.list(name).flatMap((entry) => {
      const url = URL.canParse(entry) ? new URL(entry) : undefined
      const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && `${url.origin}/` === url.href
      if (isOrigin) return [url.origin]
      this.problems.push(`${name} must list addresses like http://host:port without a path, and has "${entry}".`)
      return []
    })
  }
}
