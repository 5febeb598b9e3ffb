/** Signs a PDF with a key of a smart card or HSM through its PKCS#11 module. */
import { readFile } from 'node:fs/promises'
import { openPkcs11, type Pkcs11Options } from '@rubrica/pki'
import { signPdf } from '@rubrica/pades'

/** @param label of the key in the token */
export async function signWithToken(input: string, options: Pkcs11Options, label: string): Promise<Buffer> {
  using token = openPkcs11(options)
  const key = token.keys.find((one) => one.label === label)
  if (!key?.certificate) throw new Error('The token has no such key with a certificate')

  const base = await readFile(input)
  const request = {
    certificate: key.certificate,
    chain: key.chain,
    digestAlgorithm: 'SHA-256',
    claimedTime: new Date(),
    field: { create: { name: 'Signature', page: 1 } },
  } as const
  const tail = await signPdf(base, request, async (data) => ({ signature: await key.sign(data) }))
  return Buffer.concat([base, tail])
}
