import { randomBytes } from 'node:crypto'
import type { DataToBeSigned } from '@rubrica/pki'
import { appendToFile, type PadesWorkers, type SignatureRequest } from '@rubrica/pades'
import type { PlannedFile } from '../plan-outputs.ts'
import { readSharedFile } from '../read-shared-file.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { ClassifiedKey } from './choose-key.ts'
import { describeMoment } from './describe-moment.ts'
import type { SignRaw } from './open-keys.ts'
import type { SigningLevel } from './read-level.ts'
import type { Limits } from './read-limits.ts'
import type { Placement } from './read-placement.ts'

/** What all files of one run are signed with. */
export interface SigningRun {
  readonly workers: PadesWorkers
  readonly signer: ClassifiedKey
  readonly sign: SignRaw
  readonly limits: Limits
  readonly placement: Placement
  readonly texts: Readonly<Record<'reason' | 'location' | 'contactInfo', string | undefined>>
  readonly level: SigningLevel
}

/** Signs one file; the result is the input's own bytes followed by incremental updates. */
export async function signFile(run: SigningRun, { input, output }: PlannedFile): Promise<{ level: string }> {
  const { workers, level } = run
  const base = await readSharedFile(input)
  const signer = async (data: DataToBeSigned) => ({ signature: await run.sign(data) })
  const tail = await workers.signPdf(base, requestFor(run, new Date()), signer, { timestamp: level.timestamp })
  const signed = level.archiving && appendToFile(base, tail)
  const parts = signed ? [signed, await workers.augment(signed, level.archiving)] : [base, tail]
  await writeAtomically(output, parts)
  return { level: `PAdES-BASELINE-${level.name}` }
}

function requestFor({ signer, placement, texts, limits }: SigningRun, claimedTime: Date): SignatureRequest {
  const name = signer.certificate.facts?.commonName ?? undefined
  const { page, box, image, field } = placement
  const isVisible = box !== null || field !== null
  const lines = [name, describeMoment(claimedTime), texts.reason, texts.location]
  return {
    certificate: signer.key.certificate,
    chain: signer.key.chain,
    digestAlgorithm: 'SHA-256',
    field:
      field === null
        ? { create: { name: newFieldName(), page, box: box ?? undefined, lock: limits.lock } }
        : { name: field },
    certify: limits.certify,
    claimedTime,
    name,
    ...texts,
    stamp: isVisible ? { lines: lines.filter((line) => line !== undefined), image: image ?? undefined } : undefined,
  }
}

/** Not numbered: the document may have fields of any name. */
const newFieldName = (): string => `Signature-${randomBytes(4).toString('hex')}`
