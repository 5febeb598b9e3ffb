import { expect, test } from 'vitest'
import { together } from './together.ts'

function stage() {
  const calls: (readonly number[])[] = []
  const ends: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  const add = together((items: readonly number[]) => {
    calls.push(items)
    return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }))
  })
  return { calls, ends, add }
}

const aMoment = () => new Promise(setImmediate)

test('what comes while a call is under way is one call after it', async () => {
  const { calls, ends, add } = stage()
  const first = add(1)
  await aMoment()
  const others = [add(2), add(3)]
  await aMoment()
  expect(calls).toEqual([[1]])
  ends[0]!.resolve()
  await first
  await aMoment()
  expect(calls).toEqual([[1], [2, 3]])
  ends[1]!.resolve()
  await Promise.all(others)
})

test('what fails is told to those of the same call alone', async () => {
  const { calls, ends, add } = stage()
  const first = add(1)
  await aMoment()
  const second = add(2)
  ends[0]!.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await aMoment()
  ends[1]!.resolve()
  await second
  expect(calls).toEqual([[1], [2]])
})
