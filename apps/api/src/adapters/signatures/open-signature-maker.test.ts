import { describe, expect, test } from 'vitest'
import { PadesError, type PadesErrorCode, type PadesWorkers, type PreparedSignature } from '@rubrica/pades'
import { openSignatureMaker } from './open-signature-maker.ts'

function makerThatMeets(code: PadesErrorCode) {
  const fail = () => Promise.reject(new PadesError(code))
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

describe('without an authority', () => {
  const makerOf = (resumeSignature: (...asked: unknown[]) => Promise<Uint8Array>) =>
    openSignatureMaker({ workers: { resumeSignature } as unknown as PadesWorkers, timestamps: undefined })
  const tail = new Uint8Array([1])
  const prepared = {} as PreparedSignature
  const onTimestamp = () => Promise.resolve()

  test('a signature is made at level B, and nobody is asked for a timestamp', async () => {
    const asked: unknown[][] = []
    const maker = makerOf((...arguments_) => Promise.resolve((asked.push(arguments_), tail)))
    const answer = { signature: new Uint8Array() }
    expect(await maker.resume(tail, prepared, { ...answer, onTimestamp })).toEqual({ tail, level: 'PAdES-BASELINE-B' })
    expect(asked).toEqual([[tail, prepared, answer]])
  })

  test('a certificate of minutes signs with the timestamp that it brings along, and not at all without', async () => {
    const maker = makerOf(() => Promise.resolve(tail))
    const cms = { cms: new Uint8Array(), onTimestamp }
    expect(await maker.resume(tail, prepared, { ...cms, dropsTimestamp: false })).toMatchObject({
      level: 'PAdES-BASELINE-T',
    })
    await expect(maker.resume(tail, prepared, { ...cms, dropsTimestamp: true })).rejects.toMatchObject({
      code: 'TIMESTAMP_UNAVAILABLE',
    })
  })
})
