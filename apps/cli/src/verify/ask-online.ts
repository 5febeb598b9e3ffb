import { createGuardedFetcher, type Evidence, mergeEvidence, RevocationFound, CodedError } from '@rubrica/pki'
import { type PadesWorkers } from '@rubrica/pades'
import { describeMissing } from '../archive/describe-missing.ts'
import { readOrigin } from '../archive/read-archiving.ts'

interface OnlineQuestion {
  readonly workers: PadesWorkers
  readonly anchors: readonly Uint8Array[]
  readonly at: Date
  /** Origins in private networks that may be asked. */
  readonly allowPrivate: readonly string[]
  /** Called with what cannot be had; the answer is then as good as it can be without. */
  readonly warn: (sentence: string) => void
}

/** What the authorities say now about the certificates of a file; undefined when nothing can be asked. */
export async function askOnline(file: Uint8Array, question: OnlineQuestion): Promise<Evidence | undefined> {
  const { workers, anchors, at, allowPrivate, warn } = question
  const fetcher = createGuardedFetcher({ allowedPrivateOrigins: allowPrivate.map(readOrigin) })
  const revocations: Evidence[] = []
  const mayLack = (_field: string, missing: CodedError): boolean => {
    if (missing.code !== 'EVIDENCE_MISSING') return false
    if (missing instanceof RevocationFound) revocations.push(missing.proof)
    warn(describeMissing(missing))
    return true
  }
  try {
    const options = { anchors, fetcher, at, issuerOrigins: 'any', mayLack } as const
    return mergeEvidence(await workers.gatherDocumentEvidence(file, options), ...revocations)
  } catch (error) {
    // Whatever is wrong with the file, the report describes it better.
    if (error instanceof CodedError) return undefined
    throw error
  }
}
