import type { Holder } from '../../holder.ts'
import type { PreparedSignature } from '@rubrica/pades'

/** A certificate whose key is on the person's own PC, with its issuers as far as they are known, the nearest first. */
export interface LocalCertificate {
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

/** What was prepared, as bytes. */
export interface PreparedBytes {
  write(prepared: PreparedSignature): Uint8Array
  /** Of what `write` has given. */
  read(bytes: Uint8Array): PreparedSignature
}

/** A certificate that was looked at from all sides. */
export interface CheckedCertificate extends LocalCertificate {
  readonly serialNumber: string
}

export interface LocalCertificates {
  /**
   * Reads what a browser sent: base64 of DER, the certificate first, whatever came with it behind semicolons.
   * @throws {PortalError} LOCAL_CERTIFICATE_INVALID
   */
  read(text: string): LocalCertificate
  /**
   * Checks whether it can sign at this moment, whoever it belongs to.
   * @throws {PortalError} CERTIFICATE_UNUSABLE (with Reasons)
   */
  requireUsable(certificate: LocalCertificate, at: Date): { readonly serialNumber: string }
  /** Whether it is this person's. */
  findHolder(certificate: LocalCertificate, legalId: string): Holder
  /**
   * Asks its issuers for it, unless they answered a moment ago. Its chain is complete then.
   * @param userId for whom they are asked
   * @throws {PortalError} CERTIFICATE_UNUSABLE (REVOKED), LOCAL_CERTIFICATE_INVALID (Reasons UNTRUSTED),
   *   PROVIDER_UNREACHABLE when nobody says whether it was revoked, RATE_LIMITED after many certificates of one person
   */
  vouch(certificate: LocalCertificate, { userId, at }: { userId: string; at: Date }): Promise<LocalCertificate>
  /** Whether the value is this certificate's over what was prepared. */
  isSignature(prepared: PreparedSignature, value: Uint8Array): boolean
}
