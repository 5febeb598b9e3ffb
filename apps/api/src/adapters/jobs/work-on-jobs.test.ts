import { expect, test } from 'vitest'
import type { JobData } from '../../ports/job-queue.ts'
import { workOnJobs, type JobWork, type JobWorker } from './work-on-jobs.ts'

interface FakeJob {
  readonly id: string
  readonly name: string
  readonly data: JobData
  readonly expireInSeconds: number
}

/** A queue that hands out each batch once, and tells when it was asked for more. */
function fakeQueue(batches: (FakeJob[] | Error)[]) {
  const outcomes: Record<string, unknown> = {}
  let drained = () => undefined as void
  const empty = new Promise<void>((resolve) => (drained = resolve))
  const boss = {
    fetch: async () => {
      const batch = batches.shift()
      if (!batch) drained()
      if (batch instanceof Error) throw batch
      return batch ?? []
    },
    complete: async (_kind: string, id: string) => void (outcomes[id] = 'done'),
    fail: async (_kind: string, id: string, data: object) => void (outcomes[id] = data),
  } as unknown as JobWork['boss']
  return { boss, outcomes, empty }
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const job = (id: string): FakeJob => ({ id, name: 'mail', data: { id }, expireInSeconds: 900 })
const untilDue = () => new Promise<void>((resolve) => setImmediate(resolve))
const pace = { log: silent, kind: 'mail', untilDue, atOnce: 3 }

test('a job that fails does not fail the others of its batch, and its message is not kept', async () => {
  const { boss, outcomes, empty } = fakeQueue([[job('a'), job('b'), job('c')], [job('d')]])
  const handler = async ({ id }: JobData) => {
    if (id === 'b') throw Object.assign(new Error('550 <ana@people.test> is unknown'), { code: 'EENVELOPE' })
    if (id === 'c') throw new Error('no code')
  }
  const worker = workOnJobs({ ...pace, boss, handler })
  await empty
  await worker.stop()
  expect(outcomes).toEqual({ a: 'done', b: { code: 'EENVELOPE' }, c: { code: 'FAILED' }, d: 'done' })
})

test('a database that is away for a moment stops nothing', async () => {
  const { boss, outcomes, empty } = fakeQueue([new Error('away'), [job('a')]])
  const worker = workOnJobs({ ...pace, boss, handler: async () => undefined })
  await empty
  await worker.stop()
  expect(outcomes).toEqual({ a: 'done' })
})

test('a job whose end could not be told is in hand until it is told, and is not run again', async () => {
  const { boss, outcomes, empty } = fakeQueue([[job('a')]])
  const told: string[][] = []
  let away = true
  let runs = 0
  const worker: JobWorker = workOnJobs({
    ...pace,
    boss: {
      ...boss,
      complete: async (kind: string, id: string) => {
        told.push([...worker.inHand()])
        if (away) {
          away = false
          throw new Error('away')
        }
        await boss.complete(kind, id)
      },
    } as JobWork['boss'],
    handler: async () => void (runs += 1),
  })
  await empty
  await worker.stop()
  expect({ outcomes, told, runs }).toEqual({ outcomes: { a: 'done' }, told: [['a'], ['a']], runs: 1 })
  expect(worker.inHand()).toEqual([])
})

test('stopping lets the running job end and takes no more', async () => {
  const { boss, outcomes } = fakeQueue([[job('a')], [job('b')]])
  let finish = () => undefined as void
  let begin = () => undefined as void
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const handler = () => {
    begin()
    return new Promise<void>((resolve) => (finish = resolve))
  }
  const worker = workOnJobs({ ...pace, boss, handler })
  await begun
  const stopped = worker.stop()
  expect(outcomes).toEqual({})
  finish()
  await stopped
  expect(outcomes).toEqual({ a: 'done' })
})
