import { AutofirmaError, type AutofirmaConnection, type AutofirmaStage } from '@rubrica/autofirma'
import { ApiError, NetworkError } from '@rubrica/contract'
import { expect, test } from 'vitest'
import type { BatchOutcome } from '../run/run-batch.ts'
import { LocalSigning, type LocalCalls, type LocalStage } from './local-signing.ts'

const refusal = (status: number, Code: string) => new ApiError(status, { Code, Message: Code })
const NOWHERE = () => Promise.resolve({ address: '', place: '' })
const text = (octets: Uint8Array) => new TextDecoder().decode(octets)
const bytes = (words: string) => new TextEncoder().encode(words)

interface Scenery {
  readonly documents?: readonly string[]
  readonly place?: 'list' | 'detail'
  readonly calls?: Partial<LocalCalls>
  readonly session?: Partial<AutofirmaConnection>
  readonly open?: () => Promise<never>
  /** Keys of attempts that an earlier page has left, by signer. */
  readonly kept?: readonly (readonly [string, string])[]
}

/**
 * A signing whose steps are noted in `log`, whose shown percentages are noted once each, and that waits for nothing.
 */
function begin({ documents = ['a'], place = 'detail', calls, session: special, open, kept: left = [] }: Scenery = {}) {
  const log: string[] = []
  const percents: number[] = []
  const stages: LocalStage[] = []
  const ended: BatchOutcome[] = []
  const kept: string[] = []
  const keys = new Map<string, string>(left)
  let isOpen = true
  /** What each start of the application reports to. */
  const hears: ((stage: AutofirmaStage) => void)[] = []
  const session: AutofirmaConnection = {
    get isOpen() {
      return isOpen
    },
    chooseCertificate: () => {
      log.push('choose')
      return Promise.resolve(bytes('certificate'))
    },
    sign: (toBeSigned) => {
      log.push(`sign ${text(toBeSigned)}`)
      return Promise.resolve({ certificate: bytes('certificate'), signature: bytes(`signed ${text(toBeSigned)}`) })
    },
    signMany: (many) => {
      log.push(`sign ${many.map(({ id }) => id).join('+')}`)
      const results = many.map(({ id, toBeSigned }) => ({
        ...{ id, signed: true as const, signature: bytes(`signed ${text(toBeSigned)}`) },
      }))
      return Promise.resolve({ certificate: bytes('certificate'), results })
    },
    close: () => {
      if (isOpen) log.push('close')
      isOpen = false
    },
    ...special,
  }
  const signing = new LocalSigning({
    signerGuids: documents,
    calls: {
      announce: (guid, certificate) => Promise.resolve(log.push(`announce ${guid} ${text(certificate)}`)),
      prepare: (guid) => Promise.resolve(bytes(guid)),
      complete: ({ signerGuid, signature }) => Promise.resolve(log.push(`complete ${signerGuid} ${text(signature)}`)),
      ...calls,
    },
    open: ({ onStage }) => {
      log.push('open')
      isOpen = true
      hears.push(onStage)
      return open?.() ?? Promise.resolve(session)
    },
    wait: (ms) => Promise.resolve(void log.push(`wait ${ms}`)),
    keys: {
      find: (guid) => keys.get(guid),
      keep: (guid, key) => keys.set(guid, key),
      forget: (guid) => keys.delete(guid),
    },
    place,
    onSigned: (guid) => log.push(`signed ${guid}`),
    onProgress: ({ signed }, guid) => kept.push(`${signed.join('+')} ${guid ?? 'nothing'}`),
  })
  signing.enter(() => ({ onEnd: (outcome) => ended.push(outcome) }))
  signing.subscribe(() => {
    const stage = signing.stage()
    stages.push(stage)
    const percent = stage.at === 'working' ? stage.progress.percent : stage.at === 'done' ? 100 : null
    if (percent !== null && percent !== percents.at(-1)) percents.push(percent)
  })
  const tell = (stage: AutofirmaStage, start = hears.length - 1) => hears[start]?.(stage)
  return { signing, log, kept, percents, stages, ended, tell, start: () => signing.start(NOWHERE) }
}

test('one document goes through the five steps of twenty percent, and the end is told when it was seen', async () => {
  const { start, log, percents, ended } = begin()
  await start()
  await expect.poll(() => ended).toEqual([{ signed: ['a'], failed: [], end: { why: 'finished' } }])
  expect(log).toEqual([
    'open',
    'choose',
    'announce a certificate',
    'sign a',
    'complete a signed a',
    'signed a',
    'close',
    'wait 2000',
  ])
  expect(percents).toEqual([0, 20, 40, 60, 80, 100])
})

test('several documents are one choice of the certificate and one operation, with five steps for each', async () => {
  const { start, log, percents } = begin({ documents: ['a', 'b'] })
  await start()
  expect(log.filter((step) => /^(?:open|choose|sign |complete)/.test(step))).toEqual([
    'open',
    'choose',
    'sign a+b',
    'complete a signed a',
    'complete b signed b',
  ])
  expect(percents).toEqual([0, 20, 40, 50, 60, 80, 90, 100])
})

test('fifty documents are one operation', async () => {
  const documents = Array.from({ length: 50 }, (_, i) => `document-${i}`)
  const { start, log, ended } = begin({ documents })
  await start()
  await expect.poll(() => ended[0]?.signed).toEqual(documents)
  expect(log.filter((step) => step.startsWith('sign '))).toHaveLength(1)
  expect(log.filter((step) => step === 'choose')).toHaveLength(1)
})

