import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, openScene, type Scene } from '@rubrica/testing'
import { refusalOf, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import {
  authorise,
  beginRun,
  countValues,
  eventsOf,
  itemsOf,
  moveRun,
  prepareRun,
  sendMany,
  showRun,
  signerOf,
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

test('what a person authorises once the server signs to its end, with nobody there', async () => {
  const { ana } = scene.people
  const documents = await sendMany(scene, 12, 'ana')
  const prepared = await prepareRun(ana, documents)
  expect(prepared.Counts).toMatchObject({ prepared: 12, signed: 0 })
  expect((await authorise(ana, prepared)).State).toMatch(/^(finishing|done)$/)
  const done = await untilRun(ana, prepared, 'done')
  expect(done.Counts).toMatchObject({ signed: 12, failed: 0 })
  for (const document of documents) expect(await signaturesOf(scene, document)).toBe(1)
  expect((await askPdfsig(await scene.download(documents[11]!))).verdicts).toEqual(['Signature is Valid.'])
  expect((await itemsOf(ana, done)).map((one) => [one.Position, one.SignerGUID, one.DocGUID])).toEqual(
    documents.map((document, index) => [index + 1, signerOf(document), document.guid]),
  )
  expect(await countValues(scene)).toBe(0)
  expect((await ana.call.listRuns({}))[0]).toMatchObject({ RunGUID: done.RunGUID, State: 'done' })
})

test('the receipt of a run says what came of each document, for spreadsheets', async () => {
  const { ana } = scene.people
  const document = await scene.send({ signers: ['ana'], description: { fileName: '=cmd, "one".pdf' } })
  const [gone] = await sendMany(scene, 1, 'ana')
  await sign(ana, gone!, { PIN: ana.pin })
  const run = await prepareRun(ana, [document, gone!])
  await authorise(ana, run)
  await untilRun(ana, run, 'done')
  const csv = await ana.call.runReceipt({ params: { runGuid: run.RunGUID } })
  const [head, first, second, ...rest] = Buffer.from(await csv.arrayBuffer())
    .toString()
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('\uFEFFNumber,Document,State,Reason,Time,Revision,SHA-256,Certificate')
  const [, digest, serial] = /^1,"'=cmd, ""one"".pdf",signed,,20\d\d-[^,]+Z,2,([0-9a-f]{64}),([^,]+)$/.exec(first!)!
  expect(digest).toBe(
    createHash('sha256')
      .update(await scene.download(document))
      .digest('hex'),
  )
  expect(serial).toMatch(/^[0-9A-F]+$/i)
  expect(second).toMatch(/^2,[^,]+,failed,DOCUMENT_NO_LONGER_AVAILABLE,20\d\d-[^,]+Z,,,$/)
  expect(rest).toEqual([])
  const pdf = Buffer.from(await (await ana.call.runPdfReceipt({ params: { runGuid: run.RunGUID } })).arrayBuffer())
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(
    /\s+/g,
    ' ',
  )
  for (const told of ['Ana Vidal Serra', '=cmd, "one".pdf', serial!, 'no longer available'])
    expect(text).toContain(told)
  expect(text.replaceAll(' ', '')).toContain(digest)
  for (const call of [scene.people.biel.call.runReceipt, scene.people.biel.call.runPdfReceipt]) {
    expect(await refusalOf(call({ params: { runGuid: run.RunGUID } }))).toMatchObject({ code: 'RUN_NOT_FOUND' })
  }
})

test('the receipt of a run that was stopped says so in words', async () => {
  const { ana } = scene.people
  const run = await prepareRun(ana, await sendMany(scene, 2, 'ana'))
  await moveRun(ana, run, 'stopped')
  const pdf = Buffer.from(await (await ana.call.runPdfReceipt({ params: { runGuid: run.RunGUID } })).arrayBuffer())
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
  expect(text.match(/Not signed: stopped before it was its turn/g)).toHaveLength(2)
  expect(text).not.toContain('RUN_STOPPED')
})

test('the same key begins one run, and the run of another person is unknown', async () => {
  const { ana, biel } = scene.people
  const documents = await sendMany(scene, 1, 'ana')
  const key = crypto.randomUUID()
  const [one, other] = await Promise.all([beginRun(ana, documents, key), beginRun(ana, documents, key)])
  expect(other.RunGUID).toBe(one.RunGUID)
  const strangers = [showRun(biel, one), itemsOf(biel, one), authorise(biel, one), moveRun(biel, one, 'stopped')]
  for (const refusal of await Promise.all(strangers.map(refusalOf)))
    expect(refusal).toMatchObject({ status: 404, code: 'RUN_NOT_FOUND' })
  await moveRun(ana, one, 'stopped')
})

test('what cannot be signed is named, and does not hold up the rest', async () => {
  const { ana, biel } = scene.people
  const [good, gone] = await sendMany(scene, 2, 'ana')
  const [foreign] = await sendMany(scene, 1, 'biel')
  const unread = await scene.send({ signers: ['ana'], signer: { readAll: true } })
  const disclaimer = { title: 'Terms', text: 'I have read them' }
  const withTerms = await scene.send({ signers: ['ana'], signer: { disclaimer } })
  await sign(ana, gone!, { PIN: ana.pin })
  const run = await prepareRun(ana, [gone!, good!, foreign!, unread, withTerms])
  expect((await itemsOf(ana, run)).map(({ State, Code }) => [State, Code])).toEqual([
    ['failed', 'DOCUMENT_NO_LONGER_AVAILABLE'],
    ['prepared', null],
    ['failed', 'DOCUMENT_NOT_FOUND'],
    ['failed', 'READ_ALL_PENDING'],
    ['failed', 'DISCLAIMER_NOT_ACCEPTED'],
  ])
  await authorise(ana, run)
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 1, failed: 4 })
  expect(await signaturesOf(scene, foreign!)).toBe(0)
  await sign(biel, foreign!, { PIN: biel.pin })
})

