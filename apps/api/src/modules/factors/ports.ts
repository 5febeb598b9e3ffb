import type { LockPolicy, Session } from '../sessions/ports.ts'

/** What a person has besides a password. */
export interface FactorStanding {
  readonly passkeys: number
  readonly hasTotp: boolean
  /** That are good still. */
  readonly recoveryCodes: number
  /** A subscription of the person wants a factor. */
  readonly isDemanded: boolean
}

/** What an act did to the factors of a person, as they are told of it. */
export type FactorChange =
  'totp-added' | 'totp-removed' | 'passkey-added' | 'passkey-removed' | 'recovery-code-used' | 'recovery-codes-made'

/** What a new factor comes with. */
export interface FirstFactor {
  readonly at: Date
  /** In which it is added: one that was ended meanwhile adds none. */
  readonly session: Pick<Session, 'id' | 'generation'>
  /** Of the codes that the person gets where it is their first factor. */
  readonly codeHashes: readonly Buffer[]
  /** A second one is not what this is for: a password alone must not add one to those that protect it. */
  readonly onlyFirst: boolean
}

/** `first`: the codes count from now on. `not-first`: the person has a factor already. */
export type AddedFactor = 'first' | 'further' | 'not-first' | 'session-over'

/** The secret of an app that is being set up. */
export interface TotpSetup {
  readonly secret: Uint8Array
  /** As it is kept, by which it is known. */
  readonly sealed: Uint8Array
}

export type RemovedFactor = 'removed' | 'unknown' | 'demanded'

/** A try, taken before anything of a code is told. */
export type FactorTry = { readonly state: 'taken' } | { readonly state: 'locked'; readonly until: Date }

export interface FactorStore {
  standingOf(userId: string): Promise<FactorStanding>
  /** Parallel guesses share one count; the last try locks. */
  takeTry(userId: string, policy: LockPolicy, at: Date): Promise<FactorTry>
  /** What was tried was right: all tries are free again. */
  forgetTries(userId: string): Promise<void>
  totpSecret(userId: string): Promise<Uint8Array | undefined>
  /** @returns false for a step that was used, or is before one that was */
  useTotpStep(userId: string, step: number, at: Date): Promise<boolean>
  /** A secret that counts once the person has shown a code of it; takes the place of an earlier one. */
  keepTotpSetup(userId: string, secret: Uint8Array, expiresAt: Date): Promise<void>
  totpSetup(userId: string, at: Date): Promise<TotpSetup | undefined>
  /** Makes the secret count of which this step is used. @returns `over` where it was given up, or exchanged */
  addTotp(
    userId: string,
    shown: Pick<TotpSetup, 'sealed'> & { readonly step: number },
    factor: FirstFactor,
  ): Promise<AddedFactor | 'over'>
  removeTotp(userId: string, at: Date): Promise<RemovedFactor>
  /** @returns how many are left; undefined for one that is none, or used */
  useRecoveryCode(userId: string, hash: Buffer, at: Date): Promise<number | undefined>
  /** Ends the earlier ones. @returns false for who has no factor, which they would stand in for */
  replaceRecoveryCodes(userId: string, hashes: readonly Buffer[], at: Date): Promise<boolean>
  totpOf(userId: string): Promise<{ readonly addedAt: Date; readonly lastUsedAt: Date | null } | undefined>
}

export interface Passkey {
  readonly id: string
  readonly userId: string
  /** Base64url, as browsers name it. */
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly transports: readonly string[]
  readonly name: string
  readonly addedAt: Date
  readonly lastUsedAt: Date | null
}

export type NewPasskey = Omit<Passkey, 'addedAt' | 'lastUsedAt'> & { readonly counter: number }

/** What a challenge was made for, and whom: nobody is known before a log-in. */
export interface ChallengePurpose {
  readonly purpose: 'log-in' | 'confirm' | 'add'
  readonly userId: string | null
  readonly sessionId: string | null
}

export interface PasskeyStore {
  keepChallenge(challenge: string, purpose: ChallengePurpose, expiresAt: Date): Promise<void>
  /** Each once. @returns false for one that is used, over, or of another purpose */
  useChallenge(challenge: string, purpose: ChallengePurpose, at: Date): Promise<boolean>
  find(credentialId: string): Promise<Passkey | undefined>
  ofUser(userId: string): Promise<readonly Passkey[]>
  /** @returns `known` where somebody has it already, `too-many` where the person has as many as they may */
  add(passkey: NewPasskey, factor: FirstFactor, most: number): Promise<AddedFactor | 'known' | 'too-many'>
  /** @returns false for a counter that has not grown, unless the authenticator does not count */
  noteUse(id: string, counter: number, at: Date): Promise<boolean>
  remove(userId: string, id: string, at: Date): Promise<RemovedFactor>
  /** Of an active person, with the generation of their tokens. */
  owner(userId: string): Promise<{ readonly legalId: string; readonly tokenGeneration: number } | undefined>
}

export interface RememberedDevice {
  readonly id: string
  readonly name: string
  readonly rememberedAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date
}

export interface NewDevice {
  readonly id: string
  readonly userId: string
  readonly name: string
  readonly secret: string
  /** Of the same browser, which may have been remembered for others: they are remembered by the new one. */
  readonly formerSecret: string | undefined
  readonly at: Date
  readonly expiresAt: Date
}

/** Browsers that are not asked; a new password ends them all. */
export interface DeviceStore {
  remember(device: NewDevice): Promise<void>
  recognise(userId: string, secret: string, at: Date): Promise<boolean>
  ofUser(userId: string, at: Date): Promise<readonly RememberedDevice[]>
  /** @returns false where there is none */
  forget(userId: string, id: string): Promise<boolean>
}

/** Codes by time (RFC 6238). */
export interface TotpCodes {
  makeSecret(): Uint8Array
  /** The secret as people type it, and the address that apps read. */
  describe(secret: Uint8Array, loginName: string): { readonly secret: string; readonly address: string }
  /** The step of time that a code is of, among this one and its neighbours. */
  stepOf(secret: Uint8Array, code: string, at: Date): number | undefined
}

export interface AssertionOfPasskey {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: object
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | null | undefined
  }
}

export interface AttestationOfPasskey {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: object
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports: readonly string[]
  }
}

/** Why what an authenticator answered is refused; for the operator's log. */
export interface PasskeyRefusal {
  readonly refused: string
}

/** WebAuthn, as the relying party that people know by the address of the portal. */
export interface PasskeyProtocol {
  /** Null where browsers have none for this address. */
  relyingParty(): { readonly id: string; readonly name: string; readonly origin: string } | null
  /** The challenge that an answer is to. */
  challengeOf(clientDataJson: string): string | undefined
  verifyAssertion(
    assertion: AssertionOfPasskey,
    expected: { readonly challenge: string; readonly passkey: Passkey },
  ): Promise<{ readonly counter: number } | PasskeyRefusal>
  verifyAttestation(
    attestation: AttestationOfPasskey,
    challenge: string,
  ): Promise<Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter'> | PasskeyRefusal>
}
