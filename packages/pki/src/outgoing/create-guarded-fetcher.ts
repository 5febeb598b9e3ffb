/**
 * Fetches what certificates point to, with limits on where they may point.
 *
 * OCSP, CRL and issuer addresses stand in certificates, which are untrusted input. Every request, each redirect too,
 * goes to a public address that was resolved once and is pinned; private ones only where configuration names their
 * origin. Time and size are bounded over everything that one request sets off.
 *
 * OWASP's advice against server-side request forgery, turned into code.
 */
import { PkiError } from '../pki-error.ts'
import { exchangeOnce, type ExchangeResult } from './exchange-once.ts'
import type { ResolveHost } from './resolve-host.ts'
import { readTarget, resolveTarget, type TargetRules } from './resolve-target.ts'
import { withinTime } from './within-time.ts'

export interface OutgoingRequest {
  readonly url: string
  /** Makes it a POST. */
  readonly body?: Uint8Array
  /** Media type of `body`. */
  readonly contentType?: string
  /** Media type that is wanted; what comes back is not held against it, since many servers label it wrongly. */
  readonly accept?: string
}

/**
 * The body of the answer. Throws PkiError REQUEST_REFUSED (URL, ADDRESS_NOT_PUBLIC, TOO_MANY_REDIRECTS: we do not go
 * there) or REQUEST_FAILED (NAME, NETWORK, TIMEOUT, STATUS, TOO_LARGE, ENCODING: nothing usable came back).
 */
export type GuardedFetcher = (request: OutgoingRequest) => Promise<Uint8Array>

export interface GuardedFetcherOptions {
  /** `https://host:port` of servers with private addresses that may be asked all the same; none by default. */
  readonly allowedPrivateOrigins?: readonly string[]
  /** Milliseconds for a request with its redirects; default 10 000. */
  readonly timeoutMs?: number
  /** Largest answer in octets; default 16 MiB (the CRLs of large authorities reach half of it). */
  readonly maxBytes?: number
  /** Replaces the ways to resolve a name. */
  readonly resolveHost?: ResolveHost
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_MAX_BYTES = 16 * 1024 * 1024
const MOST_REDIRECTS = 3

/** @throws TypeError when an allowed origin is not one */
export function createGuardedFetcher(options: GuardedFetcherOptions = {}): GuardedFetcher {
  const rules: TargetRules = {
    allowedPrivateOrigins: new Set((options.allowedPrivateOrigins ?? []).map((origin) => new URL(origin).origin)),
    resolveHost: options.resolveHost,
  }
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  return async (request) => {
    const url = readTarget(request.url)
    return withinTime({ url, timeoutMs }, (signal) => follow({ rules, request, maxBytes, signal }, url))
  }
}

interface Journey {
  readonly rules: TargetRules
  readonly request: OutgoingRequest
  readonly maxBytes: number
  readonly signal: AbortSignal
}

async function follow(journey: Journey, start: URL): Promise<Uint8Array> {
  let url = start
  let isPost = journey.request.body !== undefined
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const result = await askOnce(journey, url, isPost)
    if ('body' in result) return result.body
    // RFC 9110 §15.4: 303 asks for a GET; for the others the question is put again as it was.
    if (result.status === 303) isPost = false
    url = readTarget(result.location, url)
  }
  throw new PkiError('REQUEST_REFUSED', { reason: 'TOO_MANY_REDIRECTS', host: start.host })
}

async function askOnce(
  { rules, request, maxBytes, signal }: Journey,
  url: URL,
  isPost: boolean,
): Promise<ExchangeResult> {
  const addresses = await resolveTarget(url, rules)
  signal.throwIfAborted()
  const headers: Record<string, string> = { 'user-agent': 'rubrica' }
  if (request.accept !== undefined) headers.accept = request.accept
  if (isPost && request.contentType !== undefined) headers['content-type'] = request.contentType
  const body = isPost ? request.body : undefined
  return exchangeOnce({ url, addresses, method: isPost ? 'POST' : 'GET', body, headers, maxBytes, signal })
}