test('a document that the server or the application refuses is left out, and the others are signed', async () => {
  const { start, log, ended } = begin({
    documents: ['busy', 'bad', 'good', 'fine'],
    calls: {
      announce: (guid) => (guid === 'busy' ? Promise.reject(refusal(423, 'DOCUMENT_BUSY')) : Promise.resolve()),
    },
    session: {
      signMany: (many) =>
        Promise.resolve({
          certificate: bytes('certificate'),
          results: many.map(({ id }) =>
            id === 'bad' ? { id, signed: false, why: 'ERROR' } : { id, signed: true, signature: bytes(id) },
          ),
        }),
    },
  })
  await start()
  expect(log.filter((step) => step.startsWith('complete'))).toEqual(['complete good good', 'complete fine fine'])
  expect(ended).toEqual([
    {
      signed: ['good', 'fine'],
      failed: [
        { guid: 'busy', error: refusal(423, 'DOCUMENT_BUSY') },
        { guid: 'bad', error: new AutofirmaError('SIGNING_FAILED') },
      ],
      end: { why: 'finished' },
    },
  ])
})

test('a refused certificate ends it before anything is signed, and the next start asks for another one', async () => {
  let tries = 0
  const { signing, start, log, ended } = begin({
    documents: ['a', 'b'],
    calls: {
      announce: () => {
        tries += 1
        return tries === 1 ? Promise.reject(refusal(422, 'LOCAL_CERTIFICATE_FOREIGN')) : Promise.resolve()
      },
    },
  })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error: refusal(422, 'LOCAL_CERTIFICATE_FOREIGN') })
  expect(log).toEqual(['open', 'choose', 'close'])
  await start()
  expect(log.slice(3, 6)).toEqual(['open', 'choose', 'sign a+b'])
  await expect.poll(() => ended[0]?.signed).toEqual(['a', 'b'])
})

test('a document that somebody else signed meanwhile is signed anew, once and without another choice', async () => {
  let tries = 0
  const { start, log, ended } = begin({
    calls: {
      complete: () => {
        tries += 1
        return tries === 1 ? Promise.reject(refusal(409, 'DOCUMENT_MOVED_ON')) : Promise.resolve()
      },
    },
  })
  await start()
  await expect.poll(() => ended[0]?.signed).toEqual(['a'])
  expect(log.slice(0, 5)).toEqual(['open', 'choose', 'announce a certificate', 'sign a', 'announce a certificate'])
  expect(log.filter((step) => step === 'sign a')).toHaveLength(2)
})

test('when it has moved on a second time, the person is told', async () => {
  const moved = refusal(409, 'DOCUMENT_MOVED_ON')
  const { signing, start } = begin({ calls: { complete: () => Promise.reject(moved) } })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error: moved })
})

test.each([
  ['cancelled', new AutofirmaError('CANCELLED')],
  ['no certificates', new AutofirmaError('NO_CERTIFICATES')],
])('what the application says (%s) is shown, and nothing was sent', async (_name, error) => {
  const { signing, start, log } = begin({ session: { chooseCertificate: () => Promise.reject(error) } })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error })
  expect(log).toEqual(['open', 'close'])
})

test('an application that cannot be reached is shown as that', async () => {
  const error = new AutofirmaError('NOT_REACHED')
  const { signing, start } = begin({ open: () => Promise.reject(error) })
  await start()
  expect(signing.stage()).toEqual({ at: 'failed', error })
})

test('a document that is over, or waits for a confirmation, ends it as after any signature', async () => {
  for (const error of [refusal(409, 'DOCUMENT_NO_LONGER_AVAILABLE'), refusal(422, 'DOCUMENT_SUSPICIOUS')]) {
    const { start, ended } = begin({ calls: { announce: () => Promise.reject(error) } })
    await start()
    expect(ended).toEqual([{ signed: [], failed: [{ guid: 'a', error }], end: { why: 'finished' } }])
  }
})

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

test('a window of the application that waits is spoken of until something happens', async () => {
  const scenery = begin({
    session: {
      chooseCertificate: () => {
        scenery.tell({ stage: 'waiting-for-window' })
        return Promise.resolve(bytes('certificate'))
      },
    },
  })
  await scenery.start()
  const looks = scenery.stages.flatMap((stage) =>
    stage.at === 'working' ? [`${stage.progress.step} ${stage.needsLook}`] : [],
  )
  expect(looks.slice(1, 4)).toEqual(['choosing false', 'choosing true', 'preparing false'])
})

test.each([
  ['list', 'wait 1000'],
  ['detail', 'wait 2000'],
] as const)(
  'once everything is signed the dialog in the %s stays as long as the specification says',
  async (place, stays) => {
    const { start, log, ended } = begin({ place })
    await start()
    await expect.poll(() => ended).toHaveLength(1)
    expect(log.filter((step) => step.startsWith('wait'))).toEqual([stays])
    expect(log.at(-1)).toBe(stays)
  },
)

test('while nothing is seen of the application it says so, and can be started once more', async () => {
  const { signing, log, stages, start, tell } = begin({ open: () => new Promise<never>(() => {}) })
  void start()
  const connecting = (nothingOpened: boolean) => tell({ stage: 'connecting', round: 6, port: 1, nothingOpened })
  connecting(true)
  expect(signing.stage()).toMatchObject({ at: 'working', nothingOpened: true })
  connecting(false)
  expect(signing.stage()).toMatchObject({ at: 'working', nothingOpened: false })
  connecting(true)
  void signing.startAgain()
  expect(signing.stage()).toMatchObject({ at: 'working', progress: { step: 'starting' }, nothingOpened: false })
  // The first start, which was given up, is heard no more.
  tell({ stage: 'connecting', round: 7, port: 1, nothingOpened: true }, 0)
  expect(signing.stage()).toMatchObject({ at: 'working', nothingOpened: false })
  expect(log).toEqual(['open', 'open'])
  expect(stages.some(({ at }) => at === 'failed')).toBe(false)
})
