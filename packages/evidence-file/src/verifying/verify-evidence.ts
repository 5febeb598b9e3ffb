/**
 * Verifies an evidence file by nothing but itself, the document, and the anchors that somebody trusts: no network, and
 * no word of the installation that made it.
 */
import { readEvidenceFile } from '../reading/read-evidence-file.ts'
import type { Manifest } from '../format.ts'
import { checkDocument } from './check-document.ts'
import { checkFiles } from './check-files.ts'
import { checkHead, checkTimestamp } from './check-head.ts'
import { checkChain, checkPages, checkTerms, checkValues } from './check-log.ts'
import { checkSignatures, type Validate } from './check-signatures.ts'
import { type Contents, readContents } from './contents.ts'
import { openStep, type Step } from './step.ts'

export interface VerifyOptions {
  readonly validate: Validate
  /** The document that the evidence is about, as its holder has it. */
  readonly document?: Uint8Array | undefined
  /** DER: whom to believe that they sealed it, that they signed, and for times. */
  readonly sealAnchors: readonly Uint8Array[]
  readonly signatureAnchors: readonly Uint8Array[]
  readonly timestampAnchors: readonly Uint8Array[]
  /** PEM of the key of heads, as the installation published it. */
  readonly headKey?: string | undefined
}

export interface Verification {
  readonly manifest: Manifest
  readonly steps: readonly Step[]
  /** No step failed. */
  readonly holds: boolean
}

/** All that the embedded files say of each other and of the document. */
const checkContents = (
  contents: Contents,
  { document, headKey, timestampAnchors }: Pick<VerifyOptions, 'document' | 'headKey' | 'timestampAnchors'>,
): Step[] => [
  checkFiles(contents),
  checkChain(contents),
  checkValues(contents),
  checkTerms(contents),
  checkPages(contents),
  checkDocument(contents, document),
  checkHead(contents, headKey),
  checkTimestamp(contents, timestampAnchors),
]

/** @throws CodedError NOT_AN_EVIDENCE_FILE; NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX */
export async function verifyEvidence(evidence: Uint8Array, options: VerifyOptions): Promise<Verification> {
  const contents = readContents(readEvidenceFile(evidence))
  const { validate, document, timestampAnchors } = options
  const seal = { name: 'seal', pdf: evidence, anchors: options.sealAnchors, timestampAnchors } as const
  const signatures = document && {
    ...({ name: 'signatures', pdf: document } as const),
    ...{ anchors: options.signatureAnchors, timestampAnchors },
  }
  const steps = [
    await checkSignatures(validate, seal),
    ...checkContents(contents, options),
    signatures
      ? await checkSignatures(validate, signatures)
      : openStep('signatures', 'The document was not given, so its signatures were not looked at.'),
  ]
  return { manifest: contents.manifest, steps, holds: steps.every(({ outcome }) => outcome !== 'failed') }
}