test('a document is in one run at a time once that is authorised', async () => {
  const { ana } = scene.people
  const [shared, other] = await sendMany(scene, 2, 'ana')
  const first = await prepareRun(ana, [shared!])
  await moveRun(ana, first, 'paused')
  await authorise(ana, first)
  const second = await prepareRun(ana, [shared!, other!])
  expect((await itemsOf(ana, second)).map(({ Code }) => Code)).toEqual(['DOCUMENT_IN_RUN', null])
  await moveRun(ana, first, 'stopped')
  const third = await prepareRun(ana, [shared!, other!])
  expect(third.Counts).toMatchObject({ prepared: 2 })
  await moveRun(ana, third, 'stopped')
})

test('who begins anew takes over the documents of a run that nobody has authorised', async () => {
  const { ana } = scene.people
  const documents = await sendMany(scene, 2, 'ana')
  const left = await prepareRun(ana, documents)
  const anew = await prepareRun(ana, documents)
  expect(anew.Counts).toMatchObject({ prepared: 2 })
  expect(await showRun(ana, left)).toMatchObject({ State: 'stopped', Code: 'RUN_STOPPED' })
  await authorise(ana, anew)
  expect((await untilRun(ana, anew, 'done')).Counts).toMatchObject({ signed: 2 })
})

test('a wrong PIN is counted and makes no value, and the run waits for the right one', async () => {
  const { carla } = scene.people
  const documents = await sendMany(scene, 2, 'carla')
  const run = await prepareRun(carla, documents)
  expect(await refusalOf(authorise(carla, run, 'wrong'))).toMatchObject({
    code: 'WRONG_PIN',
    details: { TriesLeft: 4 },
  })
  expect(await refusalOf(authorise(carla, run, ''))).toMatchObject({ code: 'PIN_REQUIRED' })
  expect(await countValues(scene)).toBe(0)
  await authorise(carla, run)
  await untilRun(carla, run, 'done')
  expect(await refusalOf(authorise(carla, run))).toMatchObject({ status: 409, code: 'RUN_NOT_WAITING' })
})

