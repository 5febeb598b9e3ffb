/**
 * Signs a PDF the way a program would, for tests of what comes afterwards.
 *
 * Difficulty: low.
 */
import { prepareSignature } from '../prepare-signature.ts'
import { resumeSignature } from '../resume-signature.ts'
import { signWithKey } from '../signers/sign-with-key.ts'
import type { TimestampSource } from '../timestamp/request-timestamp.ts'
import type { TestSigner } from './make-test-signer.ts'

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
