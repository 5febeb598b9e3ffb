import { createHash } from 'node:crypto'
import { canonicalJson } from '@rubrica/domain'
import type { AuditHead, SealedEnd } from './ports.ts'

export interface EndsSummary {
  readonly documents: number
  readonly events: number
  /** Hex SHA-256 of one line `documentId:sequence:hash` for each end, in the order of document ids. */
  readonly ends: string
}

/** Counts and digests chain ends without holding them all. */
export async function summariseEnds(ends: AsyncIterable<SealedEnd>): Promise<EndsSummary> {
  const digest = createHash('sha256')
  let documents = 0
  let events = 0
  for await (const { documentId, sequence, hash } of ends) {
    digest.update(`${documentId}:${sequence}:${Buffer.from(hash).toString('hex')}\n`)
    documents += 1
    events += sequence
  }
  return { documents, events, ends: digest.digest('hex') }
}

export interface HeadFacts extends EndsSummary {
  readonly day: string
  readonly subscriptionId: string
  readonly sealedAt: string
  /** Hex hash of the head before, or null for the first. */
  readonly previous: string | null
}

export const writeHead = (facts: HeadFacts): string => canonicalJson({ format: 'rubrica-audit-head-1', ...facts })

/** What a head says, or nothing when it is no head at all. */
export function readHead({ canonical }: Pick<AuditHead, 'canonical'>): Partial<HeadFacts> | undefined {
  try {
    const parsed: unknown = JSON.parse(canonical)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

export const hashOfHead = (canonical: string): Buffer => createHash('sha256').update(canonical).digest()
