/** Values that the application on a person's PC has made, handed over to the server, which signs with them by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { askPdfsig, IN_FULL_RUN, localCalls, makeLocalKey, type LocalKey, type Scene } from '@rubrica/testing'
import { refusalOf, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'
import { countValues, itemsOf, moveRun, sendMany, signerOf, untilRun } from '../scenes/signing-run-scene.ts'

let scene: Scene
let key: LocalKey
beforeAll(async () => {
  scene = await openRestartingScene()
  key = await makeLocalKey(scene, 'ana')
})
afterAll(() => scene[Symbol.asyncDispose]())

const database = () => scene.portal.server.database!

/** What the application makes of these documents: a value for each, as the call takes it. */
const makeValues = (documents: readonly SentDocument[]) =>
  Promise.all(
    documents.map(async (document) => {
      const local = localCalls(scene.people.ana, signerOf(document))
      await local.announce(key)
      return { SignerGUID: signerOf(document), Signature: await local.value(key) }
    }),
  )

type Values = Awaited<ReturnType<typeof makeValues>>

const handOver = (Items: Values, more: { key?: string; IpAddress?: string; Location?: string } = {}) => {
  const { key = crypto.randomUUID(), ...whereabouts } = more
  return scene.people.ana.call.beginLocalRun({
    headers: { 'idempotency-key': key },
    body: { Items, HashAlgorithm: 'SHA512', From: 'WEB', AccessMethod: 'USER_PASS', ...whereabouts },
  })
}

/** Has the timestamp authority fail or take its time, until the sandbox is reset. */
const disturbTimestamps = (fault: string) => scene.portal.sandbox.inject({ service: 'tsa', fault, times: 1000 })
const calm = () => scene.portal.sandbox.control('reset', {})

const anasRun = (run: Parameters<typeof untilRun>[1], ...states: Parameters<typeof untilRun>[2][]) =>
  untilRun(scene.people.ana, run, ...states)

test('what the PC has made the server signs with by itself, and says where its person was', async () => {
  const documents = await sendMany(scene, 3, 'ana')
  const begun = await handOver(await makeValues(documents), { IpAddress: '2001:db8::7', Location: 'Vic, Osona' })
  expect(begun).toMatchObject({ CertGUID: null, CertType: 'local' })
  expect((await anasRun(begun, 'done')).Counts).toMatchObject({ signed: 3 })
  for (const document of documents) {
    const { verdicts, wholeFile } = await askPdfsig(await scene.download(document))
    expect({ verdicts, wholeFile }).toEqual({ verdicts: ['Signature is Valid.'], wholeFile: true })
  }
  const [row] = await database().query<{ canonical: string }>(
    "select canonical from audit_events where document_id = $1 and type = 'document-signed'",
    [documents[0]!.guid],
  )
  const { personal } = JSON.parse(row!.canonical) as { personal: Record<string, string> }
  expect(Object.keys(personal)).toEqual(expect.arrayContaining(['from', 'ipAddress', 'location']))
  expect(await countValues(scene)).toBe(0)
})

