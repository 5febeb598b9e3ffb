/**
 * Access of this installation itself, for a credential that is its own: by the client credentials of OAuth 2.0 (RFC
 * 6749 §4.4; 8.4.4 and 8.5.2.2 of version 2). The access token lives in this process only.
 */
import { ProviderError, type Account } from '../../connector.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import { callCsc, type CscAnswer, type CscCall } from './csc-client.ts'
import { isFresh, isTokenRefused, readAccessToken, type AccessToken } from './keep-access.ts'
import { askAsClient, type OAuthOptions } from './oauth.ts'

export type ClientOptions = OAuthOptions & Parameters<typeof callCsc>[0]

export class ClientAccess {
  readonly #options: ClientOptions
  #access: AccessToken | undefined

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** @throws ProviderError `login-invalid` when the service does not know the client or its secret */
  async call(_account: Account, request: CscCall): Promise<CscAnswer> {
    const access = await this.#open()
    try {
      return await this.#send(access, request)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      // Nothing was done with a token that was refused: asking again, also for a signature, repeats nothing.
      this.#access = undefined
      return this.#send(await this.#open(), request)
    }
  }

  async #open(): Promise<AccessToken> {
    if (this.#access && isFresh(this.#access)) return this.#access
    const { fields, status } = await askAsClient(this.#options).catch(toldAsRefused)
    const access = readAccessToken(fields)
    if (!access) throw unusableAnswer({ provider: this.#options.provider, status })
    this.#access = access
    return access
  }

  #send({ accessToken }: AccessToken, request: CscCall): Promise<CscAnswer> {
    return callCsc(this.#options, { ...request, authorization: `Bearer ${accessToken}` })
  }
}

/** A wrong secret is `invalid_client` by OAuth 2.0, and `invalid_request` by the table of 8.4.4. */
function toldAsRefused(error: unknown): never {
  const status = error instanceof ProviderError ? Number(error.facts['status']) : undefined
  const isRefusal = status !== undefined && status >= 400 && status < 500 && status !== 429
  if (!(error instanceof ProviderError) || !isRefusal) throw error
  throw new ProviderError('login-invalid', error.message, { facts: error.facts, cause: error })
}
