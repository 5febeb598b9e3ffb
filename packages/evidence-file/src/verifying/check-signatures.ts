/** The seal of the evidence file, and the signatures of the document that it is about. */
import { readCertificate } from '@rubrica/pki'
import type { SignatureReport, ValidationPolicy, ValidationReport } from '@rubrica/pades'
import { faultsOfRoom } from './check-room.ts'
import { openStep, type Step, type StepName, stepOf } from './step.ts'

/** By this package's engine, here or in a thread with limits. */
export type Validate = (pdf: Uint8Array, policy: ValidationPolicy) => ValidationReport | Promise<ValidationReport>

export interface JudgedFile {
  readonly name: Extract<StepName, 'seal' | 'signatures'>
  readonly pdf: Uint8Array
  /** DER. */
  readonly anchors: readonly Uint8Array[]
  readonly timestampAnchors: readonly Uint8Array[]
}

const WORDS = {
  seal: {
    one: 'The seal',
    whole: 'The evidence file is sealed and was not changed since',
    broken: 'The seal is broken.',
  },
  signatures: {
    one: 'The signature',
    whole: 'The signatures in the document hold',
    broken: 'The signatures in the document do not hold.',
  },
} as const

/** Without anchors whatever is intact is left open: it is told who signed, not whether to believe it. */
export async function checkSignatures(
  validate: Validate,
  { name, pdf, anchors, ...judged }: JudgedFile,
): Promise<Step> {
  const words = WORDS[name]
  const report = await validate(pdf, { trustAnchors: anchors, timestampAnchors: judged.timestampAnchors })
  const signers = report.signatures.filter(({ kind }) => kind === 'signature')
  const faults = [...faultsOf(report), ...(name === 'seal' ? faultsOfRoom(pdf) : [])]
  if (signers.length === 0) {
    if (name === 'signatures' && faults.length === 0) return openStep(name, 'The document bears no signatures.')
    faults.push('there is no signature')
  }
  if (faults.length > 0) return stepOf(name, { proved: '', failed: words.broken }, faults)
  const who = signers.map(({ signer, level }) => `${signer ?? 'nobody who is named'} (${level})`).join(', ')
  const unproved = report.signatures.filter(({ indication }) => indication !== 'TOTAL-PASSED')
  if (anchors.length === 0 || unproved.length === 0) {
    const sentence = `${words.whole}: ${who}.`
    if (anchors.length > 0) return stepOf(name, { proved: sentence, failed: '' }, [])
    return openStep(name, `${sentence} You named nobody whom you trust for it.`)
  }
  const reasons = unproved.map((signature) => `${words.one} by ${whoOf(signature)}: ${signature.subIndication}`)
  const failed = [
    `${words.one} does not lead to anybody whom you trust.`,
    ...(signers.some(isSelfMade) ? [SELF_MADE] : []),
  ]
  return stepOf(name, { proved: '', failed: failed.join(' ') }, reasons)
}

const SELF_MADE =
  'Its certificate vouches for itself: ask the institution for it, and name that among those whom you trust.'

function isSelfMade({ chain: [own] }: SignatureReport): boolean {
  if (!own || own.isAnchor) return false
  const { issuer, subject } = readCertificate(own.certificate)
  return Buffer.from(issuer).equals(subject)
}

const whoOf = ({ signer, kind }: SignatureReport) => signer ?? kind

function* faultsOf({ integrity, signatures, warnings }: ValidationReport): Iterable<string> {
  if (integrity === 'intact') return
  yield* warnings
  for (const signature of signatures) {
    for (const fault of signature.faults) yield `${whoOf(signature)}: ${fault}`
    for (const { what, justifiedBy } of signature.changes)
      if (justifiedBy === null) yield `${whoOf(signature)}: ${what} was changed afterwards`
  }
  yield `the file is ${integrity}`
}
