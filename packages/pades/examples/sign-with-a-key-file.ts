/**
 * Signs a PDF with the first key of a PKCS#12 file: PAdES baseline B, or T with an address of a timestamp authority.
 */
import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openP12, requestTimestamp } from '@rubrica/pki'
import { signPdf } from '@rubrica/pades'

export interface KeyFile {
  readonly path: string
  readonly password: string
}

/** @param authority address of a timestamp authority (RFC 3161) */
export async function signWithKeyFile(input: string, keyFile: KeyFile, authority?: URL): Promise<Buffer> {
  const { keys } = await openP12(await readFile(keyFile.path), keyFile.password)
  const [key] = keys
  if (key === undefined) throw new Error('The file has no key')

  const base = await readFile(input)
  const request = {
    certificate: key.certificate,
    chain: key.chain,
    digestAlgorithm: 'SHA-256',
    claimedTime: new Date(),
    reason: 'I agree',
    field: { create: { name: 'Signature', page: 1, box: { x: 60, y: 60, width: 200, height: 70 } } },
    stamp: { lines: ['Signed by', key.alias] },
  } as const
  const privateKey = createPrivateKey({ key: Buffer.from(key.privateKeyPkcs8), format: 'der', type: 'pkcs8' })
  const tail = await signPdf(base, request, privateKey, { timestamp: authority && requestTimestamp(authority) })
  return Buffer.concat([base, tail])
}
