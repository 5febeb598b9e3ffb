import { afterEach, expect, test, vi } from 'vitest'
import { OwedWrites } from './owed-writes.ts'

const warned: unknown[] = []
const log = {
  ...{ debug: () => undefined, info: () => undefined, error: () => undefined },
  warn: (...words: unknown[]) => void warned.push(words),
}
afterEach(() => {
  vi.useRealTimers()
  warned.length = 0
})

const outage = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

/** A write that fails with each of these errors, one after the other, and then is made. */
function failing(...errors: Error[]) {
  const made: number[] = []
  let tries = 0
  return {
    made,
    write: () => {
      tries += 1
      const error = errors.shift()
      if (error) return Promise.reject(error)
      made.push(tries)
      return Promise.resolve()
    },
  }
}

test('a write that found the database away is made once it is back, and once only', async () => {
  const owed = new OwedWrites(log)
  const { made, write } = failing(outage(), outage())
  await expect(owed.insist(write)).rejects.toThrow('terminating connection')
  expect(await owed.settle(), 'away still').toBe(0)
  expect(await owed.settle()).toBe(1)
  expect(await owed.settle()).toBe(0)
  expect(made).toEqual([3])
})

test('what is written later may be something else than what was tried first', async () => {
  const owed = new OwedWrites(log)
  const later = failing()
  await expect(owed.insist(failing(outage()).write, later.write)).rejects.toThrow()
  expect(await owed.settle()).toBe(1)
  expect(later.made).toEqual([1])
})

test('what failed for another reason is not owed, and what fails so later is told to the operator and left', async () => {
  const owed = new OwedWrites(log)
  await expect(owed.insist(failing(new Error('a mistake')).write)).rejects.toThrow('a mistake')
  expect(await owed.settle()).toBe(0)
  const { made, write } = failing(outage(), new Error('gone meanwhile'))
  await expect(owed.insist(write)).rejects.toThrow()
  await owed.settle()
  expect(warned).toHaveLength(1)
  await owed.settle()
  expect(made).toEqual([])
})

test('what is older than any lease is left to it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const owed = new OwedWrites(log)
  const { made, write } = failing(outage())
  await expect(owed.insist(write)).rejects.toThrow()
  vi.setSystemTime(Date.now() + 10 * 60_000)
  expect(await owed.settle()).toBe(0)
  expect(made).toEqual([])
})
