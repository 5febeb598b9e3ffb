/** What opens a key and proves that its person wants a signature, wherever the key is. */
import type { Account, Connector, ConnectorState } from '@rubrica/providers/connector'

/** What was authorised: these digests of signed attributes, for this person, with this certificate. */
export interface SignatureSession {
  readonly id: string
  readonly userId: string
  readonly certificateId: string
  readonly batchId: string | null
  readonly digests: readonly Uint8Array[]
  readonly state: 'waiting' | 'open' | 'closed'
  /** What the provider's connector needs of it; undefined for signature sessions of our own. */
  readonly connectorState?: ConnectorState
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface SignatureSessionStore {
  insert(signatureSession: SignatureSession): Promise<void>
  find(userId: string, signatureSessionId: string): Promise<SignatureSession | undefined>
  /** Those that are waiting or open. */
  listLive(userId: string, certificateId?: string): Promise<SignatureSession[]>
  update(
    signatureSessionId: string,
    change: Partial<Pick<SignatureSession, 'state' | 'connectorState' | 'expiresAt'>>,
  ): Promise<void>
}

/** A code that the server made: kept as a keyed hash. */
export interface IssuedCode {
  readonly id: string
  readonly userId: string
  readonly certificateId: string
  readonly batchId: string | null
  readonly digests: readonly Uint8Array[]
  readonly code: string
  readonly tries: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** How often codes are issued: each is a message that somebody pays for, and a few guesses more. */
export interface CodeLimits {
  /** Between two codes for one certificate. */
  readonly pauseMs: number
  /** For one person, with all their certificates. */
  readonly perHour: number
}

export type CodeAnswer =
  | { readonly kind: 'right'; readonly batchId: string | null; readonly digests: readonly Uint8Array[] }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  /** None was asked for, or the last one is too old, was used, or was guessed at too often. */
  | { readonly kind: 'none' }

export interface CodeStore {
  /** @returns undefined when it is issued; otherwise nothing has changed, and it is when to ask again. */
  issue(code: IssuedCode, limits: CodeLimits): Promise<Date | undefined>
  /** It could not be sent: another one may be asked for at once. */
  withdraw(codeId: string): Promise<void>
  /** Compares with the newest code of the certificate. A try is taken before; a code that was right is used up. */
  answer(attempt: { userId: string; certificateId: string; code: string; at: Date }): Promise<CodeAnswer>
}

/** Where a person can be reached, and how. */
export interface SigningPeople {
  contact(userId: string): Promise<{ readonly phone: string | null; readonly language: string } | undefined>
}

/** Sentences of signing that leave the portal, in the person's language. */
export interface SigningTexts {
  code(language: string, code: string): string
  /** What a provider's app shows when it asks the person to accept. */
  description(language: string, documents: number): string
  /** What a provider's page shows when it asks the person to confirm one document. */
  confirmation(language: string, fileName: string): string
}

/** Where the key is, and whose. */
export interface OpenedAccount {
  /** The provider's name, for people. */
  readonly label: string
  readonly connector: Connector
  readonly account: Account
}

/** Providers whose connectors sign. */
export interface SigningProviders {
  /** @throws {PortalError} PROVIDER_NOT_CONFIGURED, PROVIDER_NOT_AUTHORISED (no account, or its proof has run out) */
  open(userId: string, certificateType: string): Promise<OpenedAccount>
}
