/**
 * An error that callers recognise by its code. It has only codes and facts; texts for people are chosen where the
 * error is shown.
 */
export class CodedError extends Error {
  override readonly name: string = 'CodedError'
  readonly code: string
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(Object.keys(facts).length === 0 ? code : `${code} ${JSON.stringify(facts)}`)
    this.code = code
    this.facts = facts
  }

  /** The same error with further facts. */
  withFacts(facts: Readonly<Record<string, unknown>>): this {
    const Same = this.constructor as new (code: string, facts: Readonly<Record<string, unknown>>) => this
    return new Same(this.code, { ...this.facts, ...facts })
  }
}
