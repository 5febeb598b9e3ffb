import { expect, test, vi } from 'vitest'
import type { DocumentSignatures } from '../../../shared/api/document-signatures.ts'
import { checkSignatures } from './check-signatures.ts'

const found = (NeedsConfirmation: boolean): DocumentSignatures => ({
  Integrity: NeedsConfirmation ? 'suspicious' : 'intact',
  Trust: 'anchored',
  Revisions: 1,
  Warnings: [],
  NeedsConfirmation,
  Signatures: [],
  Archive: { State: 'none', Level: null, Reason: null },
})

test('every document is asked about once, never more than four together', async () => {
  let together = 0
  let most = 0
  const ask = vi.fn(async (guid: string) => {
    most = Math.max(most, ++together)
    await Promise.resolve()
    together--
    return found(guid === '5')
  })
  const guids = Array.from({ length: 11 }, (_, i) => String(i))
  const checks = await checkSignatures(guids, ask)
  expect(ask.mock.calls.map(([guid]) => guid)).toEqual(guids)
  expect(most).toBe(4)
  expect([...checks].filter(([, { NeedsConfirmation }]) => NeedsConfirmation).map(([guid]) => guid)).toEqual(['5'])
})

test('a document that cannot be asked about is left to the server, and the others are asked about', async () => {
  const ask = (guid: string) => (guid === 'b' ? Promise.reject(new Error('down')) : Promise.resolve(found(true)))
  expect([...(await checkSignatures(['a', 'b', 'c'], ask)).keys()].toSorted()).toEqual(['a', 'c'])
})

test('a server that does not look at signatures is not asked about every document', async () => {
  const ask = vi.fn(() => Promise.resolve(null))
  const guids = Array.from({ length: 20 }, (_, i) => String(i))
  expect((await checkSignatures(guids, ask)).size).toBe(0)
  expect(ask.mock.calls.length).toBeLessThanOrEqual(4)
})
