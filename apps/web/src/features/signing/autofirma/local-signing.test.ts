import { expect, test } from 'vitest'
import { begin, bytes } from './local-signing-scene.ts'

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
