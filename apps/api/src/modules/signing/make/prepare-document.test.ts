import { expect, test } from 'vitest'
import { prepareToKeep, type PrepareDocument, type WhatToPrepare } from './prepare-document.ts'

const certificate = Uint8Array.of(1)
const what = {
  signature: { signerId: 'signer' },
  certificate: { id: 'certificate', certificate },
  base: { revision: 4, bytes: new Uint8Array(1), digest: '' },
} as unknown as WhatToPrepare

/** Somebody else keeps what counts, for a newer revision than the one that was loaded here. */
const needs = {
  preparations: {
    find: async () => undefined,
    keep: async (fresh: object) => ({ ...fresh, baseRevision: 5 }),
  },
  maker: { prepare: async () => ({ certificate }) },
  now: () => new Date(),
} as unknown as PrepareDocument

test('what was prepared for another revision at the same moment is not signed on this one', async () => {
  await expect(prepareToKeep(needs, what)).rejects.toMatchObject({ code: 'DOCUMENT_BUSY' })
})
