/** What a server tells Prometheus of signatures, after signatures. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  linkAccount,
  makeLocalKey,
  openScene,
  signAsPortal,
  signBySwisscom,
  signLocally,
  trySigning,
  type Scene,
} from '@rubrica/testing'
import { openBatch, sendSeveral, sign } from '../scenes/authorise-signing.ts'
import { openGuests } from '../scenes/guest-scene.ts'
import { readNumber, risesOf, scrape } from '../scenes/read-metrics.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await scene.portal.server.database!.query(`update user_subscriptions set roles = '{sender}'`)
  await scene.portal.server.database!.query('update subscriptions set allows_guests = true')
})
afterAll(() => scene[Symbol.asyncDispose]())

const rises = (...[watched, work]: [Parameters<typeof risesOf>[1], () => Promise<unknown>]) =>
  risesOf(scene.portal.url, watched, work)
const signatures = (way: string, outcome: string) => ['rubrica_signatures_total', { way, outcome }] as const
const signerOf = async () => (await scene.send({ signers: ['ana'] })).signers[0]!.guid

async function signAtProvider(type: string): Promise<void> {
  const certificates = await linkAccount(scene, 'ana', type)
  const certificate = [...certificates.values()].find(({ AuthenticationType }) => AuthenticationType === 'PIN')!
  await signAsPortal(scene, { name: 'ana', signerGuid: await signerOf(), certificate, pin: '246810' })
}

async function signAsGuest(): Promise<void> {
  const guests = openGuests(() => scene)
  await guests.invite('metrics@guests.example')
  const { call } = await guests.enter('metrics@guests.example')
  await call.signAsGuest({ body: {}, headers: { 'idempotency-key': crypto.randomUUID() } })
}

describe.each<[way: string, sign: () => Promise<unknown>]>([
  ['vault', async () => trySigning(scene.people.ana, await signerOf())],
  ['provider', () => signAtProvider('redtrust')],
  ['errand', () => signAtProvider('ivnosys')],
  ['on-demand', async () => signBySwisscom(scene, 'ana', await signerOf())],
  [
    'local',
    async () =>
      signLocally(scene, { name: 'ana', signerGuid: await signerOf(), key: await makeLocalKey(scene, 'ana') }),
  ],
  ['guest', signAsGuest],
])('a signature by way of %s', (way, signOnce) => {
  test('counts once as signed, with its time and the step that made it part of the document', async () => {
    const watched = [
      signatures(way, 'signed'),
      ['rubrica_signing_seconds_count', { way }],
      ['rubrica_signing_step_seconds_count', { step: 'committed' }],
      ['rubrica_signing_step_seconds_count', { step: 'timestamped' }],
    ] as const
    const [signed, whole, committed, timestamped] = await rises(watched, signOnce)
    expect({ signed, whole, committed }).toEqual({ signed: 1, whole: 1, committed: 1 })
    // Swisscom stamps by itself.
    expect(timestamped).toBe(way === 'on-demand' ? 0 : 1)
  })
})

describe('a call that makes no signature counts', () => {
  test('as refused where the PIN is wrong, as repeated where the attempt was made before', async () => {
    const signerGuid = await signerOf()
    const attempt = crypto.randomUUID()
    const outcomes = ['signed', 'refused', 'repeated', 'failed'].map((outcome) => signatures('vault', outcome))
    const counted = (trial: { attempt?: string; pin?: string }) =>
      rises(outcomes, () => trySigning(scene.people.ana, signerGuid, trial))
    expect(await counted({ pin: 'wrong' })).toEqual([0, 1, 0, 0])
    expect(await counted({ attempt })).toEqual([1, 0, 0, 0])
    expect(await counted({ attempt })).toEqual([0, 0, 1, 0])
  })

  test('as failed where the timestamp authority fails', async () => {
    const signerGuid = await signerOf()
    await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http500', times: 100 })
    const failing = () => trySigning(scene.people.ana, signerGuid)
    expect(await rises([signatures('vault', 'failed'), signatures('vault', 'signed')], failing)).toEqual([1, 0])
    await scene.portal.sandbox.control('reset', {})
  })
})

test('the time of a provider that is slow is no time of ours', async () => {
  const own = ['rubrica_signing_seconds_sum', { way: 'provider' }] as const
  const asked = ['rubrica_signing_step_seconds_sum', { step: 'signature-made' }] as const
  await scene.portal.sandbox.inject({ service: 'redtrust', fault: 'slow:5000', times: 1, operation: 'signHash' })
  const [ours, theirs] = await rises([own, asked], () => signAtProvider('redtrust'))
  expect(theirs).toBeGreaterThanOrEqual(5)
  expect(ours).toBeLessThan(theirs!)
})

test('a key that a batch keeps open is counted', async () => {
  const { ana } = scene.people
  const documents = await sendSeveral(scene, 2, 'ana')
  const { BatchId } = await openBatch(ana, ana.certificateId, documents)
  const kept = () => readNumber(scene.portal.url, 'rubrica_kept_keys')
  expect(await kept()).toBe(0)
  await sign(ana, documents[0]!, { PIN: ana.pin, BatchId })
  expect(await kept()).toBe(1)
})

test('no label of any number names a person, a document or a file', async () => {
  const labels = (await scrape(scene.portal.url)).flatMap((series) => Object.values(series.labels))
  expect(
    labels.filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}|document\.pdf|plan\.pdf|ana\b|Vidal|@/i.test(value)),
  ).toEqual([])
})
