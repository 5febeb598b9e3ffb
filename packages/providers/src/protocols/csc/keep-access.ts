/**
 * Access to a person's account. What is kept is the refresh token; the access token that it is exchanged for lives in
 * this process only. A service may replace the refresh token at each exchange: then the new one is kept, and calls that
 * still hold an old one find the new one here.
 */
import { createHash } from 'node:crypto'
import { ProviderError, type Account, type ConnectorState } from '../../connector.ts'
import { readList, readText, readWholeNumber, type Fields } from '../read-answer.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import { callCsc, type CscAnswer, type CscCall, type CscOptions } from './csc-client.ts'
import { exchangeToken, redeemCode, revokeToken, type OAuthOptions } from './oauth.ts'

const MAX_METHODS = 100
const MAX_REMEMBERED = 2000
/** From a refresh token to the one after it, for calls that hold an old one. */
const MAX_HOPS = 8
const DEFAULT_SECONDS = 3600
const LONGEST_SECONDS = 24 * 3600
/** An access token is not used in its last seconds, when it could expire on its way. */
const MARGIN_MS = 15_000
const TOKEN = /^[\x21-\x7e]{1,8192}$/

export interface AccessToken {
  readonly accessToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

interface Access extends AccessToken {
  readonly refreshToken: string
}

export class CscAccess {
  readonly #options: CscOptions
  readonly #known = new Map<string, Access>()
  readonly #exchanges = new Map<string, Promise<Access>>()

  #oneCall: boolean | undefined

  constructor(options: CscOptions) {
    this.#options = options
  }

  /**
   * Whether an authorisation is good for one call, which has to sign everything: so with a service that does not list
   * `credentials/extendTransaction` among its methods (11.7 of version 1, 11.9 of version 2). One that says nothing is
   * taken for one that has it.
   */
  async signsInOneCall(): Promise<boolean> {
    this.#oneCall ??= await this.#askForMethods()
    return this.#oneCall ?? false
  }

