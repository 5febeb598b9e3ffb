import { expect, test } from 'vitest'
import { eachAtMost } from './each-at-most.ts'

test('never more than so many are under way, and all are done', async () => {
  let underWay = 0
  let most = 0
  const done: number[] = []
  await eachAtMost(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
    most = Math.max(most, (underWay += 1))
    await new Promise(setImmediate)
    underWay -= 1
    done.push(item)
  })
  expect([most, done.toSorted()]).toEqual([3, [1, 2, 3, 4, 5, 6, 7]])
})

test('the first failure is thrown once what had begun is over, and nothing further is begun', async () => {
  const begun: number[] = []
  let isOver = false
  const working = eachAtMost(2, [1, 2, 3, 4], async (item) => {
    begun.push(item)
    if (item === 1) throw new Error('first')
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    isOver = true
  })
  await expect(working).rejects.toThrow('first')
  expect([isOver, begun]).toEqual([true, [1, 2]])
})
