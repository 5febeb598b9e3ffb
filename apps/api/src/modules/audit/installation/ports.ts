import type { ChainProblem, SealedEnd } from '../ports.ts'

/** The log of the installation: what is done to accounts, programs, keys and rights, and what is deleted. */

/** What can be done to an installation, in the order in which a help text lists it. */
export const INSTALLATION_EVENT_TYPES = [
  'subscription-made',
  'subscription-changed',
  'account-made',
  'account-changed',
  'account-unlocked',
  'password-set',
  'certificate-types-changed',
  'roles-changed',
  'team-made',
  'team-joined',
  'team-left',
  'identity-added',
  'identity-removed',
  'client-made',
  'client-changed',
  'factor-added',
  'factor-removed',
  'factors-reset',
  'recovery-codes-made',
  'recovery-code-used',
  'personal-key-made',
  'personal-key-withdrawn',
  'webhook-made',
  'webhook-changed',
  'webhook-secret-changed',
  'webhook-removed',
  'vault-key-added',
  'vault-key-removed',
  'server-key-added',
  'server-key-activated',
  'server-key-retired',
  'token-key-made',
  'audit-key-made',
  'push-key-made',
  'seal-key-made',
  'backup-written',
  'installation-restored',
  'document-deleted',
] as const

export type InstallationEventType = (typeof INSTALLATION_EVENT_TYPES)[number]

/** Who does it: somebody at the machine, by the name of their account there; a person of the portal; a program; the server. */
export type Actor =
  | { readonly by: 'operator'; readonly name: string }
  | { readonly by: 'person'; readonly userId: string }
  | { readonly by: 'program'; readonly clientId: string }
  | { readonly by: 'server' }

type Fact = string | number | boolean | null

/**
 * One event to be chained to the log, in the same transaction as the act that it tells of. `facts` are kept for ever and
 * hold no secret; `personal` values sit behind salted commitments, as those of a document's events do.
 */
export interface InstallationEntry {
  readonly type: InstallationEventType
  readonly at: Date
  readonly actor: Actor
  readonly facts: Readonly<Record<string, Fact>>
  readonly personal?: Readonly<Record<string, string>>
}

/** An event as it is stored, with those of its personal values that were not erased. */
export interface StoredInstallationEvent {
  readonly sequence: number
  /** Type and moment (ISO 8601) as their own columns say, by which events are searched. */
  readonly type: string
  readonly at: string
  readonly canonical: string
  readonly previousHash: Uint8Array | null
  readonly hash: Uint8Array
  readonly values: readonly { readonly commitment: Uint8Array; readonly salt: Uint8Array; readonly value: string }[]
}

export interface InstallationLogFilter {
  /** All types where it is empty. */
  readonly types: readonly InstallationEventType[]
  /** From this moment on. */
  readonly since: Date | undefined
  /** Before this moment. */
  readonly until: Date | undefined
  readonly most: number
}

export interface InstallationLogReader {
  /** Where the chain ends; sequence 0 and no hash where nothing was logged yet. */
  end(): Promise<{ readonly sequence: number; readonly hash: Uint8Array | null }>
  /** In the order of the chain. */
  events(): AsyncIterable<StoredInstallationEvent>
  /** The newest first. */
  newest(filter: InstallationLogFilter): Promise<readonly StoredInstallationEvent[]>
  /** Personal values of which there is no event. */
  countStrayValues(): Promise<number>
  /** Those of the documents that are there. */
  areThere(documentIds: readonly string[]): Promise<readonly string[]>
}

export interface InstallationFinding {
  readonly sequence: number
  readonly problem:
    | ChainProblem
    // It says that a document was deleted, which is there.
    | 'deleted-document-there'
}

/** A document that an event says was deleted. */
export interface Deletion {
  readonly documentId: string
  /** ISO 8601. */
  readonly at: string
  /** Of the event. */
  readonly sequence: number
  /** Hex SHA-256 of the lines of its sealed ends; null where nothing of it was sealed. */
  readonly sealedEnds: string | null
  /** Who did it, and why; undefined where the value was erased. */
  readonly by: string | undefined
  readonly reason: string | undefined
}

/** A document as it is when it is deleted, with all that is kept of it. */
export interface DoomedDocument {
  readonly documentId: string
  readonly subscriptionId: string
  readonly state: string
  /** Where its log ends. */
  readonly sequence: number
  readonly hash: Uint8Array
  readonly revisions: number
  /** SHA-256 of the last revision. */
  readonly digest: Uint8Array
  readonly evidenceFiles: number
  /** In the order of their sequence. */
  readonly sealedEnds: readonly SealedEnd[]
}

export interface DeletionStore {
  /**
   * Deletes a document that is over, with its log and all that belongs to it, and logs what `tell` makes of it: both or
   * neither. Nothing of it is sealed meanwhile.
   * @returns why not, if so: it is open, or its log is not the one that was sealed, which a deletion would hide
   */
  deleteDocument(
    documentId: string,
    tell: (doomed: DoomedDocument) => InstallationEntry,
  ): Promise<'deleted' | 'unknown' | 'open' | 'log-broken'>
}
