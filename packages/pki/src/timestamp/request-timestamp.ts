/**
 * Asks a time stamping authority for a token over some bytes.
 *
 * The authority may be slow, down or wrong, or send too much. The request carries a digest and a nonce, never the
 * document; the answer is bounded in time and size and checked before it is returned.
 *
 * RFC 3161 §2.4 and §3.4.
 */
import { createHash, randomBytes } from 'node:crypto'
import { PkiError } from '../pki-error.ts'
import { DerCursor, DerError, readDer, smallIntegerOf, TAG } from '../der/der-reader.ts'
import { encodeBoolean, encodeOctetString, encodeSequence, encodeUnsignedInteger } from '../der/der-writer.ts'
import { encodeDigestAlgorithm, hashName } from '../algorithms/digest-algorithms.ts'
import type { MessageImprint, TimestampedMessage } from './check-timestamp-token.ts'
import { checkWithIssuers, type TokenIssuers } from './check-with-issuers.ts'
import type { DigestAlgorithm } from '../algorithms/algorithms.ts'

export interface TimestampOptions {
  /** Digest of the imprint of bytes; default SHA-256. An imprint that is given has its own. */
  readonly digestAlgorithm?: DigestAlgorithm
  /** Milliseconds for the whole exchange; default 10 000. */
  readonly timeoutMs?: number
  /** Largest answer in octets; default 256 KiB. */
  readonly maxBytes?: number
  /** More request headers, for an authority that asks for credentials. */
  readonly headers?: Readonly<Record<string, string>>
  /** DER of trusted certificates; without them any chain is taken. */
  readonly trustAnchors?: readonly Uint8Array[]
  /** Where issuers are found that a token does not carry (RFC 3161 §2.4.1 wants the authority's certificate alone). */
  readonly issuers?: TokenIssuers
  readonly signal?: AbortSignal
  /** Our clock; default that of the machine. */
  readonly now?: () => Date
  /** Replaces the global fetch, so that a caller can restrict where requests go. */
  readonly fetch?: typeof globalThis.fetch
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_MAX_BYTES = 256 * 1024

/** Gives a TimeStampToken (DER) over bytes, or over what their digest stands for. */
export type TimestampSource = (message: TimestampedMessage) => Promise<Uint8Array>

/** Clocks differ, by hours when one is set wrongly. */
const MOST_CLOCK_DIFFERENCE_MS = 60 * 60_000

/**
 * A function that gives a TimeStampToken (DER) over the bytes it is called with.
 *
 * It throws PkiError TIMESTAMP_UNREACHABLE (no answer, HTTP status, too slow), TIMESTAMP_REFUSED (the authority rejects
 * the request) or TIMESTAMP_INVALID (the answer does not hold, or, with the fault TIME, its time is more than an hour
 * from ours: once embedded it would prove that time for good).
 */
export function requestTimestamp(url: string | URL, options: TimestampOptions = {}): TimestampSource {
  const issuers: Uint8Array[] = []
  return async (message) => {
    const nonce = randomBytes(16)
    const query = encodeTimestampQuery(imprintOf(message, options.digestAlgorithm ?? 'SHA-256'), nonce)
    const token = readTimestampReply(await exchange(url, query, options))
    const expected = { message, nonce, trustAnchors: options.trustAnchors, issuers }
    const { time } = await checkWithIssuers(token, expected, options.issuers)
    requireCurrent(time, options.now?.() ?? new Date())
    return token
  }
}

/** RFC 3161 §2.4.2: against a clock of our own, as there is one. */
function requireCurrent(time: Date, now: Date): void {
  if (Math.abs(time.getTime() - now.getTime()) <= MOST_CLOCK_DIFFERENCE_MS) return
  throw new PkiError('TIMESTAMP_INVALID', { fault: 'TIME', time: time.toISOString(), ownTime: now.toISOString() })
}

function imprintOf(message: TimestampedMessage, digestAlgorithm: DigestAlgorithm): MessageImprint {
  if (!(message instanceof Uint8Array)) return message
  return { digestAlgorithm, digest: createHash(hashName(digestAlgorithm)).update(message).digest() }
}

/** TimeStampReq with certReq. */
function encodeTimestampQuery({ digestAlgorithm, digest }: MessageImprint, nonce: Uint8Array): Uint8Array {
  return encodeSequence(
    encodeUnsignedInteger(1),
    encodeSequence(encodeDigestAlgorithm(digestAlgorithm), encodeOctetString(digest)),
    encodeUnsignedInteger(nonce),
    encodeBoolean(true),
  )
}

async function exchange(url: string | URL, query: Uint8Array, options: TimestampOptions): Promise<Uint8Array> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline
  try {
    const response = await (options.fetch ?? globalThis.fetch)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        ...options.headers,
      },
      body: new Uint8Array(query),
      redirect: 'error',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new PkiError('TIMESTAMP_UNREACHABLE', { status: response.status })
    }
    return await readBounded(response, options.maxBytes ?? DEFAULT_MAX_BYTES)
  } catch (error) {
    if (error instanceof PkiError) throw error
    options.signal?.throwIfAborted()
    throw new PkiError('TIMESTAMP_UNREACHABLE', { reason: deadline.aborted ? 'TIMEOUT' : 'NETWORK' })
  }
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new PkiError('TIMESTAMP_INVALID', { fault: 'TOO_LARGE', maxBytes })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The token of a TimeStampResp whose status is granted or grantedWithMods. */
function readTimestampReply(reply: Uint8Array): Uint8Array {
  try {
    const cursor = new DerCursor(readDer(reply, TAG.sequence))
    const status = smallIntegerOf(new DerCursor(cursor.take(TAG.sequence)).take(TAG.integer))
    if (status > 1) throw new PkiError('TIMESTAMP_REFUSED', { status })
    return new Uint8Array(cursor.take(TAG.sequence).bytes)
  } catch (error) {
    if (error instanceof DerError) throw new PkiError('TIMESTAMP_INVALID', { fault: 'FORMAT', detail: error.message })
    throw error
  }
}
