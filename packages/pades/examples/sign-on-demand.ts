/**
 * Signs with a provider that makes the certificate for this one signature and answers with a complete CMS: all it gets
 * is the digest of the document.
 */
import { prepareSignature, resumeSignature } from '@rubrica/pades'

/** @param askProvider gives a detached CMS over a document with this SHA-512 digest */
export async function signOnDemand(
  base: Uint8Array,
  askProvider: (digest: Uint8Array) => Promise<Uint8Array>,
): Promise<Buffer> {
  const prepared = prepareSignature(base, {
    chain: [],
    digestAlgorithm: 'SHA-512',
    claimedTime: new Date(),
    field: { create: { name: 'Signature', page: 1 } },
  })
  const cms = await askProvider(prepared.documentDigest)
  return Buffer.concat([base, await resumeSignature(base, prepared, { cms })])
}
