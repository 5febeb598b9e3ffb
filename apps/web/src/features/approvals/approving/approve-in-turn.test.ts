import { ApiError, NetworkError } from '@rubrica/contract'
import { expect, test } from 'vitest'
import { approveInTurn } from './approve-in-turn.ts'

/** Approves 1 to 5, with an answer prepared for some of them, and keeps what is told meanwhile. */
async function run(answers: Readonly<Record<number, Error>>, stopAfter = Number.POSITIVE_INFINITY) {
  const called: number[] = []
  const left: number[] = []
  const counts: number[] = []
  let running = 0
  const outcome = await approveInTurn([1, 2, 3, 4, 5], {
    approve: async (approval) => {
      called.push(approval)
      expect(++running).toBe(1)
      await Promise.resolve()
      running--
      if (answers[approval]) throw answers[approval]
    },
    onNext: (tried) => counts.push(tried),
    onApproved: (approval) => left.push(approval),
    isStopped: () => called.length >= stopAfter,
  })
  return { ...outcome, called, gone: left, counts }
}

test('each one is approved after the one before, and leaves the list as it is', async () => {
  const { approved, gone, counts, problems, left, failure } = await run({})
  expect(approved).toEqual([1, 2, 3, 4, 5])
  expect(gone).toEqual(approved)
  expect(counts).toEqual([0, 1, 2, 3, 4])
  expect([problems, left, failure]).toEqual([[], [], null])
})

test.each([404, 409, 423])('a %i of one document is noted while the rest goes on', async (status) => {
  const error = new ApiError(status, {})
  const { approved, problems, left } = await run({ 2: error })
  expect(approved).toEqual([1, 3, 4, 5])
  expect(problems).toEqual([{ approval: 2, error }])
  expect(left).toEqual([])
})

test.each([new ApiError(401, {}), new ApiError(500, {}), new NetworkError(), new TypeError('broken')])(
  '%s ends the batch, and what was not approved is left',
  async (error) => {
    const { approved, failure, left, called } = await run({ 3: error })
    expect(approved).toEqual([1, 2])
    expect(failure).toBe(error)
    expect(left).toEqual([3, 4, 5])
    expect(called).toEqual([1, 2, 3])
  },
)

test('stopped, it finishes the one it is at and leaves the others', async () => {
  const { approved, left, failure } = await run({}, 2)
  expect(approved).toEqual([1, 2])
  expect(left).toEqual([3, 4, 5])
  expect(failure).toBeNull()
})
