/**
 * Posts a message to an address that somebody gave, with limits on where it may lead.
 *
 * Such addresses are untrusted input, as those in certificates are: see create-guarded-fetcher.ts. Besides, a message
 * goes where it was sent to and nowhere else (no redirect is followed), over TLS, and of the answer no more is read than
 * is told to its owner.
 */
import type { IncomingMessage } from 'node:http'
import { PkiError } from '../pki-error.ts'
import { openExchange } from './exchange-once.ts'
import type { ResolveHost } from './resolve-host.ts'
import { readTarget, resolveTarget, type TargetRules } from './resolve-target.ts'
import { withinTime } from './within-time.ts'

export interface GuardedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface PostAnswer {
  readonly status: number
  /** `Retry-After`, as it came. */
  readonly retryAfter: string | undefined
  /** The beginning of the body, in octets. */
  readonly beginning: Uint8Array
}

/**
 * Whatever was answered. Throws PkiError REQUEST_REFUSED (URL, NOT_TLS, ADDRESS_NOT_PUBLIC: we do not go there) or
 * REQUEST_FAILED (NAME, NETWORK, TIMEOUT: nothing came back).
 */
export type GuardedPoster = (post: GuardedPost) => Promise<PostAnswer>

export interface GuardedPosterOptions {
  /** Origins that may have a private address, and may do without TLS. */
  readonly allowedPrivateOrigins: readonly string[]
  /** Milliseconds for the whole exchange. */
  readonly timeoutMs: number
  /** Octets of an answer that are read. */
  readonly mostRead: number
  /** Replaces the ways to resolve a name. */
  readonly resolveHost?: ResolveHost
}

export function createGuardedPoster(options: GuardedPosterOptions): GuardedPoster {
  const { timeoutMs, mostRead, resolveHost } = options
  const rules: TargetRules = {
    allowedPrivateOrigins: new Set(options.allowedPrivateOrigins.map((origin) => new URL(origin).origin)),
    resolveHost,
  }
  return async ({ url: text, headers, body }) => {
    const url = readPostTarget(text, rules.allowedPrivateOrigins)
    return withinTime({ url, timeoutMs }, async (signal) => {
      const addresses = await resolveTarget(url, rules)
      signal.throwIfAborted()
      const all = { 'user-agent': 'rubrica', ...headers }
      const response = await openExchange({ url, addresses, method: 'POST', body, headers: all, signal })
      try {
        const beginning = await readBeginning(response, mostRead)
        return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], beginning }
      } finally {
        response.destroy()
      }
    })
  }
}

/**
 * Whether a message may be posted to an address, as far as the address alone tells.
 * @throws PkiError REQUEST_REFUSED (URL, NOT_TLS)
 */
export function readPostTarget(text: string, allowedPrivateOrigins: ReadonlySet<string>): URL {
  const url = readTarget(text)
  if (url.protocol !== 'https:' && !allowedPrivateOrigins.has(url.origin)) {
    throw new PkiError('REQUEST_REFUSED', { reason: 'NOT_TLS', host: url.host })
  }
  return url
}

/** What is cut off in the middle was answered all the same: the status is what counts. */
async function readBeginning(response: IncomingMessage, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= most) break
    }
  } catch {
    // Of the body nothing more comes.
  }
  return Buffer.concat(chunks).subarray(0, most)
}
