import { expect, test } from 'vitest'
import { open, played, playPageForEachTest, stages } from '../tests/played-page.ts'
import type { Played } from '../tests/played-socket.ts'

playPageForEachTest()

test('nothing is tried before a second and a half after the launch', async () => {
  const opening = open()
  await played.time.pass(1499)
  expect(played.launched).toHaveLength(1)
  expect(played.sockets).toHaveLength(0)
  await played.time.pass(1)
  expect(addresses()).toEqual(portsOf(played).slice(0, 1))
  played.sockets[0]?.play('open')
  await played.time.pass(0)
  played.sockets[0]?.say('OK')
  expect((await opening).isOpen).toBe(true)
})

const addresses = (): string[] => played.sockets.map(({ url }) => url)

/** The addresses of the ports that the application was started with. */
const portsOf = ({ launched }: Played): string[] =>
  (/ports=([\d,]+)&/.exec(launched[0] ?? '')?.[1]?.split(',') ?? []).map((port) => `wss://127.0.0.1:${port}`)

/** Refuses whatever is tried, until all is over. @returns when each round began, and the addresses it tried */
async function refuseAll(): Promise<{ at: number; tried: string[] }[]> {
  const rounds: { at: number; tried: string[] }[] = []
  await played.time.pass(1500)
  while (played.sockets.length > 0) {
    rounds.push({ at: played.time.now(), tried: addresses() })
    played.sockets.splice(0).forEach((socket) => socket.play('error'))
    for (let step = 0; step < 60 && played.sockets.length === 0; step += 1) await played.time.pass(100)
  }
  return rounds
}

test('an application that listens 2 to 11 s after its start is met with few failures, after which browsers hold back', async () => {
  const opening = open().catch((error: unknown) => error)
  const rounds = await refuseAll()
  expect(rounds.slice(0, 5).map(({ at }) => at)).toEqual([1500, 4000, 5000, 6000, 7000])
  // Two seconds for the browser's question, and eleven for the slowest start that was seen.
  const failures = rounds.filter(({ at }) => at < 13_000).flatMap(({ tried }) => tried)
  expect(failures.length).toBeLessThan(16)
  for (const address of portsOf(played)) expect(failures).toContain(address)
  expect(rounds.at(-1)?.at).toBeLessThanOrEqual(45_000)
  expect(await opening).toMatchObject({ code: 'NOT_REACHED' })
})

test('after 45 s it is over, and not only after one more pause', async () => {
  let over: number | undefined
  const opening = open().catch((error: unknown) => ((over = played.time.now()), error))
  await played.time.pass(1500)
  // As a browser that holds back: each attempt fails late.
  for (let step = 0; step < 500 && over === undefined; step += 1) {
    const socket = played.sockets.splice(0)
    await played.time.pass(2700)
    socket.forEach((one) => one.play('error'))
    await played.time.pass(0)
  }
  expect(await opening).toMatchObject({ code: 'NOT_REACHED' })
  expect(over).toBe(45_000)
})

test('where another program has the first port, the others are asked at once', async () => {
  const opening = open()
  await played.time.pass(1500)
  const [foreign] = played.sockets.splice(0)
  foreign?.play('open')
  await played.time.pass(0)
  foreign?.say('220 hello')
  await played.time.pass(2500)
  expect(addresses()).toEqual(portsOf(played))
  played.sockets[2]?.play('open')
  await played.time.pass(0)
  played.sockets[2]?.say('OK')
  expect((await opening).isOpen).toBe(true)
  // The other attempts are ended.
  expect(played.sockets.map(({ isClosed }) => isClosed)).toEqual([true, true, false])
})

test.each([
  ['the question alone came to the front', [381, 2881], 'not-running', false],
  ['then the application, too', [449, 2923, 4468], 'certificate-not-trusted', false],
  ['the question is still there', [449], 'not-running', true],
])('what the page saw of its focus decides what is named first: %s', async (_what, changes, cause, mayBeAsking) => {
  const opening = open().catch((error: unknown) => error)
  await played.time.pass(0)
  changes.forEach((ms, index) => played.time.after(ms, () => played.changeFocus(index % 2 === 1)))
  await refuseAll()
  expect(await opening).toMatchObject({ code: 'NOT_REACHED', facts: { diagnosis: { cause, mayBeAsking } } })
})

test.each([
  ['nothing', [], true],
  ['the question alone', [381, 2881], true],
  ['the question, which is still there', [449], true],
  ['the question and then the application', [449, 2923, 4468], false],
])(
  'from eight seconds on a round says whether nothing has opened; what came to the front: %s',
  async (_what, changes, nothing) => {
    const opening = open().catch((error: unknown) => error)
    await played.time.pass(0)
    changes.forEach((ms, index) => played.time.after(ms, () => played.changeFocus(index % 2 === 1)))
    const reported: [number, boolean][] = []
    await played.time.pass(1500)
    while (played.sockets.length > 0) {
      const last = stages.at(-1)
      if (last?.stage === 'connecting') reported.push([played.time.now(), last.nothingOpened])
      played.sockets.splice(0).forEach((socket) => socket.play('error'))
      for (let step = 0; step < 60 && played.sockets.length === 0; step += 1) await played.time.pass(100)
    }
    expect(reported.filter(([at]) => at < 8000).map(([, said]) => said)).toEqual([false, false, false, false, false])
    expect(new Set(reported.filter(([at]) => at >= 8000).map(([, said]) => said))).toEqual(new Set([nothing]))
    await opening
  },
)
