import { AutofirmaError } from '@rubrica/autofirma'
import { ApiError, NetworkError } from '@rubrica/contract'
import { expect, test } from 'vitest'
import { begin, bytes, refusal } from './local-signing-scene.ts'

test('preparing is tried again while no answer comes, and an answer that stays away is said', async () => {
  let tries = 0
  const lost = new NetworkError('offline')
  const once = begin({
    calls: { prepare: () => ((tries += 1) === 1 ? Promise.reject(lost) : Promise.resolve(bytes('late'))) },
  })
  await once.start()
  expect(once.log).toContain('sign late')
  const never = begin({ calls: { prepare: () => Promise.reject(lost) } })
  await never.start()
  expect(never.signing.stage()).toEqual({ at: 'failed', error: lost })
})

test('only the lost attempt goes on as it was: what an earlier page left of the next document gets an attempt anew', async () => {
  let isDown = true
  const earlier = new ApiError(409, { Code: 'DOCUMENT_BUSY', Details: { EarlierAttempt: true } })
  const { signing, start, ended } = begin({
    documents: ['a', 'b'],
    kept: [['b', 'of before']],
    calls: {
      complete: ({ signerGuid, attemptKey }) => {
        if (isDown && signerGuid === 'a') return Promise.reject(new NetworkError('offline'))
        return attemptKey === 'of before' ? Promise.reject(earlier) : Promise.resolve()
      },
    },
  })
  await start()
  isDown = false
  await signing.goOn()
  expect(ended).toEqual([{ signed: ['a', 'b'], failed: [], end: { why: 'finished' } }])
})

test('a completion without an answer goes on with the same attempt, or is left there', async () => {
  const seen: string[] = []
  let isDown = true
  const lost = new NetworkError('offline')
  const { signing, start, ended } = begin({
    documents: ['a', 'b'],
    calls: {
      complete: ({ signerGuid, attemptKey }) => {
        seen.push(`${signerGuid} ${attemptKey}`)
        return isDown && signerGuid === 'b' ? Promise.reject(lost) : Promise.resolve()
      },
    },
  })
  await start()
  expect(signing.stage()).toEqual({ at: 'lost', guid: 'b', signed: 1 })
  isDown = false
  await signing.goOn()
  await expect.poll(() => ended[0]?.signed).toEqual(['a', 'b'])
  const ofSecond = seen.filter((one) => one.startsWith('b '))
  expect(ofSecond.length).toBeGreaterThan(1)
  expect(new Set(ofSecond).size).toBe(1)

  isDown = true
  const other = begin({ documents: ['a', 'b'], calls: { complete: () => Promise.reject(lost) } })
  await other.start()
  other.signing.endHere()
  expect(other.ended).toEqual([{ signed: [], failed: [], end: { why: 'unanswered', guid: 'a' } }])
})

test('how far it is is told before each document is completed, and that nothing goes on once it has failed', async () => {
  const whole = begin({ documents: ['a', 'b'] })
  await whole.start()
  expect(whole.kept).toEqual([' a', 'a b'])

  const failing = begin({ calls: { complete: () => Promise.reject(refusal(422, 'CERTIFICATE_UNUSABLE')) } })
  await failing.start()
  expect(failing.signing.stage().at).toBe('failed')
  expect(failing.kept).toEqual([' a', ' nothing'])
})

test('who goes while an answer is lost is told what was signed', async () => {
  const lost = new NetworkError('offline')
  const { signing, start, ended } = begin({
    documents: ['a', 'b'],
    calls: { complete: ({ signerGuid }) => (signerGuid === 'b' ? Promise.reject(lost) : Promise.resolve()) },
  })
  await start()
  signing.leave()
  await expect.poll(() => ended).toEqual([{ signed: ['a'], failed: [], end: { why: 'unanswered', guid: 'b' } }])
})

test('stopped while documents are finished, it ends after the one at work', async () => {
  const scenery = begin({
    documents: ['a', 'b', 'c'],
    calls: {
      complete: ({ signerGuid }) => {
        if (signerGuid === 'a') scenery.signing.stop()
        return Promise.resolve()
      },
    },
  })
  await scenery.start()
  expect(scenery.ended).toEqual([{ signed: ['a'], failed: [], end: { why: 'stopped' } }])
  expect(scenery.stages).toContainEqual(expect.objectContaining({ at: 'working', stopping: true }))
})

test('a dialog that goes before the completion closes the application and tells nothing', async () => {
  const scenery = begin({
    session: {
      sign: () => {
        scenery.signing.leave()
        return Promise.reject(new AutofirmaError('ABORTED'))
      },
    },
  })
  await scenery.start()
  expect(scenery.log.slice(-2)).toEqual(['announce a certificate', 'close'])
  expect(scenery.stages.map(({ at }) => at)).not.toContain('failed')
  expect(scenery.ended).toEqual([])
})

test('a dialog that goes during a completion lets that one come to its end, and no other', async () => {
  const scenery = begin({
    documents: ['a', 'b'],
    calls: { complete: () => Promise.resolve(scenery.signing.leave()) },
  })
  await scenery.start()
  expect(scenery.ended).toEqual([{ signed: ['a'], failed: [], end: { why: 'stopped' } }])
})
