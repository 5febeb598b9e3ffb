/** Values of the PC that the server makes part of their documents by itself. */
import { expect, test } from 'vitest'
import { begin, refusal } from './local-signing-scene.ts'
import type { LocalTask } from './local-task.ts'

type SignOnServer = LocalTask['signOnServer']

const PROGRESS = { doing: 'signing', total: 2, isAuthorised: true, isHindered: false, isLost: false } as const
const documents = ['a', 'b']
const finished = { failed: [], end: { why: 'finished' } } as const

test('the values of several documents are handed over at once, and nothing is sent one by one', async () => {
  const signOnServer: SignOnServer = (_given, { onProgress }) => {
    onProgress({ ...PROGRESS, done: 1 })
    return Promise.resolve({ signed: documents, ...finished })
  }
  const { start, log, percents, ended, stages } = begin({ documents, signOnServer })
  await start()
  await expect.poll(() => ended).toEqual([{ signed: documents, ...finished }])
  expect(log).toContain('hand over a signed a, b signed b')
  expect(log.filter((step) => step.startsWith('complete'))).toEqual([])
  expect(percents).toEqual([0, 20, 40, 50, 60, 80, 90, 100])
  expect(stages.at(-1)).toEqual({ at: 'done' })
})

test('the value of one document is not handed over', async () => {
  const { start, log, ended } = begin({ signOnServer: () => Promise.reject(new Error('no run of one')) })
  await start()
  await expect.poll(() => ended[0]?.signed).toEqual(['a'])
  expect(log).toContain('complete a signed a')
})

test('where the server takes none of them, they are sent one after the other', async () => {
  const { start, log, ended } = begin({ documents, signOnServer: () => Promise.resolve(null) })
  await start()
  await expect.poll(() => ended[0]?.signed).toEqual(documents)
  expect(log.filter((step) => step.startsWith('complete'))).toEqual(['complete a signed a', 'complete b signed b'])
})

test('who lets it go on by itself, or closes the dialog, leaves it to the server', async () => {
  for (const leave of ['letGoOn', 'leave'] as const) {
    const left = { signed: [], failed: [], end: { why: 'left' } } as const
    const scenery = begin({
      documents,
      signOnServer: (_given, { isLeft, isStopped, onProgress }) => {
        onProgress({ ...PROGRESS, done: 0 })
        expect(isLeft()).toBe(false)
        scenery.signing[leave]()
        expect(isLeft() && !isStopped()).toBe(true)
        return Promise.resolve(left)
      },
    })
    await scenery.start()
    await expect.poll(() => scenery.ended, { message: leave }).toEqual([left])
    expect(scenery.log.filter((step) => step.startsWith('complete'))).toEqual([])
  }
})

test('stopping stops the run, and what was signed is told', async () => {
  const stopped = { signed: ['a'], failed: [], end: { why: 'stopped' } } as const
  const scenery = begin({
    documents,
    signOnServer: (_given, { isStopped, onProgress }) => {
      onProgress({ ...PROGRESS, done: 1 })
      scenery.signing.stop()
      expect(isStopped()).toBe(true)
      return Promise.resolve(stopped)
    },
  })
  await scenery.start()
  await expect.poll(() => scenery.ended).toEqual([stopped])
})

test('what somebody else has signed meanwhile the PC signs anew, and what is over is told', async () => {
  const gone = { guid: 'c', error: refusal(409, 'DOCUMENT_NO_LONGER_AVAILABLE') }
  const outcome = {
    ...{ signed: ['a'], failed: [{ guid: 'b', error: refusal(409, 'DOCUMENT_MOVED_ON') }, gone] },
    end: { why: 'finished' },
  } as const
  let isMoved = true
  const { start, log, ended } = begin({
    documents: ['a', 'b', 'c'],
    signOnServer: () => Promise.resolve(outcome),
    calls: {
      complete: ({ signerGuid }) => {
        log.push(`complete ${signerGuid}`)
        if (!isMoved) return Promise.resolve()
        isMoved = false
        return Promise.reject(refusal(409, 'DOCUMENT_MOVED_ON'))
      },
    },
  })
  await start()
  await expect.poll(() => ended).toEqual([{ signed: ['a', 'b'], failed: [gone], end: { why: 'finished' } }])
  expect(log.filter((step) => /^(?:sign |complete)/.test(step))).toEqual([
    'sign a+b+c',
    'complete b',
    'sign b',
    'complete b',
  ])
})
