/** Why an answer cannot be exchanged for a session, before a server is asked. */
export type EntryRefusal = 'codeMissing' | 'addressInvalid' | 'requestFailed' | 'told'

export class EntryRefused extends Error {
  override readonly name = 'EntryRefused'
  readonly code: EntryRefusal

  /** @param said what the person is told: the address, or somebody else's words */
  constructor(code: EntryRefusal, said = '') {
    super(said)
    this.code = code
  }
}