  async #askForMethods(): Promise<boolean | undefined> {
    const methods = readList((await this.#describe())['methods'], MAX_METHODS)
    return methods && methods.length > 0 ? !methods.includes('credentials/extendTransaction') : undefined
  }

  /** What the service calls itself. */
  async nameOfService(): Promise<string> {
    return readText((await this.#describe())['name']) ?? this.#options.provider
  }

  /** What the service says of itself; nothing where it cannot be asked. */
  async #describe(): Promise<Fields> {
    try {
      return (await callCsc(this.#options, { operation: 'service', body: {} })).fields
    } catch (error) {
      if (error instanceof ProviderError) return {}
      throw error
    }
  }

  /** Takes up the access of somebody who has logged in on the service's page. @throws ProviderError of redeemCode */
  async redeem(state: ConnectorState, code: string | undefined): Promise<ConnectorState> {
    const { fields, status } = await redeemCode(this.#oauth(), state, code)
    const access = readAccess({ provider: this.#options.provider, status }, fields)
    this.#remember(access.refreshToken, access)
    return { refreshToken: access.refreshToken }
  }

  #oauth(): OAuthOptions {
    const { oauth, ...rest } = this.#options
    if (oauth) return { ...rest, oauth }
    throw new ProviderError('failed', `${rest.provider} has no log-in page`)
  }

  /** @throws ProviderError `login-invalid` */
  async logIn(authorization: string, clientData: string | undefined): Promise<ConnectorState> {
    const body = { rememberMe: true, ...(clientData !== undefined && { clientData }) }
    const { fields, status } = await callCsc(this.#options, { operation: 'login', body, authorization })
    const access = await this.#openLogIn(fields, status)
    this.#remember(access.refreshToken, access)
    return { refreshToken: access.refreshToken }
  }

  /** Some answer `rememberMe` with a refresh token alone, which is exchanged at once. */
  async #openLogIn(fields: Fields, status: number): Promise<Access> {
    const { provider } = this.#options
    const { access_token: given, refresh_token: token } = fields
    if (given !== undefined || typeof token !== 'string' || !TOKEN.test(token)) {
      return readAccess({ provider, status }, fields)
    }
    const answer = await this.#askAnew(token)
    return readAccess({ provider, status: answer.status }, { refresh_token: token, ...answer.fields })
  }

  /** Calls the service as the account's owner. @throws ProviderError `not-authorised` when the account has run out */
  async call(account: Account, request: CscCall): Promise<CscAnswer> {
    const access = await this.#open(account)
    try {
      return await this.#send(access, request)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      // Nothing was done with a token that was refused: asking again, also for a signature, repeats nothing.
      const newer = this.#find(account)
      const isNewer = newer !== undefined && newer.accessToken !== access.accessToken
      return this.#send(isNewer ? newer : await this.#exchangeOnce(account), request)
    }
  }

  /** Exchanges the refresh token, whether needed or not. */
  async renew(account: Account): Promise<void> {
    await this.#exchangeOnce(account)
  }

  /** Asks the service to forget the account. */
  async revoke(account: Account): Promise<void> {
    const { refreshToken: token } = await this.#open(account)
    if (this.#options.oauth) await revokeToken(this.#oauth(), token)
    else await this.call(account, { operation: 'revoke', body: { token, token_type_hint: 'refresh_token' } })
    for (const one of [token, this.#held(account)]) this.#known.delete(fingerprint(one))
  }

  #send({ accessToken }: Access, request: CscCall): Promise<CscAnswer> {
    return callCsc(this.#options, { ...request, authorization: `Bearer ${accessToken}` })
  }

  async #open(account: Account): Promise<Access> {
    const access = this.#find(account)
    return access !== undefined && isFresh(access) ? access : this.#exchangeOnce(account)
  }

  /** However many calls wait for it. */
  async #exchangeOnce(account: Account): Promise<Access> {
    const name = fingerprint(this.#find(account)?.refreshToken ?? this.#held(account))
    const running = this.#exchanges.get(name) ?? this.#exchange(account).finally(() => this.#exchanges.delete(name))
    this.#exchanges.set(name, running)
    return running
  }

  async #exchange(account: Account): Promise<Access> {
    const held = this.#held(account)
    const refreshToken = this.#find(account)?.refreshToken ?? held
    const { fields, status } = await this.#askAnew(refreshToken)
    const kept = { refresh_token: refreshToken }
    const access = readAccess({ provider: this.#options.provider, status }, { ...kept, ...fields })
    for (const token of [held, refreshToken, access.refreshToken]) this.#remember(token, access)
    if (access.refreshToken !== held) await account.keep({ refreshToken: access.refreshToken }, { refreshToken })
    return access
  }

  #askAnew(refreshToken: string): Promise<CscAnswer> {
    if (this.#options.oauth) return exchangeToken(this.#oauth(), refreshToken)
    const gave = { refreshToken: true }
    return callCsc(this.#options, { operation: 'login', body: { refresh_token: refreshToken }, gave })
  }

  /** The latest access that the account's token has led to. */
  #find(account: Account): Access | undefined {
    let access = this.#known.get(fingerprint(this.#held(account)))
    for (let hop = 0; access !== undefined && hop < MAX_HOPS; hop += 1) {
      const next = this.#known.get(fingerprint(access.refreshToken))
      if (next === undefined || next === access) break
      access = next
    }
    return access
  }

  #remember(token: string, access: Access): void {
    this.#known.delete(fingerprint(token))
    this.#known.set(fingerprint(token), access)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_REMEMBERED) break
      this.#known.delete(oldest)
    }
  }

  #held({ state: { refreshToken } }: Account): string {
    if (typeof refreshToken === 'string' && TOKEN.test(refreshToken)) return refreshToken
    throw new ProviderError('not-authorised', `${this.#options.provider} has to be authorised again`)
  }
}

/** The service does not take the access token any more, and has done nothing. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof ProviderError && error.code === 'not-authorised' && error.facts['status'] === 401

export const isFresh = ({ expiresAt }: AccessToken): boolean => expiresAt > Date.now() + MARGIN_MS

/** Tokens are not used as keys of a map, so that no dump of one shows them. */
const fingerprint = (token: string): string => createHash('sha256').update(token).digest('base64')

function readAccess(answer: { readonly provider: string; readonly status: number }, fields: Fields): Access {
  const access = readAccessToken(fields)
  const { refresh_token: refreshToken } = fields
  // Without a refresh token nothing could be kept but the password.
  if (!access || !isToken(refreshToken)) throw unusableAnswer(answer)
  return { ...access, refreshToken }
}

/** The access token of an answer, which lasts an hour where it does not say how long. */
export function readAccessToken({ access_token: accessToken, expires_in: life }: Fields): AccessToken | undefined {
  if (!isToken(accessToken)) return undefined
  const seconds = readWholeNumber(life, LONGEST_SECONDS) ?? DEFAULT_SECONDS
  return { accessToken, expiresAt: Date.now() + seconds * 1000 }
}

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value)
