import { describe, expect, test } from 'vitest'
import { PdfError, type PadesWorkers, type PdfErrorCode, type PreparedSignature } from '@rubrica/pades'
import { openSignatureMaker } from './open-signature-maker.ts'

function makerThatMeets(code: PdfErrorCode) {
  const fail = () => Promise.reject(new PdfError(code))
  const workers = { prepareSignature: fail, resumeSignature: fail } as unknown as PadesWorkers
  return openSignatureMaker({ workers, timestamps: { url: 'http://tsa.invalid/', trustAnchors: [], issuers: {} } })
}

const request = {
  certificate: new Uint8Array(),
  chain: [],
  repeatIn: [],
  fieldName: 'f',
  claimedTime: new Date(),
  name: 'Ana',
}

describe('a signature that does not fit into its room', () => {
  test('is the fault of the certificates before anybody was asked for a timestamp', async () => {
    const maker = makerThatMeets('SIGNATURE_TOO_LARGE')
    await expect(maker.prepare(new Uint8Array(), request)).rejects.toMatchObject({
      code: 'CERTIFICATE_UNUSABLE',
      facts: { Reasons: ['CHAIN_TOO_LARGE'] },
    })
  })

  test('is the fault of the timestamp afterwards', async () => {
    const maker = makerThatMeets('SIGNATURE_TOO_LARGE')
    const answer = { signature: new Uint8Array(), onTimestamp: async () => undefined }
    await expect(maker.resume(new Uint8Array(), {} as PreparedSignature, answer)).rejects.toMatchObject({
      code: 'TIMESTAMP_UNAVAILABLE',
    })
  })
})
