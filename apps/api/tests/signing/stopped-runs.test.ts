/** Runs that end before all is signed: by their person, or by what they rest on. No value outlives them. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'
import { refusalOf, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import {
  authorise,
  countValues,
  eventsOf,
  itemsOf,
  moveRun,
  prepareRun,
  sendMany,
  showRun,
  untilRun,
} from '../scenes/signing-run-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE_AND_USER: '1000', ARCHIVE_DELAY_MS: '3600000' },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

const database = () => scene.portal.server.database!

/** Has the timestamp authority fail, until it is left alone. */
const disturbTimestamps = (fault: string) => scene.portal.sandbox.inject({ service: 'tsa', fault, times: 1000 })
const calm = () => scene.portal.sandbox.control('reset', {})

test('a stopped run leaves its documents as they were, destroys the values and says so in their logs', async () => {
  const { biel } = scene.people
  const [document] = await sendMany(scene, 1, 'biel')
  const run = await prepareRun(biel, [document!])
  await moveRun(biel, run, 'paused')
  await authorise(biel, run)
  expect(await moveRun(biel, run, 'stopped')).toMatchObject({ State: 'stopped', Code: 'RUN_STOPPED' })
  expect(await countValues(scene)).toBe(0)
  expect((await eventsOf(scene, document!)).at(-1)).toBe('signature-value-destroyed')
  expect(await itemsOf(biel, run)).toMatchObject([{ State: 'discarded', Code: 'RUN_STOPPED' }])
  expect(await refusalOf(moveRun(biel, run, 'going-on'))).toMatchObject({ status: 409, code: 'RUN_OVER' })
  await sign(biel, document!, { PIN: biel.pin })
  expect(await signaturesOf(scene, document!)).toBe(1)
})

test('what was being signed when its run was stopped, and could not be, keeps no value and is free again', async () => {
  const { biel } = scene.people
  const [document] = await sendMany(scene, 1, 'biel')
  const run = await prepareRun(biel, [document!])
  await disturbTimestamps('timeout')
  await authorise(biel, run)
  await expect.poll(async () => (await itemsOf(biel, run))[0]?.State, { timeout: 30_000 }).toBe('finishing')
  await moveRun(biel, run, 'stopped')
  await expect.poll(async () => (await itemsOf(biel, run))[0]?.State, { timeout: 60_000 }).toBe('discarded')
  await calm()
  expect(await countValues(scene)).toBe(0)
  expect((await eventsOf(scene, document!)).at(-1)).toBe('signature-value-destroyed')
  expect((await prepareRun(biel, [document!])).Counts).toMatchObject({ prepared: 1, failed: 0 })
})

test('a document whose commit nobody heard of is signed, whether its run goes on or is stopped', async () => {
  const { biel } = scene.people
  for (const [move, state] of [
    ['going-on', 'done'],
    ['stopped', 'stopped'],
  ] as const) {
    const [document] = await sendMany(scene, 1, 'biel')
    const run = await prepareRun(biel, [document!])
    await disturbTimestamps('http503')
    await authorise(biel, run)
    await expect.poll(async () => (await showRun(biel, run)).Code, { timeout: 30_000 }).toBe('TIMESTAMP_UNAVAILABLE')
    await moveRun(biel, run, 'paused')
    // What was begun before has ended.
    await expect.poll(async () => (await itemsOf(biel, run))[0]?.State, { timeout: 30_000 }).toBe('valued')
    await calm()
    const heardOfNothing = await database().query(
      `update signing_attempts set state = 'signed', outcome_code = null from signing_run_items as item
       where run_id = $1 and attempt_key = item.id::text || ':' || (item.tries - 1) returning attempt_key`,
      [run.RunGUID],
    )
    expect(heardOfNothing).toHaveLength(1)
    await moveRun(biel, run, move)
    expect((await untilRun(biel, run, state)).Counts).toMatchObject({ signed: 1, failed: 0 })
    expect(await eventsOf(scene, document!)).not.toContain('signature-value-destroyed')
  }
})

test('a person whose sessions are ended signs nothing more: the values are destroyed', async () => {
  const { biel } = scene.people
  const documents = await sendMany(scene, 2, 'biel')
  const run = await prepareRun(biel, documents)
  await moveRun(biel, run, 'paused')
  await authorise(biel, run)
  await database().query('update users set token_generation = token_generation + 1 where id = $1', [biel.userId])
  await expect.poll(() => countValues(scene), { timeout: 30_000 }).toBe(0)
  await database().query('update users set token_generation = token_generation - 1 where id = $1', [biel.userId])
  expect(await untilRun(biel, run, 'stopped')).toMatchObject({ Code: 'SESSION_ENDED', Counts: { discarded: 2 } })
})

test.each([
  ['locked', 'update certificates set locked_at = now() where id = $1', 'PIN_LOCKED'],
  ['suspended', 'update certificates set suspended = true where id = $1', 'CERTIFICATE_UNUSABLE'],
])(
  'a certificate that is %s in the middle stops the run, also one that is paused, and no value is kept',
  async (_how, statement, code) => {
    const { carla } = scene.people
    const documents = await sendMany(scene, 2, 'carla')
    const run = await prepareRun(carla, documents)
    await moveRun(carla, run, 'paused')
    await authorise(carla, run)
    await database().query(statement, [carla.certificateId])
    await expect.poll(() => countValues(scene), { timeout: 30_000 }).toBe(0)
    expect(await untilRun(carla, run, 'stopped')).toMatchObject({ Code: code, Counts: { signed: 0, discarded: 2 } })
    await database().query('update certificates set locked_at = null, suspended = false where id = $1', [
      carla.certificateId,
    ])
  },
)

test('a run that is paused for longer than its values may be kept loses them, and is asked for again when it goes on', async () => {
  const { biel } = scene.people
  const [document] = await sendMany(scene, 1, 'biel')
  const run = await prepareRun(biel, [document!])
  await moveRun(biel, run, 'paused')
  await authorise(biel, run)
  await database().query("update signing_run_items set value_until = now() - interval '1 second' where run_id = $1", [
    run.RunGUID,
  ])
  await expect.poll(() => countValues(scene), { timeout: 30_000 }).toBe(0)
  expect((await eventsOf(scene, document!)).at(-1)).toBe('signature-value-destroyed')
  await moveRun(biel, run, 'going-on')
  expect(await untilRun(biel, run, 'needs-person')).toMatchObject({ Counts: { prepared: 1 } })
  await moveRun(biel, run, 'stopped')
})

test('what nobody authorises within a day is given up', async () => {
  const { ana } = scene.people
  const run = await prepareRun(ana, await sendMany(scene, 1, 'ana'))
  await database().query("update signing_runs set expires_at = now() - interval '1 second' where id = $1", [
    run.RunGUID,
  ])
  expect(await untilRun(ana, run, 'stopped')).toMatchObject({ Code: 'RUN_EXPIRED', Counts: { discarded: 1 } })
})
