import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAhead, fetchUnlessAsked, readAhead } from './asked-ahead.ts'

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

test('who only looks at an answer leaves it, as it is, to who makes the call', async () => {
  call.mockResolvedValueOnce(new Response('{"a":1}', { status: 200, headers: { etag: '"1"' } }))
  askAhead('/api/page', 'Bearer a')
  expect(await readAhead('/api/page')).toBe('{"a":1}')
  const answer = await fetchUnlessAsked('/api/page', get('Bearer a'))
  expect([await answer.text(), answer.headers.get('etag')]).toEqual(['{"a":1}', '"1"'])
  expect(call).toHaveBeenCalledTimes(1)
})

test('nobody looks at a refusal, which is told to who makes the call, nor at what was not asked for', async () => {
  call.mockResolvedValueOnce(new Response('{"Code":"GONE"}', { status: 410 }))
  askAhead('/api/page', 'Bearer a')
  expect(await readAhead('/api/page')).toBeUndefined()
  expect((await fetchUnlessAsked('/api/page', get('Bearer a'))).status).toBe(410)
  expect(await readAhead('/api/page')).toBeUndefined()
})
