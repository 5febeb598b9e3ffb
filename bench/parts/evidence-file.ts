/** An evidence file of 20 signers, 500 events and 300 pages: made, sealed and verified. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { verifyEvidence, writeEvidenceFile } from '@rubrica/evidence-file'
import { makeTestEvidence } from '@rubrica/evidence-file/testing'
import { validate } from '@rubrica/pades'
import { signTestPdf } from '@rubrica/pades/testing'
import { serveTestAuthority, type TestAuthority } from '@rubrica/pki/testing'
import { median, round, type Figure } from '../measure.ts'

const ROUNDS = 11
const MADE_TARGET_MS = 1500
const VERIFIED_TARGET_MS = 1000
const SIZE_TARGET_MB = 2

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}

/** What no such file could do without: a hash of all parts, one signature and one timestamp. */
async function leastWork(authority: TestAuthority, parts: readonly Uint8Array[]): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  const signature = sign('sha256', hash.digest(), privateKey)
  await authority.timestamp(signature)
}

/** The signatures of the document are not part of it: they are validated as those of any other. */
export async function measureEvidenceFile(): Promise<Figure[]> {
  await using authority = await serveTestAuthority()
  const { timestamp } = authority
  const seal = authority.issue({ commonName: 'Seal' })
  const { parts, document, headKey } = await makeTestEvidence({ signers: 20, events: 459, pages: 300, timestamp })
  const octets = parts.files.map(({ bytes }) => bytes)
  const floor = await medianOf(() => leastWork(authority, octets))
  const make = () => signTestPdf(writeEvidenceFile(parts), seal, timestamp)
  const file = await make()
  const made = await medianOf(make)
  const anchors = [authority.root.certificate]
  const verified = await medianOf(() =>
    verifyEvidence(file, {
      validate: (pdf, policy) => (pdf === file ? validate(pdf, { ...policy, requireRevocation: false }) : NOTHING),
      ...{ document, headKey, sealAnchors: anchors, timestampAnchors: anchors, signatureAnchors: [] },
    }),
  )
  const against = { what: 'hash, signature, timestamp', value: round(floor) }
  const size = file.length / 1024 / 1024
  return [
    figure('evidence made and sealed', { value: made, against, target: MADE_TARGET_MS }),
    figure('evidence verified', { value: verified, against, target: VERIFIED_TARGET_MS }),
    {
      ...{ what: 'size of it', value: round(size), unit: 'MB', against: null, ratio: null },
      ...{ target: `≤ ${SIZE_TARGET_MB} MB`, ok: size <= SIZE_TARGET_MB },
    },
  ]
}

const NOTHING = {
  ...{ integrity: 'intact', trust: 'unknown', revisions: 1, revisionEnds: [1], signatures: [], warnings: [] },
} as const satisfies ReturnType<typeof validate>

interface Measured {
  readonly value: number
  readonly against: { readonly what: string; readonly value: number }
  /** Milliseconds. */
  readonly target: number
}

const figure = (what: string, { value, against, target }: Measured): Figure => ({
  ...{ what, value: round(value), unit: 'ms', against, ratio: round(value / against.value) },
  ...{ target: `≤ ${target} ms`, ok: value <= target },
})
