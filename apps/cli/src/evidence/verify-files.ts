/** Verifies an evidence file with what its holder has at hand, and says each step in a sentence. */
import { readFile } from 'node:fs/promises'
import { type Step, type Verification, verifyEvidence, type VerifyOptions } from '@rubrica/evidence-file'
import { printable } from '../printable.ts'
import { readSharedFile } from '../read-shared-file.ts'
import { readAnchors } from '../verify/read-anchors.ts'

export const EVIDENCE_OPTIONS = {
  document: { type: 'string' },
  trust: { type: 'string', multiple: true },
  seal: { type: 'string', multiple: true },
  tsa: { type: 'string', multiple: true },
  'head-key': { type: 'string' },
  json: { type: 'boolean' },
} as const

export interface EvidenceValues {
  readonly document?: string | undefined
  readonly trust?: readonly string[] | undefined
  readonly seal?: readonly string[] | undefined
  readonly tsa?: readonly string[] | undefined
  readonly 'head-key'?: string | undefined
  readonly json?: boolean | undefined
}

export const HELP_OF_OPTIONS = `  --document FILE.pdf   the document that the evidence is about; without it its digest is told
  --trust DIR|FILE      certificates that you trust for signatures, seal and timestamps
                        (may be repeated, as the two below)
  --seal DIR|FILE       who is trusted for the seal, where that is somebody else
  --tsa DIR|FILE        who is trusted for timestamps, where that is somebody else
  --head-key FILE       the key of the log's heads, as the institution published it (PEM)
  --json                print one JSON object`

/** @throws CodedError for what is no evidence file; what reading a file throws */
export async function verifyFiles(
  evidence: string,
  values: EvidenceValues,
  validate: VerifyOptions['validate'],
): Promise<Verification> {
  const anchorsIn = async (places: readonly string[] = []) => (await Promise.all(places.map(readAnchors))).flat()
  const trusted = await anchorsIn(values.trust)
  const key = values['head-key']
  return verifyEvidence(await readSharedFile(evidence), {
    validate,
    ...(values.document !== undefined && { document: await readSharedFile(values.document) }),
    signatureAnchors: trusted,
    sealAnchors: values.seal ? await anchorsIn(values.seal) : trusted,
    timestampAnchors: values.tsa ? await anchorsIn(values.tsa) : trusted,
    ...(key !== undefined && { headKey: await readFile(key, 'utf8') }),
  })
}

const MARKS: Readonly<Record<Step['outcome'], string>> = { proved: 'proved', failed: 'FAILED', open: 'open  ' }

/** One sentence for each step, and below it what is wrong. Everything out of the file is printed harmlessly. */
export function describeVerification({ manifest, steps, holds }: Verification): string {
  const { edition, version, installation, madeAt } = manifest
  const about = `${edition} edition, version ${version}, made by ${installation} at ${madeAt}`
  const lines = steps.flatMap(({ name, outcome, sentence, faults }) => [
    `${MARKS[outcome]}  ${name.padEnd(10)}  ${sentence}`,
    ...faults.map((fault) => `                      - ${fault}`),
  ])
  const verdict = holds ? 'Nothing contradicts this evidence.' : 'This evidence does not hold.'
  return `${[about, ...lines, verdict].map(printable).join('\n')}\n`
}
