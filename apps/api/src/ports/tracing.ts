/**
 * Spans: what took how long within what. Their names and facts are of few values: no person, no document, no file, no
 * query string, no value of a statement.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'job'
  readonly facts?: SpanFacts
  /** Of who asks, as W3C Trace Context writes it; one that is not of that form is nobody's. */
  readonly traceparent?: string | undefined
}

export interface Span {
  /** Does something that is within this span, with everything that it begins. */
  run<Result>(work: () => Result): Result
  /** @param error why it failed: its code is told, or its name, never its message */
  end(facts?: SpanFacts, error?: unknown): void
}

export interface Tracing {
  /** A span within nothing but what asks for it. */
  begin(name: string, start: SpanStart): Span
  /** Does something as a part of the span that runs, or as it is where none does. */
  within<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>): Promise<Result>
  /** Says that the span that runs has come so far. */
  reached(step: string): void
  /** Of the span that runs: 32 hexadecimal digits. */
  traceId(): string | undefined
  /** Sends what is not sent yet. */
  close(): Promise<void>
}
