/** Providers that speak OpenID Connect. */
export type OidcProvider = 'google' | 'microsoft' | 'wallet' | 'oidc'

/** How a provider calls an account, for good: it never gives the name to anybody else. */
export interface AccountName {
  readonly subject: string
  /** The claim or attribute that holds it, where the operator chose one; absent for the provider's own name. */
  readonly attribute?: string
}

/** What a provider has proven about the person before the browser. */
export interface ProvenIdentity {
  readonly provider: OidcProvider | 'saml'
  readonly issuer: string
  /** Absent when the provider gives no name that stays. */
  readonly name?: AccountName | undefined
  /** Addresses that the issuer vouches for, and may; the first that somebody has here counts. */
  readonly emails: readonly string[]
  /** Number of the identity document, likewise. */
  readonly legalId?: string | undefined
  /** What the answer should have and has not, for the log: names of claims and attributes, never what is in them. */
  readonly gaps: readonly string[]
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

/** How a provider calls a log-in, by which it may end it later. */
export interface ProviderSession {
  /** Format and text of the NameID. */
  readonly name: string
  /** Undefined where the provider does not name its log-ins. */
  readonly index: string | undefined
}

/** A request to end log-ins, whichever way the browser brought it; `query` is as it came, for the signature over it. */
export type LogoutMessage =
  | { readonly binding: 'redirect'; readonly query: string }
  | { readonly binding: 'post'; readonly request: string; readonly relayState: string | undefined }

/** A request to end log-ins, after everything about it was found right. */
export interface SamlLogout {
  readonly id: string
  readonly name: string
  /** The provider's own sessions; none for all of the name. */
  readonly indexes: readonly string[]
  /** Until when a copy of it would be taken for valid. */
  readonly expiresAt: Date
  /** Where the browser goes with our answer; undefined where the provider takes none. */
  readonly answerAddress: string | undefined
}

/** What an assertion says, after everything about it was found right. */
export interface SamlAnswer {
  readonly identity: ProvenIdentity
  readonly session: ProviderSession | undefined
  readonly assertionId: string
  /** Until when a copy of it would be taken for valid. */
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
  /** @throws {PortalError} LOGIN_CODE_INVALID for what is not signed, not for us, or too old */
  readLogout(message: LogoutMessage): Promise<SamlLogout>
}

/** The identity providers that this server trusts. */
export interface SamlProviders {
  ofDomain(domain: string): SamlClient | undefined
  ofIssuer(issuer: string): SamlClient | undefined
  /**
   * Reads who a response claims to be from and what it claims to answer, before anything is believed.
   * @throws {PortalError} LOGIN_CODE_INVALID for what is no response, or too large to look at; LOGIN_REFUSED for a
   * refusal
   *   that does not say what it answers
   */
  readEnvelope(response: string): { readonly issuer: string; readonly requestId: string }
  /** Who a request to log out claims to be from. @throws {PortalError} LOGIN_CODE_INVALID */
  logoutIssuer(message: LogoutMessage): string
  /** What an identity provider must know of this server, as XML. */
  metadata(): string
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
  /** The identity provider that said who it is. */
  readonly issuer: string
  /** SHA-256 of issuer and name, and the provider's own session. */
  readonly session?: { readonly nameHash: Buffer; readonly index: string | undefined } | undefined
}

/** Whom a ticket lets in, and who said so; a ticket of an earlier release does not say it. */
export interface TakenTicket extends Pick<LoginTicket, 'userId'> {
  readonly issuer: string | undefined
}

/** The session that a ticket begins. */
export interface NewSession {
  readonly id: string
  /** No session lasts longer. */
  readonly expiresAt: Date
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
  /** Takes a question, whichever browser brings the answer. */
  takeAnswered(keyHash: Buffer, provider: string, at: Date): Promise<LoginAttempt | undefined>
  /** @returns false when it was taken before */
  consumeAssertion(idHash: Buffer, expiresAt: Date): Promise<boolean>
  addTicket(ticket: LoginTicket, expiresAt: Date): Promise<void>
  /** Takes a ticket, and keeps which session its provider may end. @returns whom it lets in */
  takeTicket(
    ticket: Pick<LoginTicket, 'ticketHash' | 'browserHash'>,
    session: NewSession,
    at: Date,
  ): Promise<TakenTicket | undefined>
}

export interface ProviderSessions {
  /**
   * Ends the sessions that began with a provider's log-ins, and the tickets that would begin one, all or nothing.
   * @param wanted SHA-256 of issuer and name; the provider's own sessions, none for all
   * @param request SHA-256 of issuer and id of the request, which is taken once
   * @returns false when the request was taken before
   */
  end(
    wanted: { readonly nameHash: Buffer; readonly indexes: readonly string[] },
    request: { readonly idHash: Buffer; readonly expiresAt: Date },
    at: Date,
  ): Promise<boolean>
}

/** A person who may be let in. */
export interface KnownPerson {
  readonly userId: string
  readonly legalId: string
  readonly tokenGeneration: number
}

export interface IdentityKey extends AccountName {
  readonly provider: ProvenIdentity['provider']
  readonly issuer: string
}

/** An address, or the ways in which a document number may be written. */
export type PersonFact = { readonly email: string } | { readonly legalIds: readonly string[] }

export interface IdentityStore {
  /** An active person, `'inactive'` for one who is not, undefined when nobody has this identity. */
  findLinked(key: IdentityKey): Promise<KnownPerson | 'inactive' | undefined>
  /** Active people with this address or this number; two at most, since two are as good as many. */
  findByFact(fact: PersonFact): Promise<readonly KnownPerson[]>
  findActive(userId: string): Promise<KnownPerson | undefined>
  /**
   * Gives the person this identity, unless they have another one of the same issuer. One that may never have been
   * theirs alone gives way to what the document number proves.
   * @returns whether it is theirs now
   */
  link(
    key: IdentityKey,
    userId: string,
    proof: { readonly by: 'email' | 'legalId'; readonly at: Date },
  ): Promise<boolean>
}
