import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

test('so many run, so many wait, and the next one is told to come again', async () => {
  const turns = takeTurns({ atOnce: 2, waiting: 1 })
  const started: number[] = []
  const ends: (() => void)[] = []
  const work = (number: number) =>
    turns.run(() => {
      started.push(number)
      return new Promise<number>((done) => ends.push(() => done(number)))
    })
  const [first, second, third] = [work(1), work(2), work(3)]
  await expect(work(4)).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  expect(started).toEqual([1, 2])
  ends[0]!()
  expect(await first).toBe(1)
  await expect.poll(() => started).toEqual([1, 2, 3])
  ends[1]!()
  ends[2]!()
  expect(await Promise.all([second, third])).toEqual([2, 3])
})

test('a work that fails leaves its place to the next one', async () => {
  const turns = takeTurns({ atOnce: 1, waiting: 0 })
  await expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(async () => 'yes')).toBe('yes')
})
