/**
 * Content-Digest and Repr-Digest of a request (RFC 9530). Both are over the octets of the body as they came: there is no
 * content coding here, so the content is the representation, and of a multipart body its parts with their boundaries.
 */
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { invalidFields, PortalError } from '@rubrica/domain'

const HEADERS = ['content-digest', 'repr-digest'] as const
const LENGTHS: Readonly<Record<string, number>> = { 'sha-256': 32, 'sha-512': 64 }

interface WatchedDigest {
  readonly header: string
  readonly algorithm: string
  readonly expected: Buffer
  readonly hash: Hash
}

export interface BodyDigests {
  /**
   * Compares, once all of the body was read.
   * @param pauseMs for the end of the body
   * @throws {PortalError} DIGEST_MISMATCH, REQUEST_TIMEOUT
   */
  check(pauseMs: number): Promise<void>
}

/**
 * Looks on while somebody else reads the body; to be called before anybody does.
 * @throws {PortalError} VALIDATION_FAILED for a header that is no dictionary of digests
 */
export function watchBodyDigests({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>): BodyDigests {
  const watched = HEADERS.flatMap((header) => readDigests(header, headers[header]))
  if (watched.length > 0) {
    // Nothing flows because of this listener; the reader of the body starts it.
    raw.pause()
    raw.on('data', (piece: Buffer) => {
      for (const { hash } of watched) hash.update(piece)
    })
  }
  return { check: (pauseMs) => (watched.length > 0 ? compare(raw, watched, pauseMs) : Promise.resolve()) }
}

async function compare(raw: IncomingMessage, watched: readonly WatchedDigest[], pauseMs: number): Promise<void> {
  if (!raw.readableEnded) {
    raw.resume()
    await once(raw, 'end', { signal: AbortSignal.timeout(pauseMs) }).catch((cause: unknown) => {
      throw new PortalError('REQUEST_TIMEOUT', 'The end of the body did not arrive in time.', { cause })
    })
  }
  for (const { header, algorithm, expected, hash } of watched) {
    if (hash.digest().equals(expected)) continue
    const problem = `${algorithm} is another one than that of the body`
    throw new PortalError('DIGEST_MISMATCH', `${header}: ${problem}.`, {
      facts: { Header: header, Algorithm: algorithm },
      faults: [{ root: 'headers', path: [header], code: 'DIGEST_MISMATCH', problem }],
    })
  }
}

/** A member of a dictionary whose value is a byte sequence (RFC 9651, 3.2 and 3.3.5), with parameters that say nothing. */
const MEMBER = /^[\t ]*([a-z*][a-z0-9_\-.*]*)=:([A-Za-z0-9+/]*={0,2}):(?:;[^,]*)?[\t ]*$/

/** Algorithms that are not known are left alone (RFC 9530 §2). */
function readDigests(header: string, value: string | string[] | undefined): WatchedDigest[] {
  if (value === undefined) return []
  const members = String(value).split(',')
  return members.flatMap((member) => {
    const [, algorithm, base64] = MEMBER.exec(member) ?? []
    if (algorithm === undefined || base64 === undefined) throw notDigests(header)
    const length = LENGTHS[algorithm]
    if (length === undefined) return []
    const expected = Buffer.from(base64, 'base64')
    if (expected.length !== length) throw notDigests(header)
    return [{ header, algorithm, expected, hash: createHash(algorithm.replace('-', '')) }]
  })
}

const notDigests = (header: string) =>
  invalidFields([
    { root: 'headers', path: [header], code: 'INVALID', problem: 'is no list of digests such as sha-256=:…:' },
  ])
