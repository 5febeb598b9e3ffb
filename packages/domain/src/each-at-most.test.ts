import { expect, test } from 'vitest'
import { eachAtMost, eachTaken } from './each-at-most.ts'

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

/** Takes from these numbers, and keeps what it was asked for. */
function stock(numbers: readonly number[]) {
  const left = [...numbers]
  const rooms: number[] = []
  const take = (room: number) => {
    rooms.push(room)
    return Promise.resolve(left.splice(0, room))
  }
  return { take, rooms, left }
}

test('no more is taken than there is room for, and what ends together makes room together', async () => {
  const { take, rooms } = stock([1, 2, 3, 4, 5, 6, 7])
  const ends: (() => void)[] = []
  const working = eachTaken(3, take, () => new Promise<void>((done) => ends.push(done)))
  const waitFor = async (count: number) => {
    while (ends.length < count) await new Promise(setImmediate)
  }
  await waitFor(3)
  ends[0]!()
  ends[1]!()
  await waitFor(5)
  for (const end of ends.slice(2)) end()
  await waitFor(7)
  for (const end of ends) end()
  await working
  expect(rooms.slice(0, 3)).toEqual([3, 2, 3])
  expect(ends).toHaveLength(7)
})

test('after a failure nothing further is taken, and it is thrown', async () => {
  const { take, left } = stock([1, 2, 3, 4])
  const working = eachTaken(2, take, (item) => (item === 1 ? Promise.reject(new Error('first')) : Promise.resolve()))
  await expect(working).rejects.toThrow('first')
  expect(left).toEqual([3, 4])
})

test('where nothing more can be taken, that is thrown once what had begun is over', async () => {
  let isOver = false
  let takes = 0
  const take = () => ((takes += 1) === 1 ? Promise.resolve([1]) : Promise.reject(new Error('away')))
  const working = eachTaken(2, take, async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
    isOver = true
  })
  await expect(working).rejects.toThrow('away')
  expect([isOver, takes]).toEqual([true, 2])
})
