/**
 * Access tokens in memory, so that a batch does not renew its log-in for each document. The account keeps the refresh
 * token only; each can be used once, therefore callers that come at the same time share one renewal, and one that still
 * holds the former refresh token finds the access that it led to.
 */
import { createHash } from 'node:crypto'
import { ProviderError, type Account } from '../connector.ts'
import type { Grant } from './log-in.ts'

const MAX_KEPT = 2000
/** From a refresh token to the one after it, for those who hold an old one. */
const MAX_HOPS = 4

export interface AccessKeeper {
  /** Takes over what a log-in gave. */
  admit(grant: Grant): void
  /**
   * Runs `work` with a valid access token; once more with a new one when the first is refused before its time, since
   * then nothing was done with it.
   */
  withAccess<T>(account: Account, work: (accessToken: string) => Promise<T>): Promise<T>
}

export function createAccessKeeper(renew: (refreshToken: string) => Promise<Grant>): AccessKeeper {
  const kept = new Map<string, Promise<Grant>>()
  const refused = new WeakSet<Grant>()
  const remember = (refreshToken: string, grant: Promise<Grant>): void => {
    kept.set(nameOf(refreshToken), grant)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  }
  const forget = (refreshToken: string): void => void kept.delete(nameOf(refreshToken))

  async function open(account: Account): Promise<Grant> {
    let token = refreshTokenOf(account)
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const name = nameOf(token)
      const known = kept.get(name)
      if (known === undefined) break
      const grant = await known
      if (grant.expiresAt > Date.now() && !refused.has(grant)) return grant
      if (grant.refreshToken !== token) token = grant.refreshToken
      else if (kept.get(name) === known) kept.delete(name)
    }
    return renewFor(account, token)
  }

  async function renewFor(account: Account, token: string): Promise<Grant> {
    const renewing = renew(token)
    remember(token, renewing)
    try {
      const grant = await renewing
      remember(grant.refreshToken, renewing)
      await account.keep({ refreshToken: grant.refreshToken }, { refreshToken: token })
      return grant
    } catch (error) {
      if (error instanceof ProviderError) forget(token)
      throw error
    }
  }

  return {
    admit: (grant) => remember(grant.refreshToken, Promise.resolve(grant)),
    async withAccess(account, work) {
      const grant = await open(account)
      try {
        return await work(grant.accessToken)
      } catch (error) {
        if (!isRefused(error)) throw error
        refused.add(grant)
      }
      const next = await open(account)
      try {
        return await work(next.accessToken)
      } catch (error) {
        if (isRefused(error)) refused.add(next)
        throw error
      }
    },
  }
}

const isRefused = (error: unknown): boolean => error instanceof ProviderError && error.code === 'not-authorised'

/** Tokens themselves are not used as keys, so that no list of them lies about. */
const nameOf = (refreshToken: string): string => createHash('sha256').update(refreshToken).digest('base64url')

function refreshTokenOf({ state }: Account): string {
  const { refreshToken } = state
  if (typeof refreshToken === 'string') return refreshToken
  throw new ProviderError('not-authorised', 'The account has to be authorised again')
}
