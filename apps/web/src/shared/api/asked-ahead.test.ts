import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAhead, fetchUnlessAsked } from './asked-ahead.ts'

const call = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset()
  call.mockImplementation(async () => new Response('{}'))
  vi.stubGlobal('fetch', call)
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const get = (authorization: string): RequestInit => ({ method: 'GET', headers: { authorization } })

test('who makes a call that was made ahead gets its answer, once', async () => {
  askAhead('/api/page', 'Bearer a')
  const first = await fetchUnlessAsked('/api/page', get('Bearer a'))
  expect(call).toHaveBeenCalledTimes(1)
  expect(await fetchUnlessAsked('/api/page', get('Bearer a'))).not.toBe(first)
  expect(call).toHaveBeenCalledTimes(2)
})

test('nobody gets what was asked for another person', async () => {
  askAhead('/api/page', 'Bearer a')
  await fetchUnlessAsked('/api/page', get('Bearer b'))
  await fetchUnlessAsked('/api/page', get('Bearer a'))
  expect(call).toHaveBeenCalledTimes(3)
})

test('another address and another method are calls of their own', async () => {
  askAhead('/api/page', 'Bearer a')
  await fetchUnlessAsked('/api/other', get('Bearer a'))
  await fetchUnlessAsked('/api/page', { ...get('Bearer a'), method: 'DELETE' })
  expect(call).toHaveBeenCalledTimes(3)
})

test('an answer that nobody comes for is forgotten', async () => {
  askAhead('/api/page', 'Bearer a')
  vi.runAllTimers()
  await fetchUnlessAsked('/api/page', get('Bearer a'))
  expect(call).toHaveBeenCalledTimes(2)
})

test('a call that failed ahead fails for who comes for it, and may be made again', async () => {
  call.mockRejectedValueOnce(new TypeError('no network'))
  askAhead('/api/page', 'Bearer a')
  await expect(fetchUnlessAsked('/api/page', get('Bearer a'))).rejects.toThrow('no network')
  expect((await fetchUnlessAsked('/api/page', get('Bearer a'))).ok).toBe(true)
})
