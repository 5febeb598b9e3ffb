/** A signing run with the keys of each provider: authorised once, signed to its end, also over a dead process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import {
  askPdfsig,
  authoriseAsPortal,
  IN_FULL_RUN,
  linkAccount,
  PROVIDER_PIN,
  sampleOf,
  type DemoName,
  type DemoSigner,
  type PortalCertificate,
  type Scene,
} from '@rubrica/testing'
import { addSmsKey, refusalOf, signaturesOf } from '../scenes/authorise-signing.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'
import { itemsOf, sendMany, signerOf, untilRun, type Run } from '../scenes/signing-run-scene.ts'

const DOCUMENTS = IN_FULL_RUN ? 20 : 6

/** What signs in runs, by the aliases at the stand-ins. */
interface Key {
  /** Ana without it. */
  readonly of?: DemoName
  readonly type: string
  readonly alias?: string
}
const KEYS: Readonly<Record<string, Key>> = {
  'TrustPRO with PIN': { type: 'firmaremota', alias: '(pin)' },
  'TrustPRO with a code': { type: 'firmaremota', alias: '(sms)' },
  'TrustPRO on the phone': { type: 'firmaremota', alias: '(app)' },
  'RedTrust with PIN': { type: 'redtrust', alias: 'ana-pin' },
  'RedTrust without PIN': { type: 'redtrust', alias: 'ana-nopin' },
  'Uanataca with PIN': { type: 'uanataca' },
  'Uanataca with code and PIN': { of: 'biel', type: 'uanataca' },
  'ValidatedID with code and PIN': { of: 'carla', type: 'validatedid' },
  'Nebula with PIN': { type: 'nebula', alias: 'ana-pin' },
  'Nebula without PIN': { type: 'nebula', alias: 'ana-nopin' },
  'Ivnosys with PIN': { type: 'ivnosys', alias: 'ana-pin' },
}

let scene: Scene
let ana: DemoSigner
beforeAll(async () => {
  scene = await openRestartingScene()
  ana = scene.people.ana
  await database().query(
    `update users set phone = '+34600100100', certificate_flags =
       '{KeyVault,FirmaRemota,Uanataca,RedTrust,ValidatedID,Nebula,Ivnosys,Swisscom}'`,
  )
})
afterAll(() => scene[Symbol.asyncDispose]())

const database = () => scene.portal.server.database!

/** A key, with whose it is and the PIN that opens it. */
interface Owned {
  readonly name: DemoName
  readonly certificate: PortalCertificate
  readonly pin: string
}

const linked = new Map<string, ReadonlyMap<string, PortalCertificate>>()

async function keyOf({ of: name = 'ana', type, alias = '' }: Key): Promise<Owned> {
  const account = `${name} ${type}`
  const keys = linked.get(account) ?? (await linkAccount(scene, name, type))
  linked.set(account, keys)
  const [found] = [...keys].filter(([title]) => title.includes(alias))
  if (!found) throw new Error(`${type} has ${[...keys.keys()].join(', ')}`)
  return { name, certificate: found[1], pin: name === 'ana' ? PROVIDER_PIN : scene.people[name].pin }
}

const personOf = ({ name }: Owned) => scene.people[name]

async function begin(key: Owned, documents: readonly SentDocument[]): Promise<Run> {
  const Items = documents.map((document) => ({ SignerGUID: signerOf(document) }))
  const body = { CertGUID: key.certificate.GUID, AccessMethod: 'USER_PASS' as const, Items }
  return untilRun(personOf(key), await personOf(key).call.beginRun({ body }), 'needs-person')
}

/** A code may be sent once a minute. */
const letCodesBeSent = () =>
  database().query("update one_time_codes set created_at = created_at - interval '2 minutes'")

async function authorise(key: Owned, { RunGUID }: Run, pin = key.pin) {
  await letCodesBeSent()
  const body = await authoriseAsPortal(scene, { ...key, pin }, RunGUID)
  return personOf(key).call.authoriseRun({ params: { runGuid: RunGUID }, body })
}

const verdictsOf = async (document: SentDocument) => (await askPdfsig(await scene.download(document))).verdicts
const VALID = ['Signature is Valid.']

