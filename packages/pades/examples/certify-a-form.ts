/** Certifies a form so that others may fill it in and sign it, and nothing else; the author's signature comes first. */
import type { KeyObject } from 'node:crypto'
import { addSignatureFields, signPdf } from '@rubrica/pades'

export interface Author {
  readonly privateKey: KeyObject
  /** DER. */
  readonly certificate: Uint8Array
  /** DER of the issuers, nearest first. */
  readonly chain: readonly Uint8Array[]
}

export async function certifyForm(form: Uint8Array, { privateKey, certificate, chain }: Author): Promise<Buffer> {
  // The fields of all signers, made before anyone signs. Who signs as Director locks every field.
  const fields = addSignatureFields(form, [
    { name: 'Author', page: 1 },
    { name: 'Director', page: 1, box: { x: 300, y: 60, width: 200, height: 70 }, lock: { action: 'All' } },
  ])
  const base = Buffer.concat([form, fields])
  const request = {
    certificate,
    chain,
    digestAlgorithm: 'SHA-256',
    claimedTime: new Date(),
    field: { name: 'Author' },
    certify: 2,
  } as const
  return Buffer.concat([base, await signPdf(base, request, privateKey)])
}
