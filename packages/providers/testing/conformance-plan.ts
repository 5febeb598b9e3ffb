/** What the suite has to know in order to drive one connector against its stand-in. */
import type { Connector, LinkAnswer, LinkOutcome, RemoteCertificate } from '../src/connector.ts'
import type { StandIn, Steering } from './steer-stand-in.ts'

/** What a person types into the fields of the manifest. */
export type Fields = Readonly<Record<string, string>>

/** Any account that can be linked. */
export interface TestAccount {
  readonly fields: Fields
  /** What is said to a choice or a challenge, until the account is linked. */
  readonly answer?: (outcome: LinkOutcome, steering: Steering) => Promise<LinkAnswer>
}

/** One way of signing at the provider: with a PIN, with a code, on the phone. */
export interface Way {
  /** In words. */
  readonly name: string
  /** The plan's account unless another is named. */
  readonly account?: TestAccount
  readonly certificate: (certificate: RemoteCertificate) => boolean
  readonly pin?: string
  /** Where the code comes from: sent when asked for, or shown by the person's authenticator app. */
  readonly code?: 'sent' | { readonly app: string }
  /** A signature session is opened with what was typed, and each signature names it. */
  readonly opensSignatureSession?: boolean
  /** The person accepts on their phone. */
  readonly push?: boolean
  /** The person accepts on a page of the provider, which leads them back. */
  readonly page?: boolean
  /** What the list has to say about the certificate. */
  readonly expected: Partial<RemoteCertificate>
}

/** Everything that a provider may lack; the plan says why. */
export type Scenario =
  | 'wrong credentials'
  | 'account that is taken back'
  | 'wrong PIN'
  | 'locked PIN'
  | 'wrong code'
  | 'reused code'
  | 'expired code'
  | 'expired signature session'
  | 'signature session for other digests'
  | 'refused on the phone'
  | 'batch too large'
  | 'disabled certificate'
  | 'expired certificate'
  | 'fewer signatures'
  | 'more signatures'
  | 'duplicated delivery'
  | 'account that the provider forgot'

export interface ConformancePlan {
  readonly name: string
  /** Starts the stand-in; once for the whole suite. */
  readonly standIn: () => Promise<StandIn>
  /** The name under which the stand-in takes faults. */
  readonly service: string
  /** A connector that speaks to the stand-in below this address (`http://127.0.0.1:…`), with this limit per request. */
  readonly connect: (url: string, timeoutMs: number) => Connector
  readonly account: TestAccount
  /** Of the person whose account it is, as an operator would register it. */
  readonly legalId: string
  /** Credentials that the provider knows to be wrong. */
  readonly wrongFields?: Fields
  /** Set when the protocol sends the password with each call, so that the account has to keep it. */
  readonly keepsPassword?: string
  /** How the stand-in calls, in orders of faults, the requests behind link, listCertificates and sign. */
  readonly operations: { readonly link: string; readonly list: string; readonly sign: string }
  /** The first is the plainest: faults are tried with it. */
  readonly ways: readonly [Way, ...Way[]]
  /** A certificate that the provider disabled, and how to find it. */
  readonly disabled?: Way
  /** A certificate whose time is over. */
  readonly expired?: Way
  /** Seconds after which a code that was sent is surely too old, and a signature session surely over. */
  readonly codeLifeSeconds?: number
  readonly signatureSessionLifeSeconds?: number
  /**
   * What the protocol does not have, each with the reason. A scenario that is neither possible nor named here fails.
   */
  readonly lacks?: Readonly<Partial<Record<Scenario, string>>>
}
