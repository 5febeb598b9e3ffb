import type { AuthenticationType, CertificateType } from '@rubrica/domain'
import type { CertificateHolder } from '@rubrica/pki'

/** A certificate, wherever its key is kept. */
export interface CertificateDescription {
  readonly id: string
  readonly userId: string
  readonly type: CertificateType
  readonly alias: string
  readonly dn: string
  readonly authenticationType: AuthenticationType
  readonly pinRequired: boolean
  readonly notAfter: Date
}

/** Whether a person may do this with certificates of this type: the operator granted it and its provider can. */
export type MayAct = (userId: string, type: CertificateType, action: 'upload' | 'issue') => Promise<boolean>

/** A certificate as its owner sees it. */
export interface Certificate extends CertificateDescription {
  /** Too many wrong PINs were typed for a key of the vault. */
  readonly locked: boolean
  /** What has to be typed, as the provider says; null where the type's manifest says it. */
  readonly inputs: readonly ('pin' | 'code')[] | null
  /** Signatures that one signature session of the provider may cover; null for no limit. */
  readonly maxDocuments: number | null
  readonly qualified: boolean
  /** The provider lists it and does not let it sign. */
  readonly suspended: boolean
  readonly certificate: Uint8Array
  /** Of the person whose list it is in. */
  readonly legalId: string
}

/** A certificate together with what signing with it needs; the key stays wrapped. */
export interface SigningCertificate extends Certificate {
  readonly chain: readonly Uint8Array[]
  readonly wrappedKey: Uint8Array | null
  readonly serialNumber: string
  /** How the provider calls it; null for keys of the vault. */
  readonly providerRef: string | null
  /** EN 419 241-1: with 2, a signature session names the digests that it covers. */
  readonly scal: '1' | '2'
}

export interface NewCertificate extends CertificateDescription {
  readonly serialNumber: string
  readonly notBefore: Date
  readonly keyAlgorithm: string
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
  readonly wrappedKey: Uint8Array
  readonly serverKeyVersion: number
  readonly createdAt: Date
}

/** What became of the wish to try a PIN: a try was reserved, the key is locked, or all tries are under way. */
export type PinTry = { readonly tryId: string } | 'locked' | 'all-reserved' | 'gone'

export interface CertificateStore {
  list(userId: string): Promise<Certificate[]>
  find(userId: string, certificateId: string): Promise<SigningCertificate | undefined>
  /** @returns false when the owner already has a certificate of that type and alias. */
  insert(certificate: NewCertificate): Promise<boolean>
  /** Forgets the certificate and destroys its wrapped key. @returns false when there was none. */
  remove(userId: string, certificateId: string, at: Date): Promise<boolean>
  /** Takes one of the five tries, atomically, before the PIN is looked at. */
  reservePinTry(certificateId: string): Promise<PinTry>
  /** The PIN was right: the try is given back and earlier failures are forgotten. */
  returnPinTry(certificateId: string, tryId: string): Promise<void>
  /** The PIN was wrong: the try is spent. @returns how many are left; 0 means locked from now on. */
  spendPinTry(certificateId: string, tryId: string, at: Date): Promise<number>
  /** Puts a freshly wrapped key in the place of the one that was read. @returns false when that is no longer there. */
  replaceKey(certificateId: string, read: Uint8Array, fresh: WrappedKey): Promise<boolean>
  /** Gives a try back without judging it, because the PIN was never compared. */
  releasePinTry(certificateId: string, tryId: string): Promise<void>
}

/** What the wrapped key is bound to: moved to another row, it cannot be opened. */
export interface KeyBinding {
  readonly userId: string
  readonly certificateId: string
}

/** A key under its PIN and the server's key, with the version of the latter. */
export interface WrappedKey {
  readonly wrappedKey: Uint8Array
  readonly serverKeyVersion: number
}

export interface KeyVault {
  /** Wraps a PKCS#8 key under the PIN, and that under the server's key. */
  protect(key: Uint8Array, pin: string, binding: KeyBinding): Promise<WrappedKey>
  /** @returns the PKCS#8 key, to be overwritten by the caller after use, or undefined when the PIN is wrong. */
  open(wrappedKey: Uint8Array, pin: string, binding: KeyBinding): Promise<Uint8Array | undefined>
}

/** A key found in a PKCS#12 file, with its certificate and the issuers that came along. */
export interface KeyInFile {
  readonly alias: string
  readonly key: Uint8Array
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

/** Whom a certificate has to name. */
export interface CertifiedPerson {
  readonly name: string
  readonly legalId: string
}

/** Somebody of whom nothing is proved but an e-mail address, which is all that the certificate says. */
export interface CertifiedMailbox {
  readonly mailbox: string
}

/** The authority that issues certificates for keys that the server makes. */
export interface CertificateAuthority {
  /**
   * Makes a key and has it certified. The caller overwrites the key after use.
   * @throws {PortalError} PROVIDER_NOT_CONFIGURED, PROVIDER_UNREACHABLE, PROVIDER_TIMEOUT, PROVIDER_FAILED
   */
  issue(subject: CertifiedPerson | CertifiedMailbox): Promise<KeyInFile>
}

/** Why a certificate cannot sign documents. */
export type UnusableReason = string

export interface CertificateFacts {
  readonly dn: string
  readonly commonName: string
  readonly serialNumber: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly keyAlgorithm: string
  readonly unusable: readonly UnusableReason[]
}

export interface CertificateFiles {
  /** Opens a PKCS#12 file away from this process. Throws PortalError P12_…. */
  openP12(file: Uint8Array, password: string): Promise<readonly KeyInFile[]>
  describe(certificate: Uint8Array, chain: readonly Uint8Array[], now: Date): CertificateFacts
  /** Whom it says that it is for; nobody where it cannot be read. */
  holderOf(certificate: Uint8Array): CertificateHolder
}
