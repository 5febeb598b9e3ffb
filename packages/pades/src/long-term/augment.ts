/**
 * Brings a signed file to a higher PAdES baseline level, or renews what keeps it there.
 *
 * Each level is reached whole or not at all: evidence that cannot be had is an error, and nothing is written. An
 * authority whose certificate is not known before it answers is asked again once its evidence is in the file, so that
 * the newest timestamp can be judged without a network, too.
 *
 * ETSI EN 319 142-1 §6.3: T, a timestamp over every signature; LT, evidence for every certificate; LTA, a document
 * timestamp over the evidence. Renewal is LTA once more, before the last timestamp weakens.
 */
import { mergeEvidence, NO_EVIDENCE, type TimestampSource, PkiError } from '@rubrica/pki'
import { type DocumentTimestampOptions, roomFor, stampArchive } from './add-document-timestamp.ts'
import {
  type CollectedEvidence,
  collectEvidence,
  type CollectOptions,
  gatherFor,
  requireReadable,
} from './collect-evidence.ts'
import { type ArchivePlan, prepareArchive, type PreparedArchive } from './prepare-archive.ts'
import { type EvidenceTargets, readTargets } from './read-targets.ts'

export type AugmentLevel = 'T' | 'LT' | 'LTA'

export interface AugmentOptions extends DocumentTimestampOptions, CollectOptions {
  readonly level: AugmentLevel
  /** Needed for LTA, and where a signature has no timestamp. */
  readonly timestamp?: TimestampSource | undefined
}

/** The two parts that read the file, here or in another thread. */
export interface AugmentSteps {
  readonly readTargets: (base: Uint8Array) => EvidenceTargets | Promise<EvidenceTargets>
  readonly prepareArchive: (base: Uint8Array, plan: ArchivePlan) => PreparedArchive | Promise<PreparedArchive>
}

/**
 * The incremental updates that bring the file to the level: `base` followed by them is the new file. Empty when it has
 * the level already; LTA always adds a timestamp.
 *
 * The base is never copied, except where a signature without timestamp is brought to LT: its timestamp comes first.
 * @throws CodedError EVIDENCE_MISSING; SIGNATURE_INVALID (`fault` NONE: there is no signature; or one cannot be read);
 *   TIMESTAMP_INVALID and whatever `timestamp` throws; NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX,
 *   PAGE_OUT_OF_RANGE, SIGNATURE_TOO_LARGE
 * @throws TypeError when a timestamp is needed and there is no `timestamp`
 */
export function augment(base: Uint8Array, options: AugmentOptions): Promise<Uint8Array> {
  return augmentBySteps({ readTargets, prepareArchive }, base, options)
}

export async function augmentBySteps(
  steps: AugmentSteps,
  base: Uint8Array,
  options: AugmentOptions,
): Promise<Uint8Array> {
  const found = await steps.readTargets(base)
  requireReadable(found, options)
  if (found.signatures.length === 0) throw new PkiError('SIGNATURE_INVALID', { fault: 'NONE' })
  const isTimestamped = found.signatures.every((signature) => signature.isTimestamped)
  if (options.level === 'T') return isTimestamped ? new Uint8Array(0) : stampOnly(steps, base, options)
  if (options.level === 'LT' && !isTimestamped) {
    const first = await stampOnly(steps, base, options)
    return Buffer.concat([first, await augmentBySteps(steps, Buffer.concat([base, first]), options)])
  }
  const collected = await collectEvidence(found, options)
  if (options.level === 'LT') return (await steps.prepareArchive(base, collected)).tail
  return archive(steps, base, { options, found, collected })
}

function sourceOf({ timestamp }: AugmentOptions): TimestampSource {
  if (timestamp) return timestamp
  throw new TypeError('This level needs a source of timestamps')
}

async function stampOnly(steps: AugmentSteps, base: Uint8Array, options: AugmentOptions): Promise<Uint8Array> {
  const prepared = await steps.prepareArchive(base, { timestamp: roomFor(options) })
  return (await stampArchive(prepared, sourceOf(options))).tail
}

/** How many units of one authority may answer with certificates that were not met before. */
const MOST_AUTHORITIES = 5

interface Archiving {
  readonly options: AugmentOptions
  readonly found: EvidenceTargets
  readonly collected: CollectedEvidence
}

async function archive(
  steps: AugmentSteps,
  base: Uint8Array,
  { options, found, collected }: Archiving,
): Promise<Uint8Array> {
  const timestamp = sourceOf(options)
  const covered = found.signatures.flatMap(({ targets }) => targets.filter(({ at }) => at === null))
  const settled = covered.map(({ certificate }) => certificate)
  let { evidence } = collected
  for (let round = 0; round < MOST_AUTHORITIES; round++) {
    const plan = { ...collected, evidence, timestamp: roomFor(options) }
    const { tail, authority, certificates } = await stampArchive(await steps.prepareArchive(base, plan), timestamp)
    if (authority === null || settled.some((one) => Buffer.compare(one, authority) === 0)) return tail
    const known = mergeEvidence(options.known ?? NO_EVIDENCE, evidence)
    const place = { ...found, pool: [...found.pool, ...certificates] }
    evidence = mergeEvidence(evidence, await gatherFor(authority, place, { ...options, known }))
    settled.push(authority)
  }
  throw new PkiError('TIMESTAMP_INVALID', { fault: 'TOO_MANY_AUTHORITIES' })
}
