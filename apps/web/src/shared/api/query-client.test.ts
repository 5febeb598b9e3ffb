import { ApiError, NetworkError } from '@rubrica/contract'
import { MutationObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient, worthRetrying } from './query-client.ts'

test('a refusal is not asked for again', () => expect(worthRetrying(0, new ApiError(404, {}))).toBe(false))

test.each([new ApiError(503, {}), new NetworkError()])('%s is tried twice more', (error) => {
  expect(worthRetrying(1, error)).toBe(true)
  expect(worthRetrying(2, error)).toBe(false)
})

test.each(['done', 'refused'])('what was sent, a PIN perhaps, is forgotten with the answer: %s', async (end) => {
  const call = new MutationObserver(queryClient, {
    mutationFn: ({ pin }: { pin: string }) => (end === 'done' ? Promise.resolve(pin) : Promise.reject(new Error(end))),
  })
  const stopLooking = call.subscribe(() => undefined)
  await call.mutate({ pin: '4711' }).catch(() => undefined)
  stopLooking()
  await vi.waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]))
})
