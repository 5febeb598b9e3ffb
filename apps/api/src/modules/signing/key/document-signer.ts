import type { PreparedSignature } from '@rubrica/pades'
import type { Inputs } from '@rubrica/providers/connector'
import type { SignatureSession } from './ports.ts'

/** What a signer is opened for. */
export interface SignerOrder {
  readonly userId: string
  readonly signerId: string
  /** PIN and code, as far as they were typed. */
  readonly inputs: Inputs
  readonly batchId?: string
  /** Checked: it is this person's, for this certificate, and open. */
  readonly signatureSession?: SignatureSession
}

/**
 * What has to be kept for a signer, and what a second try may do.
 *
 * `at-hand`: the key is open here, and signs what is current; nothing lies between fixing the bytes and signing them.
 * `authorised`: the key is open here, for digests that a code has authorised: what was prepared is what is signed.
 * `remote`: the key is a provider's. When no answer comes, nobody knows whether there is a value: a second try signs
 * the
 *   same digest, so that there is one value of it at most.
 * `remote-once`: so it is, and what the person typed serves one signature: another one takes something new.
 */
export type SignerMode = 'at-hand' | 'authorised' | 'remote' | 'remote-once'

/** How the digest of one document becomes a signature value, wherever the key is. */
export interface DocumentSigner {
  readonly mode: SignerMode
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
