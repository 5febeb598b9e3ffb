import { createHash } from 'node:crypto'
import { canonicalJson } from '@rubrica/domain'
import { INSTALLATION, type AuditHead, type SealedEnd } from './ports.ts'

export interface EndsSummary {
  /** Without the log of the installation, which belongs to no subscription alone. */
  readonly documents: number
  readonly events: number
  /** Hex SHA-256 of one line `documentId:sequence:hash` for each end, in the order of document ids. */
  readonly ends: string
}

/** An end in one line, as it is a leaf of the log's tree: `documentId:sequence:hash`, the hash in lower-case hex. */
export const leafOf = ({ documentId, sequence, hash }: SealedEnd): string =>
  `${documentId}:${sequence}:${Buffer.from(hash).toString('hex')}`

/** Counts and digests chain ends without holding them all. */
export async function summariseEnds(ends: AsyncIterable<SealedEnd>): Promise<EndsSummary> {
  const digest = createHash('sha256')
  let documents = 0
  let events = 0
  for await (const end of ends) {
    digest.update(`${leafOf(end)}\n`)
    if (end.documentId === INSTALLATION) continue
    documents += 1
    events += end.sequence
  }
  return { documents, events, ends: digest.digest('hex') }
}

export interface HeadFacts extends Omit<EndsSummary, 'ends'> {
  /** ISO 8601: the moment up to which the log was due to be sealed. */
  readonly until: string
  readonly subscriptionId: string
  readonly sealedAt: string
  /** Hex hash of the head before, or null for the first. */
  readonly previous: string | null
  /** Leaves of the tree over all ends that ever were sealed, and its root in hex (RFC 9162 §2.1.1). */
  readonly treeSize: number
  readonly treeRoot: string
}

export const writeHead = (facts: HeadFacts): string => canonicalJson({ format: 'rubrica-audit-head-3', ...facts })

/** A head of any format: those of `rubrica-audit-head-2` and before digest all ends, those before it have no tree. */
export interface ReadHead extends Partial<HeadFacts> {
  readonly format?: string
  readonly ends?: string
}

/** What a head says, or nothing when it is no head at all. Heads of before the tree name a day. */
export function readHead({ canonical }: Pick<AuditHead, 'canonical'>): ReadHead | undefined {
  try {
    const parsed: unknown = JSON.parse(canonical)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    return 'day' in parsed ? { ...parsed, until: endOfDay(String(parsed.day)) } : parsed
  } catch {
    return undefined
  }
}

/** The first moment after a day (UTC). @param day `2026-01-31`; of anything else nothing */
function endOfDay(day: string): string | undefined {
  const start = Date.parse(`${day}T00:00:00.000Z`)
  return Number.isNaN(start) ? undefined : new Date(start + 24 * 60 * 60 * 1000).toISOString()
}

export const hashOfHead = (canonical: string): Buffer => createHash('sha256').update(canonical).digest()
