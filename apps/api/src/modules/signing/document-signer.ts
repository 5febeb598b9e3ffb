import type { PreparedSignature } from '@rubrica/pades'
import type { Inputs } from '@rubrica/providers/connector'
import type { SigningSession } from './ports.ts'

/** What a signer is opened for. */
export interface SignerOrder {
  readonly userId: string
  readonly signerId: string
  /** PIN and code, as far as they were typed. */
  readonly inputs: Inputs
  readonly batchId?: string
  /** Checked: it is this person's, for this certificate, and open. */
  readonly session?: SigningSession
}

/** How the digest of one document becomes a signature value, wherever the key is. */
export interface DocumentSigner {
  /** What is signed was kept before: a second try signs the same digest, so that there is one value of it at most. */
  readonly keepsPreparations: boolean
  /** The key is elsewhere: when no answer comes, nobody knows whether there is a value. */
  readonly isElsewhere: boolean
  /** What the person typed serves one signature: once it is used, another one takes something new. */
  readonly signsOnce: boolean
  /**
   * The raw signature over the prepared attributes; not checked yet.
   * @param stillWanted throws when the document was let go or has ended, while others were waited for
   */
  sign(prepared: PreparedSignature, stillWanted: () => Promise<void>): Promise<Uint8Array>
  /** What a failure to embed the value means, for a value from this signer. */
  explain(error: unknown): unknown
  /** Forgets what it was opened with. */
  close(): void
}
