/**
 * Signs a PDF the way a program would, for tests of what comes afterwards.
 */
import { prepareSignature } from '../src/prepare-signature.ts'
import { resumeSignature } from '../src/resume-signature.ts'
import { signWithKey, type TimestampSource } from '@rubrica/pki'
import type { TestSigner } from '@rubrica/pki/testing'

/** The whole signed file; level T with a timestamp source, else B. */
export async function signTestPdf(
  base: Uint8Array,
  signer: TestSigner,
  timestamp?: TimestampSource,
): Promise<Uint8Array> {
  const prepared = prepareSignature(base, {
    certificate: signer.certificate,
    chain: signer.chain,
    digestAlgorithm: 'SHA-256',
    field: { create: { name: `Signature-${base.length}`, page: 1 } },
    claimedTime: new Date(),
  })
  const answer = { signature: signWithKey(signer.privateKey, prepared) }
  return Buffer.concat([base, await resumeSignature(base, prepared, answer, { timestamp })])
}
