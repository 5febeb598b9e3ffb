import { ApiError } from '@rubrica/contract'
import { expect, it, vi } from 'vitest'
import { fixDocuments, type FixedBatch } from './fixed-documents.ts'

const answers = (Failed: FixedBatch['Failed'] = []) => {
  let count = 0
  return vi.fn(async (guids: readonly string[]) =>
    Promise.resolve({ BatchId: `batch-${(count += guids.length && 1)}`, Failed }),
  )
}
const refuses = (error: Error) => vi.fn(async () => Promise.reject<FixedBatch>(error))

it('documents are fixed once, when the first of them is needed', async () => {
  const fix = answers()
  const fixed = fixDocuments(['a', 'b'], fix)
  expect(fix).not.toHaveBeenCalled()
  expect([await fixed.batchOf('a'), await fixed.batchOf('b')]).toEqual(['batch-1', 'batch-1'])
  expect(fix.mock.calls).toEqual([[['a', 'b']]])
})

it('more documents than a batch holds are fixed in several batches, one after another', async () => {
  const guids = Array.from({ length: 401 }, (_, i) => `s${i}`)
  const fix = answers()
  const fixed = fixDocuments(guids, fix)
  expect(await fixed.batchOf('s199')).toBe('batch-1')
  expect(fix).toHaveBeenCalledTimes(1)
  expect([await fixed.batchOf('s200'), await fixed.batchOf('s400')]).toEqual(['batch-2', 'batch-3'])
  expect(fix.mock.calls.map(([part]) => part.length)).toEqual([200, 200, 1])
})

it('a document that cannot be part of the batch fails by itself', async () => {
  const fixed = fixDocuments(['a', 'b'], answers([{ SignerGUID: 'a', Code: 'DOCUMENT_BUSY', Message: 'busy' }]))
  await expect(fixed.batchOf('a')).rejects.toMatchObject({ status: 423, code: 'DOCUMENT_BUSY', message: 'busy' })
  expect(await fixed.batchOf('b')).toBe('batch-1')
  expect(await fixed.signable()).toEqual({ batchId: 'batch-1', signerGuids: ['b'] })
})

it.each([
  new ApiError(405, { Code: 'METHOD_NOT_ALLOWED' }),
  new ApiError(404, { Code: 'NOT_FOUND' }),
  new ApiError(404, {}),
])('a server without batches signs document by document ($status $code)', async (error) => {
  const fix = refuses(error)
  const fixed = fixDocuments(['a', 'b'], fix)
  expect([await fixed.batchOf('a'), await fixed.batchOf('b')]).toEqual([undefined, undefined])
  expect(fix).toHaveBeenCalledTimes(1)
  expect(await fixed.signable()).toEqual({ batchId: undefined, signerGuids: ['a', 'b'] })
})

it('a batch that could not be had is asked for again', async () => {
  const missing = new ApiError(404, { Code: 'CERTIFICATE_NOT_FOUND' })
  const fix = refuses(missing)
  const fixed = fixDocuments(['a'], fix)
  await expect(fixed.batchOf('a')).rejects.toBe(missing)
  await expect(fixed.batchOf('a')).rejects.toBe(missing)
  expect(fix).toHaveBeenCalledTimes(2)
})
