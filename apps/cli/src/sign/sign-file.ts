import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type PadesWorkers, PdfError, type SignatureRequest } from '@rubrica/pades'
import type { PlannedFile } from '../plan-outputs.ts'
import { writeAtomically } from '../write-atomically.ts'
import type { ClassifiedKey } from './choose-key.ts'
import { describeMoment } from './describe-moment.ts'
import type { SignRaw } from './open-keys.ts'
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
  readonly timestamp: ((message: Uint8Array) => Promise<Uint8Array>) | undefined
}

const MAX_INPUT = 512 * 1024 * 1024

/** Signs one file; the result is the input's own bytes followed by one incremental update. */
export async function signFile(run: SigningRun, { input, output }: PlannedFile): Promise<{ level: string }> {
  const base = await readInput(input)
  const prepared = await run.workers.prepareSignature(base, requestFor(run, new Date()))
  const answer = { signature: await run.sign(prepared) }
  const tail = await run.workers.resumeSignature(base, prepared, answer, { timestamp: run.timestamp })
  await writeAtomically(output, [base, tail])
  return { level: run.timestamp ? 'PAdES-BASELINE-T' : 'PAdES-BASELINE-B' }
}

/** Reads into shared memory, so that this thread and the PDF threads look at the same bytes. */
async function readInput(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > MAX_INPUT) throw new PdfError('PDF_TOO_COMPLEX', { reason: 'SIZE', size })
    const bytes = new Uint8Array(new SharedArrayBuffer(size))
    let length = 0
    for (let count = -1; count !== 0 && length < size; length += count) {
      count = (await file.read(bytes, length, size - length)).bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
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
    appearance: isVisible
      ? { lines: lines.filter((line) => line !== undefined), image: image ?? undefined }
      : undefined,
  }
}

/** Not numbered: the document may have fields of any name. */
const newFieldName = (): string => `Signature-${randomBytes(4).toString('hex')}`
