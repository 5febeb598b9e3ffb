/**
 * What an issuer says of itself (OpenID Connect Discovery 1.0), and its keys, asked for when they are needed and kept
 * for a while.
 */
import {
  type Configuration,
  allowInsecureRequests,
  clockTolerance,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  getJwksCache,
  setJwksCache,
  type CustomFetch,
  type CustomFetchOptions,
} from 'openid-client'
import type { OidcConfig } from '../../config/read-logins.ts'
import { explainDiscoveryError } from './explain-oidc-error.ts'

/** How far the provider's clock and ours may be apart. What ties an answer to its question has a time of its own. */
const CLOCK_TOLERANCE_SECONDS = 300
const TIMEOUT_SECONDS = 10
/** A provider may move its endpoints; it does so with days of overlap. */
const DISCOVERED_MS = 60 * 60_000
/** The library looks for a key that is missing only when those that it has are this old. */
const KEYS_AGE_SECONDS = 60

export interface IssuerOptions {
  readonly provider: OidcConfig
  /** In place of the platform's own. */
  readonly fetch?: CustomFetch
  readonly now: () => Date
}

const AUTHENTICATIONS = { client_secret_post: ClientSecretPost, client_secret_basic: ClientSecretBasic } as const

const platformFetch: CustomFetch = (url, options) => fetch(url, options)

/**
 * An issuer that is asked for its addresses with the first log-in, so that a server starts without its providers.
 * @returns a configuration for one log-in. Its keys are those of the log-in before and count as a minute old: who asks
 *   for one that is not there is the issuer's own token, so that a new key is looked for at once
 */
export function openIssuer(options: IssuerOptions): () => Promise<Configuration> {
  const fetchDocument = keepDocument(options)
  let last: Configuration | undefined
  let keys: ReturnType<typeof getJwksCache>
  return async () => {
    const configuration = await discover(options, fetchDocument)
    keys = (last && getJwksCache(last)) ?? keys
    const oldEnough = Math.floor(options.now().getTime() / 1000) - KEYS_AGE_SECONDS
    if (keys) setJwksCache(configuration, { jwks: keys.jwks, uat: Math.min(keys.uat, oldEnough) })
    last = configuration
    return configuration
  }
}

/** Answers with what the issuer answered before, for an hour. */
function keepDocument({ fetch = platformFetch, now }: IssuerOptions): CustomFetch {
  let kept: { readonly until: number; readonly text: string } | undefined
  return async (url: string, request: CustomFetchOptions) => {
    const at = now().getTime()
    if (!kept || at >= kept.until) {
      const answer = await fetch(url, request)
      if (answer.status !== 200) return answer
      kept = { until: at + DISCOVERED_MS, text: await answer.text() }
    }
    return new Response(kept.text, { headers: { 'content-type': 'application/json' } })
  }
}

async function discover(
  { provider, fetch = platformFetch }: IssuerOptions,
  fetchDocument: CustomFetch,
): Promise<Configuration> {
  const issuer = new URL(provider.issuer)
  // A provider without TLS is one that the operator runs beside the server.
  const insecure = issuer.protocol === 'http:' ? [allowInsecureRequests] : []
  try {
    const configuration = await discovery(
      issuer,
      provider.clientId,
      { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      AUTHENTICATIONS[provider.authMethod](provider.clientSecret.reveal()),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [...insecure, enableNonRepudiationChecks],
        [customFetch]: fetchDocument,
      },
    )
    configuration[customFetch] = fetch
    return configuration
  } catch (error) {
    throw explainDiscoveryError(error)
  }
}