test('two tabs that authorise a run at once sign each document once', async () => {
  const { biel } = scene.people
  const documents = await sendMany(scene, 4, 'biel')
  const run = await prepareRun(biel, documents)
  const answers = await Promise.all([refusalOf(authorise(biel, run)), refusalOf(authorise(biel, run))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await untilRun(biel, run, 'done')).Counts).toMatchObject({ signed: 4 })
  for (const document of documents) expect(await signaturesOf(scene, document)).toBe(1)
})

test('a paused run begins nothing, and goes on when its person says so', async () => {
  const { biel } = scene.people
  const documents = await sendMany(scene, 3, 'biel')
  const run = await prepareRun(biel, documents)
  await moveRun(biel, run, 'paused')
  expect(await authorise(biel, run)).toMatchObject({ State: 'finishing', Paused: true, Counts: { valued: 3 } })
  // Somebody else's run is worked on in the meantime.
  const { ana } = scene.people
  const other = await prepareRun(ana, await sendMany(scene, 1, 'ana'))
  await authorise(ana, other)
  await untilRun(ana, other, 'done')
  expect(await showRun(biel, run)).toMatchObject({ Counts: { valued: 3, signed: 0 } })
  await moveRun(biel, run, 'going-on')
  expect((await untilRun(biel, run, 'done')).Counts).toMatchObject({ signed: 3 })
})

test('a document that gets no timestamp keeps its value, is tried again, and the run says why meanwhile', async () => {
  const { biel } = scene.people
  const run = await prepareRun(biel, await sendMany(scene, 1, 'biel'))
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http503', times: 2 })
  await authorise(biel, run)
  await expect
    .poll(async () => (await showRun(biel, run)).Code, { timeout: 20_000, interval: 20 })
    .toBe('TIMESTAMP_UNAVAILABLE')
  expect(await showRun(biel, run)).toMatchObject({ State: 'finishing', Counts: { valued: 1 } })
  expect(await untilRun(biel, run, 'done')).toMatchObject({ Code: null, Counts: { signed: 1 } })
})

test('a document that got another signature in between is prepared anew and asked for again', async () => {
  const { ana, biel } = scene.people
  const both = await scene.send({ signers: ['ana', 'biel'] })
  const [alone] = await sendMany(scene, 1, 'ana')
  const run = await prepareRun(ana, [both, alone!])
  await moveRun(ana, run, 'paused')
  await authorise(ana, run)
  await biel.call.sign({
    params: { type: 'keyvault', signerGuid: both.signers[1]!.guid },
    body: { CertGUID: biel.certificateId, PIN: biel.pin, AccessMethod: 'USER_PASS' },
  })
  await moveRun(ana, run, 'going-on')
  const again = await untilRun(ana, run, 'needs-person')
  expect(again.Counts).toMatchObject({ prepared: 1, signed: 1 })
  expect(await eventsOf(scene, both)).toContain('signature-value-destroyed')
  await authorise(ana, run)
  expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 2 })
  expect((await askPdfsig(await scene.download(both))).verdicts).toEqual(['Signature is Valid.', 'Signature is Valid.'])
})

test('a run of nothing, of too many, or with a key that asks for codes is refused', async () => {
  const { ana } = scene.people
  const begin = (count: number, certificate = ana.certificateId) =>
    refusalOf(
      ana.call.beginRun({
        body: {
          CertGUID: certificate,
          AccessMethod: 'USER_PASS',
          Items: Array.from({ length: count }, () => ({ SignerGUID: crypto.randomUUID() })),
        },
      }),
    )
  expect(await begin(0)).toMatchObject({ status: 400 })
  expect(await begin(1001)).toMatchObject({ status: 400 })
  expect(await begin(1, scene.people.biel.certificateId)).toMatchObject({ code: 'CERTIFICATE_NOT_FOUND' })
  expect(await begin(1000)).toMatchObject({ status: 200 })
})
