/** Providers that speak OpenID Connect. */
export type OidcProvider = 'google' | 'microsoft' | 'wallet'

/** What a provider has proven about the person before the browser. */
export interface ProvenIdentity {
  readonly provider: OidcProvider | 'saml'
  readonly issuer: string
  /** How the issuer calls the person, for good; null when it makes up another name each time. */
  readonly subject: string | null
  /** The subject is an address, which may pass to somebody else: nobody but the operator links it. */
  readonly isAddress?: boolean
  /** An address that the issuer vouches for, and may. */
  readonly email?: string | undefined
  /** Number of the identity document, likewise. */
  readonly legalId?: string | undefined
}

/** What ties a question to its answer. */
export interface QuestionSecrets {
  readonly state: string
  readonly nonce: string
  /** PKCE (RFC 7636). */
  readonly codeVerifier: string
}

/** The answer as the browser brings it; which question it answers was found out before. */
export interface CodeAnswer extends Omit<QuestionSecrets, 'state'> {
  readonly code: string
  /** `iss` of RFC 9207, when it came along. */
  readonly issuer: string | undefined
}

export interface OidcClient {
  /** Where the browser goes. @throws {PortalError} PROVIDER_… when the provider does not answer */
  addressFor(question: QuestionSecrets): Promise<string>
  /** @throws {PortalError} LOGIN_CODE_INVALID, LOGIN_REFUSED, PROVIDER_… */
  identify(answer: CodeAnswer): Promise<ProvenIdentity>
}

export interface SamlQuestion {
  /** Id of the request, which the answer must name. */
  readonly id: string
  readonly address: string
}

/** What an assertion says, after everything about it was found right. */
export interface SamlAnswer {
  readonly identity: ProvenIdentity
  readonly assertionId: string
  /** Until then a copy of it would be taken for valid. */
  readonly expiresAt: Date
}

export interface SamlClient {
  readonly issuer: string
  ask(): Promise<SamlQuestion>
  /**
   * @param response as it came, base64
   * @param requestId the request that it must answer
   * @throws {PortalError} LOGIN_CODE_INVALID, LOGIN_REFUSED
   */
  identify(response: string, requestId: string): Promise<SamlAnswer>
}

/** The identity providers that this server trusts. */
export interface SamlProviders {
  ofDomain(domain: string): SamlClient | undefined
  ofIssuer(issuer: string): SamlClient | undefined
  /**
   * Reads who a response claims to be from and what it claims to answer, before anything is believed.
   * @throws {PortalError} LOGIN_CODE_INVALID for what is no response, or too large to look at; LOGIN_REFUSED for a refusal
   *   that does not say what it answers
   */
  readEnvelope(response: string): { readonly issuer: string; readonly requestId: string }
  metadata(): Promise<string>
}

export interface LoginAttempt {
  /** SHA-256 of the state or of the id of the request. */
  readonly keyHash: Buffer
  /** Name of the provider; for SAML with its issuer. */
  readonly provider: string
  /** SHA-256 of the secret that the browser keeps. */
  readonly browserHash: Buffer
}

export interface LoginTicket {
  readonly ticketHash: Buffer
  readonly browserHash: Buffer
  readonly userId: string
}

/** Questions that wait for their answers. Each is taken once. */
export interface LoginAttempts {
  begin(attempt: LoginAttempt, at: Date, expiresAt: Date): Promise<void>
  /** Takes the question that this browser asked, the newest one without a key; the others stay. */
  take(wanted: {
    readonly keyHash: Buffer | undefined
    readonly providers: readonly string[]
    readonly browserHash: Buffer
    readonly at: Date
  }): Promise<LoginAttempt | undefined>
  /** Takes a question whatever browser brings the answer. */
  takeAnswered(keyHash: Buffer, provider: string, at: Date): Promise<LoginAttempt | undefined>
  /** @returns false when it was taken before */
  consumeAssertion(idHash: Buffer, expiresAt: Date): Promise<boolean>
  addTicket(ticket: LoginTicket, expiresAt: Date): Promise<void>
  takeTicket(ticketHash: Buffer, browserHash: Buffer, at: Date): Promise<string | undefined>
}

/** A person who may be let in. */
export interface KnownPerson {
  readonly userId: string
  readonly legalId: string
  readonly tokenGeneration: number
}

export interface IdentityKey {
  readonly provider: ProvenIdentity['provider']
  readonly issuer: string
  readonly subject: string
}

export type PersonFact = { readonly email: string } | { readonly legalId: string }

export interface IdentityStore {
  /** An active person, `'inactive'` for one who is not, undefined when nobody has this identity. */
  findLinked(key: IdentityKey): Promise<KnownPerson | 'inactive' | undefined>
  /** Active people with this address or this number; two at most, since two are as good as many. */
  findByFact(fact: PersonFact): Promise<readonly KnownPerson[]>
  findActive(userId: string): Promise<KnownPerson | undefined>
  /** Gives the person this identity, unless they have another one of the same issuer. @returns whether it is theirs now */
  link(key: IdentityKey, userId: string, at: Date): Promise<boolean>
}
