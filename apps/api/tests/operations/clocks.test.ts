/** Machines whose clocks differ: the time of all processes is the database's. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD, logIn, openScene, startProgram, trySigning, type Scene } from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { readNumber } from '../scenes/read-metrics.ts'

const AHEAD_MS = 120_000
/** Gives a program a clock that is ahead. It is code for NODE_OPTIONS, where blanks divide options. */
const CLOCK_AHEAD = `
  const Real = Date
  globalThis.Date = class Date extends Real {
    constructor(...parts) { if (parts.length === 0) super(Real.now() + ${AHEAD_MS}); else super(...parts) }
    static now() { return Real.now() + ${AHEAD_MS} }
  }`

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

test('a replica two minutes ahead takes no living claim, gives tokens of the right time, and is not ready', async () => {
  const { server, sandbox } = scene.portal
  const { ana } = scene.people
  await using ahead = await startProgram('api', {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    ...{ PORT: '0', DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir },
    ...{ SERVER_KEY_FILE: server.serverKeyFile, ARCHIVE_DELAY_MS: '3600000' },
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK_AHEAD)}`,
  })
  const document = await scene.send({ signers: ['ana'] })
  await sandbox.inject({ service: 'tsa', fault: 'slow:6000', times: 100 })
  const signing = trySigning(ana, document.signers[0]!.guid)
  const reportsOf = async () => {
    const [row] = await server.database!.query<{ oldest: Date }>('select min(reported_at) as oldest from replicas')
    return row!.oldest.getTime()
  }
  // Each server sweeps after its report: while the claim is held, the one ahead does so more than once.
  const [begun] = [await reportsOf()]
  await expect.poll(reportsOf, { timeout: 30_000, interval: 100 }).toBeGreaterThan(begun + 3000)
  expect(await signing).toBe(204)
  expect(ahead.log()).not.toContain('Signings of a process that died were let go')

  const ready = await fetch(`${ahead.url}/health/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    {
      checks: { database: true, clock: false },
      reasons: [expect.stringMatching(/\d+ ms ahead of that of the database/)],
    },
  ])
  expect(ahead.log()).toContain('The clock of this machine is not that of the database')
  const skew = (url: string) => readNumber(url, 'rubrica_clock_skew_seconds')
  expect(await skew(ahead.url)).toBeGreaterThan(AHEAD_MS / 2000)
  expect(Math.abs((await skew(server.url))!)).toBeLessThan(AHEAD_MS / 2000)
  const there = await logIn(ahead.url, { userId: 'ana', password: DEMO_PASSWORD })
  const answer = await fetch(`${server.url}/api/vidmobileuser/`, {
    headers: { authorization: `Bearer ${there.token}` },
  })
  expect(answer.status).toBe(200)
  const { iat } = JSON.parse(Buffer.from(there.token.split('.')[1]!, 'base64url').toString()) as { iat: number }
  expect(iat * 1000).toBeLessThan(Date.now() + AHEAD_MS / 2)
})
