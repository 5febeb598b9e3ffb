/** Why an answer cannot be exchanged for a session, before a server is asked. */
export type EntryRefusal = 'codeMissing' | 'addressInvalid' | 'requestFailed' | 'reported'

export class EntryRefused extends Error {
  override readonly name = 'EntryRefused'
  readonly code: EntryRefusal
  /** How the server calls its reason, which is said in the person's language instead. */
  readonly reason: string | null

  /** @param said what the person reads: the address, or the provider's words */
  constructor(code: EntryRefusal, said = '', reason: string | null = null) {
    super(said)
    this.code = code
    this.reason = reason
  }
}
