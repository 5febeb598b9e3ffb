/** The log of one subscription as its server shows it. Whatever comes from there may be anybody's. */
import { contract, type PublicAuditHead } from '@rubrica/contract'
import { createGuardedFetcher, PkiError } from '@rubrica/pki'
import { CommandError } from '../command.ts'

/** A page of heads, each with a timestamp, and some more. */
const MOST_BYTES = 16 * 1024 * 1024
const TIMEOUT_MS = 30_000
/** Says nothing of the log: too many asked, or the server is away for the moment. */
const PASSING = new Set([429, 502, 503, 504])

export interface PublicLog {
  /**
   * A page of heads, the oldest first, from the one of a moment on; without one, from the first.
   * @throws {CommandError} HEADS_NOT_PUBLIC, ANSWER_INVALID
   */
  headsFrom(since: string | undefined): Promise<readonly PublicAuditHead[]>
  /**
   * The path between the trees of so many leaves (RFC 9162 §2.1.4), from 1; undefined where the server gives none.
   * @throws {CommandError} ANSWER_INVALID
   */
  proofBetween(first: number, second: number): Promise<readonly Buffer[] | undefined>
}

/** @param base address of the portal, or of its API where that has a path of its own */
export function openPublicLog(base: URL, subscription: string): PublicLog {
  const root = base.pathname === '/' ? '/api' : base.pathname.replace(/\/+$/, '')
  // Whoever watches a server of their own network names it.
  const fetchIt = createGuardedFetcher({
    allowedPrivateOrigins: [base.origin],
    maxBytes: MOST_BYTES,
    timeoutMs: TIMEOUT_MS,
  })
  const ask = async (path: string, query: Readonly<Record<string, string>>): Promise<unknown> => {
    const url = new URL(root + path, base)
    url.search = new URLSearchParams({ subscription, ...query }).toString()
    return parse(await fetchIt({ url: url.href, accept: 'application/json' }))
  }
  return {
    headsFrom: async (since) => {
      const { path, answers } = contract.auditHeads
      const answer = await ask(path, since === undefined ? {} : { since }).catch(sayNotPublic)
      return require(answers[200].safeParse(answer)).heads
    },
    proofBetween: async (first, second) => {
      const { path, answers } = contract.auditConsistency
      const answer = await ask(path, { first: String(first), second: String(second) }).catch(unlessRefused)
      if (answer === undefined) return undefined
      return require(answers[200].safeParse(answer)).path.map((hash) => Buffer.from(hash, 'hex'))
    },
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw notUnderstood()
  }
}

const notUnderstood = () =>
  new CommandError('ANSWER_INVALID', 'What the server answers is not what a server of Rúbrica answers.')

function require<T>(parsed: { success: true; data: T } | { success: false }): T {
  if (!parsed.success) throw notUnderstood()
  return parsed.data
}

const statusOf = (error: unknown) => (error instanceof PkiError ? error.facts['status'] : undefined)

function sayNotPublic(error: unknown): never {
  if (statusOf(error) !== 404) throw error
  throw new CommandError(
    'HEADS_NOT_PUBLIC',
    'The server shows no heads: it has PUBLIC_HEADS off, or the address is not that of a portal.',
  )
}

function unlessRefused(error: unknown): undefined {
  const status = statusOf(error)
  if (typeof status !== 'number' || PASSING.has(status)) throw error
}
