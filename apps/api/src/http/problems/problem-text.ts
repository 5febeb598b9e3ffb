/** What people read about a problem. Nothing in it depends on the request. */
export interface ProblemText {
  /** The same in each answer (RFC 9457 §3.1.3). */
  readonly title: string
  readonly cause: string
  readonly cure: string
}