test(
  'of a run whose server is killed every document is signed once, and the PC is not asked again',
  { timeout: 120_000 },
  async () => {
    const count = IN_FULL_RUN ? 20 : 9
    const documents = await sendMany(scene, count, 'ana')
    const values = await makeValues(documents)
    // A few documents at a time: whoever looks slowly still finds it in the middle.
    await disturbTimestamps('slow:4000')
    const run = await handOver(values)
    const signed = async () => {
      const counts = await Promise.all(documents.map((document) => signaturesOf(scene, document)))
      return counts.filter(Boolean).length
    }
    await expect.poll(signed, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(1)
    await scene.portal.server.kill9()
    expect(await countValues(scene), 'it dies in the middle').toBeGreaterThan(0)
    await calm()
    await scene.portal.server.restart()
    expect((await anasRun(run, 'done', 'stopped')).Counts).toMatchObject({ signed: count })
    expect(await Promise.all(documents.map((document) => signaturesOf(scene, document)))).toEqual(
      documents.map(() => 1),
    )
  },
)

test('what is no value of its document fails alone, with its reason', async () => {
  const documents = await sendMany(scene, 5, 'ana')
  const [right, wrong, late, gone, moved] = documents as [SentDocument, ...SentDocument[]]
  const values = await makeValues([right, wrong!, late!, gone!])
  values[1]!.Signature = values[0]!.Signature
  await database().query("update errands set expires_at = now() - interval '1 second' where signer_id = $1", [
    signerOf(late!),
  ])
  await sign(scene.people.ana, gone!, { PIN: scene.people.ana.pin })
  const unannounced = { SignerGUID: signerOf(moved!), Signature: values[0]!.Signature }
  const run = await handOver([...values, unannounced])
  await anasRun(run, 'done')
  expect((await itemsOf(scene.people.ana, run)).map(({ State, Code }) => [State, Code])).toEqual([
    ['signed', null],
    ['failed', 'LOCAL_SIGNATURE_INVALID'],
    ['failed', 'LOCAL_SIGNATURE_EXPIRED'],
    ['failed', 'DOCUMENT_NO_LONGER_AVAILABLE'],
    ['failed', 'LOCAL_SIGNATURE_EXPIRED'],
  ])
  expect(await Promise.all(documents.map((document) => signaturesOf(scene, document)))).toEqual([1, 0, 0, 1, 0])
})

test('a document that somebody else has signed between value and finish is not signed with the old one', async () => {
  const { ana, biel } = scene.people
  const both = await scene.send({ signers: ['ana', 'biel'] })
  const values = await makeValues([both])
  await disturbTimestamps('http500')
  const run = await handOver(values)
  await moveRun(ana, run, 'paused')
  // What was begun before has ended.
  await expect.poll(async () => (await itemsOf(ana, run))[0]?.State, { timeout: 30_000 }).toBe('valued')
  await calm()
  await biel.call.sign({
    params: { type: 'keyvault', signerGuid: both.signers[1]!.guid },
    body: { CertGUID: biel.certificateId, PIN: biel.pin, AccessMethod: 'USER_PASS' },
  })
  await moveRun(ana, run, 'going-on')
  await anasRun(run, 'done')
  expect(await itemsOf(ana, run)).toMatchObject([{ State: 'failed', Code: 'DOCUMENT_MOVED_ON' }])
  expect(await signaturesOf(scene, both)).toBe(1)
  expect(await countValues(scene)).toBe(0)
})

test('a timestamp authority that is away is waited for, and a stopped run has no values any more', async () => {
  const [waiting, stopped] = (await sendMany(scene, 2, 'ana')) as [SentDocument, SentDocument]
  await disturbTimestamps('http500')
  const run = await handOver(await makeValues([waiting]))
  const other = await handOver(await makeValues([stopped]))
  await expect
    .poll(async () => (await scene.people.ana.call.showRun({ params: { runGuid: run.RunGUID } })).Code, {
      timeout: 30_000,
    })
    .toBe('TIMESTAMP_UNAVAILABLE')
  await moveRun(scene.people.ana, other, 'paused')
  // What is being signed at this moment ends by itself.
  await expect.poll(async () => (await itemsOf(scene.people.ana, other))[0]?.State, { timeout: 30_000 }).toBe('valued')
  await moveRun(scene.people.ana, other, 'stopped')
  await calm()
  expect((await anasRun(run, 'done')).Counts).toMatchObject({ signed: 1 })
  expect((await anasRun(other, 'stopped')).Counts).toMatchObject({ signed: 0 })
  expect(await countValues(scene)).toBe(0)
  expect(await signaturesOf(scene, stopped)).toBe(0)
})

test('the same key gives the same run, also once it is over', async () => {
  const values = await makeValues(await sendMany(scene, 2, 'ana'))
  const [one, other] = await Promise.all([
    handOver(values, { key: 'the same key' }),
    handOver(values, { key: 'the same key' }),
  ])
  expect(other.RunGUID).toBe(one.RunGUID)
  await anasRun(one, 'done')
  expect((await handOver(values, { key: 'the same key' })).RunGUID).toBe(one.RunGUID)
})

test('nobody hands over values for documents of others, nor too many, nor what is none', async () => {
  const { biel } = scene.people
  const values = await makeValues(await sendMany(scene, 1, 'ana'))
  const begin = (Items: Values) =>
    biel.call.beginLocalRun({ body: { Items, HashAlgorithm: 'SHA512', AccessMethod: 'USER_PASS' } })
  const run = await begin(values)
  await untilRun(biel, run, 'done')
  expect(await itemsOf(biel, run)).toMatchObject([{ State: 'failed', Code: 'DOCUMENT_NOT_FOUND', FileName: null }])
  expect(await refusalOf(begin(Array.from({ length: 201 }, () => values[0]!)))).toMatchObject({ status: 400 })
  expect(await refusalOf(begin([{ ...values[0]!, Signature: '§' }]))).toMatchObject({ status: 400 })
})