describe.each(sampleOf(Object.entries(KEYS), 5))('%s', (_title, wanted) => {
  test('a run is authorised once and signed to its end', async () => {
    const key = await keyOf(wanted)
    const documents = await sendMany(scene, 3, key.name)
    const run = await begin(key, documents)
    await authorise(key, run)
    expect((await untilRun(personOf(key), run, 'done')).Counts).toMatchObject({ signed: 3 })
    for (const document of documents) expect(await verdictsOf(document)).toEqual(VALID)
  })

  test(
    'of a run whose server is killed every document is signed once, after the person was asked for what was left',
    { timeout: 120_000 },
    async () => {
      const key = await keyOf(wanted)
      const documents = await sendMany(scene, DOCUMENTS, key.name)
      const run = await begin(key, documents)
      await authorise(key, run)
      const signed = async () => (await Promise.all(documents.map((one) => signaturesOf(scene, one)))).filter(Boolean)
      await expect.poll(async () => (await signed()).length, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(1)
      await scene.portal.server.kill9()
      await scene.portal.server.restart()
      const left = await untilRun(personOf(key), run, 'needs-person', 'done')
      if (left.State === 'needs-person') await authorise(key, left)
      expect((await untilRun(personOf(key), run, 'done')).Counts).toMatchObject({ signed: DOCUMENTS })
      const counts = await Promise.all(documents.map((document) => signaturesOf(scene, document)))
      expect(counts).toEqual(documents.map(() => 1))
      expect(await verdictsOf(documents.at(-1)!)).toEqual(VALID)
    },
  )
})

test('a wrong PIN at a provider is said at once, and the run waits for the right one', async () => {
  const key = await keyOf(KEYS['TrustPRO with PIN']!)
  const documents = await sendMany(scene, 2, 'ana')
  const run = await begin(key, documents)
  expect(await refusalOf(authorise(key, run, '000000'))).toMatchObject({ code: 'WRONG_PIN' })
  expect(await untilRun(ana, run, 'needs-person')).toMatchObject({ Counts: { prepared: 2 } })
  await authorise(key, run)
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 2 })
})

test('a provider that fails with the first value changes nothing', async () => {
  const key = await keyOf(KEYS['TrustPRO with PIN']!)
  const run = await begin(key, await sendMany(scene, 2, 'ana'))
  await scene.portal.sandbox.inject({ service: 'csc', operation: 'signatures/signHash', fault: 'http500', times: 1 })
  expect((await refusalOf(authorise(key, run))).status).toBeGreaterThanOrEqual(500)
  expect(await untilRun(ana, run, 'needs-person')).toMatchObject({ Counts: { prepared: 2 } })
  await authorise(key, run)
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 2 })
})

test('a provider that fails in the middle leaves the rest to its person, and the run says why', async () => {
  const key = await keyOf(KEYS['TrustPRO with PIN']!)
  const run = await begin(key, await sendMany(scene, 12, 'ana'))
  // So many are finished side by side, and the next value is made when one of them is.
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'slow:6000', times: 8 })
  await authorise(key, run)
  await expect
    .poll(async () => (await ana.call.showRun({ params: { runGuid: run.RunGUID } })).Counts, {
      timeout: 30_000,
      interval: 20,
    })
    .toMatchObject({ finishing: 8, prepared: 4 })
  await scene.portal.sandbox.inject({ service: 'csc', operation: 'signatures/signHash', fault: 'http500', times: 1 })
  const left = await untilRun(ana, run, 'needs-person')
  expect(left.Code).toMatch(/^PROVIDER_/)
  expect(left.Counts).toMatchObject({ signed: 8, prepared: 4 })
  await authorise(key, left)
  expect(await untilRun(ana, run, 'done')).toMatchObject({ Code: null, Counts: { signed: 12 } })
})

test('a value that a provider has made is given up after a quarter of an hour, and asked for again', async () => {
  const key = await keyOf(KEYS['TrustPRO with PIN']!)
  const run = await begin(key, await sendMany(scene, 1, 'ana'))
  // It is tried again two seconds after it got no timestamp.
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http503', times: 1 })
  await authorise(key, run)
  const endValues = () =>
    database().query<{ minutes: number }>(
      `with valued as (
         select id, value_until from signing_run_items where run_id = $1 and state = 'valued' and tries > 0 for update
       )
       update signing_run_items set value_until = now() - interval '1 second' from valued
       where signing_run_items.id = valued.id
       returning ceil(extract(epoch from valued.value_until - now()) / 60)::int as minutes`,
      [run.RunGUID],
    )
  await expect.poll(endValues, { timeout: 30_000, interval: 20 }).toEqual([{ minutes: 15 }])
  const left = await untilRun(ana, run, 'needs-person')
  expect(left.Counts).toMatchObject({ prepared: 1 })
  await authorise(key, left)
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 1 })
})

test('a key of the vault with codes signs in a run what the code was sent for', async () => {
  const guid = await addSmsKey(scene, 'ana', 'runs')
  const certificates = await ana.call.certificates({ params: { legalid: ana.legalId } })
  const certificate = certificates.find(({ GUID }) => GUID === guid)!
  const key = { name: 'ana' as const, certificate, pin: ana.pin }
  const documents = await sendMany(scene, 3, 'ana')
  const run = await begin(key, documents)
  const without = ana.call.authoriseRun({ params: { runGuid: run.RunGUID }, body: { PIN: ana.pin } })
  expect(await refusalOf(without)).toMatchObject({ code: 'CODE_REQUIRED' })
  await authorise(key, run)
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 3 })
  expect((await itemsOf(ana, run)).map(({ State }) => State)).toEqual(['signed', 'signed', 'signed'])
})
