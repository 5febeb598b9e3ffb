import { X509Certificate } from 'node:crypto'
import { appendToFile, type PadesWorkers } from '@rubrica/pades'
import {
  checkTimestampToken,
  type GuardedFetcher,
  requestTimestamp,
  type TimestampFacts,
  type TimestampSource,
  CodedError,
} from '@rubrica/pki'
import {
  ArchiveProblem,
  type ArchivePdf,
  type FileToArchive,
  type UncoveredSignature,
} from '../../modules/archiving/ports.ts'
import type { TimestampAuthority } from '../signatures/open-signature-maker.ts'
import { endOfReliance } from './end-of-reliance.ts'
import { toProblem } from './archive-problems.ts'

export interface ArchivePdfNeeds {
  readonly workers: PadesWorkers
  /** DER. Without any, nothing proves anything. */
  readonly trustAnchors: readonly Uint8Array[]
  readonly fetcher: GuardedFetcher
  /** From where an issuer may be fetched that leads to an anchor, when nothing vouches for its address yet. */
  readonly issuerOrigins: readonly string[]
  readonly timestamps: TimestampAuthority | undefined
  readonly now: () => Date
}

/** The long-term form by the PAdES workers; evidence and timestamps are fetched in this thread. */
export function openArchivePdf(needs: ArchivePdfNeeds): ArchivePdf {
  return {
    append: appendToFile,
    gather: (file) =>
      translated(async () => {
        const uncovered: UncoveredSignature[] = []
        const options = await optionsFor(needs, file, uncovered)
        const evidence = await needs.workers.gatherDocumentEvidence(file.bytes, options)
        return { evidence, uncovered }
      }),
    addValidationData: (file) =>
      translated(async () => {
        // A signature that the file came with may have none yet.
        const timestamp = recording(needs, [])
        return needs.workers.augment(file.bytes, { ...(await optionsFor(needs, file)), timestamp, level: 'LT' })
      }),
    addTimestamp: (file) =>
      translated(async () => {
        const stamps: TimestampFacts[] = []
        const options = {
          ...(await optionsFor(needs, file)),
          timestamp: recording(needs, stamps),
          level: 'LTA' as const,
        }
        const tail = await needs.workers.augment(file.bytes, options)
        return { tail, endsAt: endOfReliance(certificatesOf(stamps.at(-1)!)) }
      }),
  }
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CodedError ? toProblem(error) : error
  }
}

/** What is missing for somebody else's signature is written down, and ours are archived all the same. */
async function optionsFor(needs: ArchivePdfNeeds, file: FileToArchive, uncovered: UncoveredSignature[] = []) {
  const { trustAnchors, fetcher, issuerOrigins } = needs
  if (trustAnchors.length === 0) throw new ArchiveProblem('NO_TRUST_ANCHORS', { isFinal: true })
  const foreign = new Set([...(await fieldsSignedBefore(needs.workers, file)), ...(file.mayLack ?? [])])
  const mayLack = (field: string, { code, facts }: CodedError) => {
    if (!foreign.has(field)) return false
    const isTold = uncovered.some((one) => one.field === field)
    if (!isTold) uncovered.push({ field, cause: typeof facts['cause'] === 'string' ? facts['cause'] : code })
    return true
  }
  return { anchors: trustAnchors, fetcher, issuerOrigins, known: file.known, at: needs.now(), mayLack }
}

async function fieldsSignedBefore(
  workers: PadesWorkers,
  { bytes, arrivedLength }: FileToArchive,
): Promise<ReadonlySet<string>> {
  if (arrivedLength === 0) return new Set()
  const { signatureFields } = await workers.inspectPdf(bytes.subarray(0, arrivedLength))
  return new Set(signatureFields.filter(({ signed }) => signed).map(({ name }) => name))
}

/** The authority's answers, and what they say of themselves. */
function recording({ timestamps, now }: ArchivePdfNeeds, stamps: TimestampFacts[]): TimestampSource {
  if (!timestamps) throw new ArchiveProblem('NO_TIMESTAMP_AUTHORITY', { isFinal: true })
  const request = requestTimestamp(timestamps.url, { ...timestamps, now })
  return async (message) => {
    const token = await request(message)
    stamps.push(checkTimestampToken(token, { message }))
    return token
  }
}

const certificatesOf = ({ certificate, certificates }: TimestampFacts): X509Certificate[] =>
  [certificate, ...certificates].map((der) => new X509Certificate(der))
