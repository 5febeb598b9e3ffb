/**
 * Prepares a signature now, stores it, and finishes it later in another process, with a raw signature from wherever the
 * key is: here a function that sees nothing but the bytes to sign.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parsePrepared, prepareSignature, resumeSignature, serialisePrepared } from '@rubrica/pades'

export interface Signer {
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the issuers, nearest first. */
  readonly chain: readonly Uint8Array[]
}

/** @param folder where the prepared signature waits */
export async function prepareNow(input: string, folder: string, { certificate, chain }: Signer): Promise<void> {
  const prepared = prepareSignature(await readFile(input), {
    certificate,
    chain,
    digestAlgorithm: 'SHA-512',
    claimedTime: new Date(),
    field: { create: { name: 'Signature', page: 1 } },
  })
  await writeFile(`${folder}/waiting.prepared`, serialisePrepared(prepared))
}

/**
 * @param sign gives the signature over these bytes: PKCS#1 or PSS octets for RSA, DER or r‖s for ECDSA
 * @throws PadesError BASE_CHANGED when the document is no longer the one that was prepared
 */
export async function resumeLater(
  input: string,
  folder: string,
  sign: (signedAttributes: Uint8Array) => Promise<Uint8Array>,
): Promise<Buffer> {
  const base = await readFile(input)
  const prepared = parsePrepared(await readFile(`${folder}/waiting.prepared`))
  const signature = await sign(prepared.signedAttributes)
  return Buffer.concat([base, await resumeSignature(base, prepared, { signature })])
}
