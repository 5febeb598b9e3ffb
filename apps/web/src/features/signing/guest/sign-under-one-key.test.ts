import { ApiError, NetworkError } from '@rubrica/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { signUnderOneKey } from './sign-under-one-key.ts'

const SIGNER = 'c1a5b6f0-0000-4000-8000-000000000001'

/** The pauses between two tries of one attempt pass at once. */
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  vi.stubGlobal('setTimeout', (run: () => void) => queueMicrotask(run))
})

/** Presses Sign once for each of the answers. @returns the key of each call */
async function sign(...answers: (Error | undefined)[]): Promise<string[]> {
  const keys: string[] = []
  for (const answer of answers) {
    const send = (key: string) => {
      keys.push(key)
      return answer ? Promise.reject(answer) : Promise.resolve()
    }
    await signUnderOneKey(SIGNER, send).catch((error: unknown) => expect(error).toBe(answer))
  }
  return keys
}

test('after an answer that says why it failed, another press is another attempt', async () => {
  const [first, second] = await sign(new ApiError(502, { Code: 'PROVIDER_FAILED', Message: 'no' }), undefined)
  expect(second).not.toBe(first)
})

test('as long as nobody knows how it ended, another press is the same attempt', async () => {
  const keys = await sign(new NetworkError('lost'), undefined)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})
