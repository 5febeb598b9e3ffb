/**
 * Collects the evidence for every signature and timestamp of a file.
 *
 * Each certificate is asked about for its own moment: the time that a timestamp proves, or now.
 */
import { setImmediate } from 'node:timers/promises'
import type { SignatureEvidence } from '../dss/write-dss.ts'
import {
  askOnce,
  type Evidence,
  type EvidenceRequest,
  gatherEvidence,
  mergeEvidence,
  NO_EVIDENCE,
  CodedError,
} from '@rubrica/pki'
import { reviveError } from '../pades-error.ts'
import { type EvidenceTargets, readTargets, type SignatureTarget } from './read-targets.ts'

export interface CollectOptions extends Pick<EvidenceRequest, 'anchors' | 'fetcher' | 'known' | 'issuerOrigins'> {
  /** When certificates whose time no later timestamp proves must be good; default now. */
  readonly at?: Date | undefined
  /**
   * Whether the file may go without the evidence of this field's signature, which cannot be had or cannot even be read:
   * somebody else's, say, in a file that is archived for the sake of others. Without it nothing may be missing. Asked for
   * each certificate; what the others lead to is collected all the same.
   */
  readonly mayLack?: ((field: string, missing: CodedError) => boolean) | undefined
}

export interface CollectedEvidence {
  readonly evidence: Evidence
  readonly bySignature: readonly SignatureEvidence[]
}

/**
 * Evidence for all signatures and timestamps of a file, to be kept until the file is brought to LT.
 * @throws CodedError EVIDENCE_MISSING, SIGNATURE_INVALID, TIMESTAMP_INVALID, NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED,
 *   PDF_TOO_COMPLEX
 */
export async function gatherDocumentEvidence(base: Uint8Array, options: CollectOptions): Promise<Evidence> {
  return (await collectEvidence(readTargets(base), options)).evidence
}

/** @throws PkiError EVIDENCE_MISSING, unless `mayLack` takes it */
export async function collectEvidence(found: EvidenceTargets, options: CollectOptions): Promise<CollectedEvidence> {
  requireReadable(found, options)
  // An address that does not answer is waited for once, not by each signature.
  const fetcher = askOnce(options.fetcher)
  const bySignature: SignatureEvidence[] = []
  let evidence = NO_EVIDENCE
  for (const signature of found.signatures) {
    // Nothing else in this thread should have to wait for a file with hundreds of signatures.
    await setImmediate()
    const known = mergeEvidence(options.known ?? NO_EVIDENCE, evidence)
    const own = await evidenceFor(signature, found, { ...options, fetcher, known })
    if (own.isWhole) bySignature.push({ vriKey: signature.vriKey, evidence: own.evidence })
    evidence = mergeEvidence(evidence, own.evidence)
  }
  return { evidence, bySignature }
}

/**
 * A file is not archived on top of a signature that cannot be read, unless `mayLack` takes it.
 * @throws PkiError SIGNATURE_INVALID, TIMESTAMP_INVALID, with the field
 */
export function requireReadable({ unreadable }: EvidenceTargets, { mayLack }: Pick<CollectOptions, 'mayLack'>): void {
  for (const { field, code, facts } of unreadable) {
    const error = reviveError(code, facts)
    if (!mayLack?.(field, error)) throw error
  }
}

/** Of the signer, and of the authority of each timestamp. */
async function evidenceFor(
  { field, targets }: SignatureTarget,
  found: EvidenceTargets,
  options: CollectOptions,
): Promise<{ readonly evidence: Evidence; readonly isWhole: boolean }> {
  let evidence = NO_EVIDENCE
  let isWhole = targets.length > 0
  for (const { certificate, at } of targets) {
    const known = mergeEvidence(options.known ?? NO_EVIDENCE, evidence)
    try {
      const more = await gatherFor(certificate, found, { ...options, known, at: at ?? options.at })
      evidence = mergeEvidence(evidence, more)
    } catch (error) {
      if (!(error instanceof CodedError) || options.mayLack?.(field, error) !== true) throw error
      isWhole = false
    }
  }
  return { evidence, isWhole }
}

/** The evidence for one certificate, with the help of what the file holds. */
export function gatherFor(
  certificate: Uint8Array,
  { pool, present }: Pick<EvidenceTargets, 'pool' | 'present'>,
  options: CollectOptions,
): Promise<Evidence> {
  const { anchors, fetcher, issuerOrigins, at = new Date() } = options
  const known = mergeEvidence(options.known ?? NO_EVIDENCE, present)
  return gatherEvidence({ certificates: [certificate], pool, anchors, fetcher, at, known, issuerOrigins })
}
