import type { CertificateFlag } from '@rubrica/domain'

export interface User {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly legalId: string
  readonly email: string
  readonly mustResetPassword: boolean
  readonly certificateFlags: readonly CertificateFlag[]
  /** Granted types that the person does not want to see. */
  readonly hiddenFlags: readonly CertificateFlag[]
  /** Where codes go, in international form; null for people who have none. */
  readonly phone: string | null
}

export interface UserStore {
  find(id: string): Promise<User | undefined>
  hideFlags(id: string, flags: readonly CertificateFlag[]): Promise<void>
}

/** What a person changes of themselves; what is left out stays as it is. */
export interface ProfileChange {
  readonly email?: string
  /** Ends every token of the person but the one that is kept. */
  readonly password?: { readonly hash: string; readonly keptToken: string }
  /** Null takes it away. */
  readonly signatureImage?: Uint8Array | null
}

export interface ProfileStore {
  signatureImage(userId: string): Promise<Uint8Array | null>
  /** All of it or nothing. @returns false when there is no such active person. */
  change(userId: string, change: ProfileChange): Promise<boolean>
}

/** The place where pictures of strangers are read. */
export interface SignaturePictures {
  /**
   * A PNG or JPEG made anew: upright, small enough for a signature, without anything but its pixels.
   * @throws {PortalError} SIGNATURE_IMAGE_INVALID with Reason FORMAT, DAMAGED or TOO_LARGE; TEMPORARILY_UNAVAILABLE
   */
  redraw(bytes: Uint8Array): Promise<Uint8Array>
}
