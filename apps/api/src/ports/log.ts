/** What use cases may say to the operator. Facts are fields, never part of the sentence; secrets are redacted below. */
export interface Log {
  debug(facts: object, sentence: string): void
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
  error(facts: object, sentence: string): void
}
