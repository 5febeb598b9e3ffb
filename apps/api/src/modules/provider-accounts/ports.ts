import type { AuthenticationType, CertificateType } from '@rubrica/domain'
import type { Connector, ConnectorState, RemoteCertificate } from '@rubrica/providers/connector'
import type { OnDemandSigner } from '@rubrica/providers/on-demand'
import type { ProviderManifest } from '@rubrica/providers/provider'

/** A provider of the registry as this server is set up for it. */
export interface KnownProvider {
  readonly kind: 'vault' | 'remote' | 'on-demand'
  readonly manifest: ProviderManifest
  /** Undefined for keys of the vault, and while the settings name no address. */
  readonly connector: Connector | undefined
  /** Of a provider that makes a certificate for each signature, unless the settings name no address. */
  readonly onDemand?: OnDemandSigner | undefined
}

export interface Providers {
  all(): readonly KnownProvider[]
  /** @param certType in any case */
  find(certType: string): KnownProvider | undefined
}

/** Whose account, at which provider (its CertType). */
export interface AccountKey {
  readonly userId: string
  readonly provider: CertificateType
}

export interface LinkedAccount extends AccountKey {
  /** Which account it is, such as the user name: shown to its owner. */
  readonly label: string
  readonly state: ConnectorState
  readonly at: Date
}

/** An account as it is kept, and the way to keep what its calls changed. */
export interface KeptAccount {
  readonly label: string
  readonly state: ConnectorState
  /**
   * Replaces the state that was read, or `replaced`, unless somebody else replaced it meanwhile, or took the account
   * away.
   */
  readonly keep: (state: ConnectorState, replaced?: ConnectorState) => Promise<void>
}

/** A provider's certificate as its row will have it. */
export interface ListedCertificate {
  readonly ref: string
  readonly alias: string
  readonly dn: string
  readonly serialNumber: string
  readonly notBefore: Date
  readonly notAfter: Date
  readonly keyAlgorithm: string
  readonly authenticationType: AuthenticationType
  readonly pinRequired: boolean
  readonly inputs: RemoteCertificate['inputs']
  readonly maxDocuments: number | null
  readonly qualified: boolean
  readonly scal: '1' | '2'
  readonly suspended: boolean
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

/** Accounts at providers; their states are sealed. */
export interface AccountStore {
  find(key: AccountKey): Promise<KeptAccount | undefined>
  /** Keeps an account in the place of an earlier one, with the certificates that it lists. */
  link(account: LinkedAccount, certificates: readonly ListedCertificate[]): Promise<void>
  /**
   * Brings the rows in line with what the account lists. @returns false when it is gone, or another one is in its
   * place.
   */
  synchronise(
    account: Omit<LinkedAccount, 'state' | 'at'>,
    certificates: readonly ListedCertificate[],
    at: Date,
  ): Promise<boolean>
  /** Forgets the account, its steps and its certificates. */
  remove(key: AccountKey, at: Date): Promise<void>
}

/** Between two steps of proving who one is. */
export interface AccountStep extends AccountKey {
  /** What the proof is for: a new account, or one that is kept and has to be proved again before it signs. */
  readonly purpose: 'link' | 'sign'
  readonly state: ConnectorState
  readonly expiresAt: Date
}

export interface StepStore {
  /** One for each account: the latest. */
  save(step: AccountStep): Promise<void>
  find(key: AccountKey, at: Date): Promise<Pick<AccountStep, 'purpose' | 'state'> | undefined>
  forget(key: AccountKey): Promise<void>
}

/** What a person is asked next; undefined when nothing is. */
export type NextStep =
  | { readonly kind: 'choose'; readonly authenticators: readonly { readonly id: string; readonly name: string }[] }
  | { readonly kind: 'challenge'; readonly hint?: string }
  /** The person goes on at the provider's page. */
  | { readonly kind: 'redirect'; readonly url: string }
  | undefined
