import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPrecedence } from './precedence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when it is told to. */
function underControl() {
  let end: { resolve: (answer: string) => void; reject: (error: Error) => void } | undefined
  const signed = new Promise<string>((resolve, reject) => (end = { resolve, reject }))
  return { sign: () => signed, ...end! }
}

/** Whether it has settled once all that is due has run. */
async function isOver(work: Promise<unknown>): Promise<boolean> {
  let over = false
  void work.then(() => (over = true))
  await vi.advanceTimersByTimeAsync(0)
  return over
}

test('nobody waits while nothing is under way', async () => {
  expect(await isOver(openPrecedence({ quietMs: 100, mostMs: 2000 }).lull())).toBe(true)
})

test('who gives way waits until nothing was under way for a while, and answers pass unchanged', async () => {
  const precedence = openPrecedence({ quietMs: 100, mostMs: 2000 })
  const [one, two] = [underControl(), underControl()]
  const first = precedence.over(one).sign()
  const lull = precedence.lull()
  one.resolve('signed')
  expect(await first).toBe('signed')
  await vi.advanceTimersByTimeAsync(99)
  expect(await isOver(lull)).toBe(false)
  const second = precedence.over(two).sign()
  await vi.advanceTimersByTimeAsync(500)
  expect(await isOver(lull)).toBe(false)
  two.reject(new Error('no'))
  await expect(second).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(100)
  expect(await isOver(lull)).toBe(true)
  expect(await isOver(precedence.lull())).toBe(true)
})

test('where there is no lull it is waited for so long and no longer', async () => {
  const precedence = openPrecedence({ quietMs: 100, mostMs: 2000 })
  void precedence.over(underControl()).sign()
  const lull = precedence.lull()
  await vi.advanceTimersByTimeAsync(1999)
  expect(await isOver(lull)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await isOver(lull)).toBe(true)
})
