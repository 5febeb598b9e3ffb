import { describe, expect, test } from 'vitest'
import { prepareAnnounced, type AnnounceCertificate } from '../elsewhere/announce-certificate.ts'
import type { SignatureMakerRequest, SignatureToMake } from '../ports.ts'
import { prepareNow, type PrepareDocument, type WhatToPrepare } from './prepare-document.ts'
import { signWithCms, type SignWithCms } from './sign-with-cms.ts'

const NOW = new Date('2026-01-01T10:00:00Z')
const CERTIFICATE = { certificate: Uint8Array.of(1), chain: [] }
const BASE = { bytes: Uint8Array.of(2), revision: 1 }
const MARK = { code: '7KQM-2XWP-E', address: 'https://sign.example.test/v/7KQM-2XWP-E' }

const signatureOf = (visible: boolean) =>
  ({
    ...{ signerId: 'signer', documentId: 'document', userId: 'user', state: 'pending', current: { revision: 1 } },
    ...{ fieldName: 'Signature', furtherFieldNames: [], signerName: 'Ana Soler', reason: null, visible },
    ...{ signatureImage: null, disclaimer: null, certificateType: null, readAll: false },
  }) as unknown as SignatureToMake

/** What signing needs here; what the maker was asked for, and whose mark was asked for. */
function stage(visible: boolean, mark: typeof MARK | undefined) {
  const requests: SignatureMakerRequest[] = []
  const asked: string[] = []
  const signature = signatureOf(visible)
  const needs = {
    markOf: (documentId: string) => (asked.push(documentId), Promise.resolve(mark)),
    maker: { prepare: async (_: Uint8Array, request: SignatureMakerRequest) => void requests.push(request) },
    documents: { load: () => Promise.resolve(BASE) },
    signing: { findForSigner: () => Promise.resolve(signature) },
    unchanged: { require: () => Promise.resolve(undefined) },
    errands: { begin: () => Promise.resolve({}) },
    preparedBytes: { write: () => '' },
    reach: () => Promise.resolve(),
    now: () => NOW,
  }
  return { needs, signature, requests, asked }
}

type Stage = ReturnType<typeof stage>

/** The ways by which the bytes of a signature are fixed. */
const WAYS: [string, (stage: Stage) => Promise<unknown>][] = [
  [
    'of the vault, of a provider and in a batch',
    ({ needs, signature }) =>
      prepareNow(
        needs as unknown as PrepareDocument,
        { signature, certificate: CERTIFICATE, base: BASE } as unknown as WhatToPrepare,
      ),
  ],
  [
    'of a key that is made on demand',
    async ({ needs }) => {
      const wish = { userId: 'user', signerId: 'signer', certType: 'swisscom' }
      const found = await signWithCms(needs as unknown as SignWithCms).find(wish as never)
      return found.prepare()
    },
  ],
  [
    'of a key on a person’s PC',
    ({ needs, signature }) =>
      prepareAnnounced(needs as unknown as AnnounceCertificate, signature, {
        ...CERTIFICATE,
        ...{ serialNumber: '1', accessMethod: 'USER_PASS', acceptedIntegrity: undefined },
      }),
  ],
]

describe.each(WAYS)('a signature %s', (_, prepare) => {
  test('shows the mark of its document where it can be seen', async () => {
    const played = stage(true, MARK)
    await prepare(played)
    expect(played.requests).toMatchObject([{ stamp: { lines: ['Ana Soler', '2026-01-01 10:00 UTC'], mark: MARK } }])
    expect(played.asked).toEqual(['document'])
  })

  test('of a document without one says nothing of marks', async () => {
    const played = stage(true, undefined)
    await prepare(played)
    expect(Object.keys(played.requests[0]!.stamp!)).toEqual(['lines'])
  })

  test('that cannot be seen asks for none', async () => {
    const played = stage(false, MARK)
    await prepare(played)
    expect(played.requests).toHaveLength(1)
    expect(played.requests[0]).not.toHaveProperty('stamp')
    expect(played.asked).toEqual([])
  })
})
