/** What may be changed of a document after it was sent, and what comes of it. */
import { beforeAll, expect, test, vi } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { askPdfsig, makePdf, trySigning, type Scene } from '@rubrica/testing'
import { approvedBy } from '../scenes/approvals-scene.ts'
import { changingScene } from '../scenes/changing-scene.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }

const { approve, ask, change, findingsOf, mailsOf, opened, query, remind, replace, statusOf, sendInStages } =
  changingScene({
    CALLS_PER_MINUTE: '1000000',
  })
let scene: Scene
beforeAll(() => {
  scene = opened()
})

test('a change needs the version that its sender has seen: none is 428, an old one 412, and changes nothing', async () => {
  const { guid } = await sendInStages()
  const path = `documents/${guid}`
  const body = { tags: ['first'] }
  const { etag } = await ask(path)
  expect(await ask(path, { method: 'PATCH', body })).toMatchObject({ status: 428, code: 'PRECONDITION_REQUIRED' })
  const headers = { 'if-match': etag! }
  const done = await ask(path, { method: 'PATCH', body, headers })
  expect([done.status, done.body['tags'], done.etag === etag]).toEqual([200, ['first'], false])
  const late = await ask(path, { method: 'PATCH', body: { tags: ['second'] }, headers })
  expect(late).toMatchObject({ status: 412, code: 'PRECONDITION_FAILED' })
  expect((await statusOf(guid)).tags).toEqual(['first'])
})

test('of ten changes of one version at once one is made', async () => {
  const { guid } = await sendInStages()
  const { etag } = await ask(`documents/${guid}`)
  const asked = { method: 'PATCH', headers: { 'if-match': etag! } }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => ask(`documents/${guid}`, { ...asked, body: { tags: [`t${n}`] } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)])
  expect((await statusOf(guid)).version).toBe(2)
})

test.each([
  ['a deadline half an hour ahead', { deadline: new Date(Date.now() + 1_800_000).toISOString() }],
  ['nothing at all', {}],
  ['only a reason', { reason: 'because' }],
  ['a tag with a comma', { tags: ['a,b'] }],
  ['names and tags that are too long together', { fileName: 'é'.repeat(255), tags: Array(20).fill('é'.repeat(50)) }],
])('%s is refused as 400', async (_what, body) => {
  const { guid } = await sendInStages()
  expect(await change(guid, body)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
})

test('who takes a place over has its places, stage and terms; the approvers are asked again, the first person is told', async () => {
  const positions = [{ page: 1, x: 50, y: 50, width: 100, height: 40 }]
  const signer = { userId: 'ana', reason: 'I agree', positions, ...approvedBy('carla') }
  const { guid, signers } = await scene.send({ signers: [], description: { fileName: 'lease.pdf', signers: [signer] } })
  await approve({ guid } as SentDocument)
  const answer = await replace(guid, signers[0]!.guid, { userId: 'biel', reason: 'Ana is on leave' })
  expect(answer.body).toMatchObject({
    version: 2,
    signers: [
      { userId: 'ana', state: 'replaced', approvers: [{ state: 'accepted' }] },
      { userId: 'biel', state: 'waiting', approvers: [{ userId: 'carla', state: 'pending' }] },
    ],
  })
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBeGreaterThanOrEqual(404)
  const [, taken] = (answer.body as unknown as SentDocument).signers
  const { call } = scene.people.carla
  await call.acceptApproval({ params: { approverGuid: taken!.approvers[0]!.guid } })
  expect(await trySigning(scene.people.biel, taken!.guid)).toBe(204)
  expect(await statusOf(guid)).toMatchObject({ state: 'completed' })
  expect((await askPdfsig(await scene.download({ guid }))).verdicts).toEqual(['Signature is Valid.'])
  await vi.waitFor(async () => {
    const mail = (await mailsOf('ana')).find(({ subject }) => subject === 'lease.pdf no longer waits for you')
    expect(mail?.text).toContain('Ana is on leave')
  }, PATIENCE)
  const { data } = (await ask(`documents/${guid}/events`)).body as { data: { type: string; changes: unknown }[] }
  expect(data.find(({ type }) => type === 'signer-replaced')).toMatchObject({
    person: { userId: 'ana' },
    reason: 'Ana is on leave',
    changes: [{ what: 'signer', before: 'Ana Vidal Serra', after: 'Biel Roca Puig' }],
  })
  expect(await findingsOf(guid)).toEqual([])
})

test('nobody takes a place over who signs already, is unknown, or while a signature is made; a stranger’s signer is 404', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana', 'biel'] })
  const [anas] = signers
  expect(await replace(guid, anas!.guid, { userId: 'biel' })).toMatchObject({ status: 400 })
  expect(await replace(guid, anas!.guid, { userId: 'nobody' })).toMatchObject({ status: 422, code: 'SIGNER_UNKNOWN' })
  const other = await sendInStages()
  expect(await replace(guid, other.signers[0]!.guid, { userId: 'carla' })).toMatchObject({
    status: 404,
    code: 'SIGNER_NOT_FOUND',
  })
  await query(`update signers set state = 'signing' where id = $1`, [anas!.guid])
  expect(await replace(guid, anas!.guid, { userId: 'carla' })).toMatchObject({ status: 409, code: 'SIGNER_BUSY' })
  await query(`update signers set state = 'pending' where id = $1`, [anas!.guid])
})

test('a replacement under one key is made once, and repeated it answers the same', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await replace(guid, signers[0]!.guid, { userId: 'biel' }, { headers })
  const again = await replace(guid, signers[0]!.guid, { userId: 'biel' }, { headers })
  // What the mail server says of the mails that it set going may come in between.
  const { version, signers: made } = first.body as unknown as SentDocument & { version: number }
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toMatchObject({ version, signers: made.map(({ guid: one, state }) => ({ guid: one, state })) })
  const other = await replace(guid, signers[0]!.guid, { userId: 'carla' }, { headers })
  expect(other).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
})

test('an approver who is added holds the signer back; who is taken away is told, and the signer is called', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana'], description: { fileName: 'offer.pdf' } })
  const set = (approvers: object[]) =>
    change(guid, { signers: [{ guid: signers[0]!.guid, approvers }], reason: 'Sorry' })
  expect((await set([{ userId: 'biel' }])).body).toMatchObject({ signers: [{ state: 'waiting' }] })
  expect((await set([])).body).toMatchObject({
    signers: [{ state: 'pending', approvers: [{ userId: 'biel', state: 'cancelled' }] }],
  })
  expect((await set([{ userId: 'biel' }])).body).toMatchObject({
    signers: [{ state: 'waiting', approvers: [{ userId: 'biel', state: 'pending' }] }],
  })
  await vi.waitFor(async () => {
    const mails = await mailsOf('biel')
    expect(mails.find(({ subject }) => subject === 'offer.pdf no longer waits for you')?.text).toContain('Sorry')
  }, PATIENCE)
  expect(await findingsOf(guid)).toEqual([])
})

test('what a signer agrees to stays once they have opened the document', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  await scene.people.ana.call.renderedDocument({
    params: { docGuid: guid, page: '1' },
    query: { width: '800' },
  })
  const answer = await change(guid, { signers: [{ guid: signers[0]!.guid, readAll: true }] })
  expect(answer).toMatchObject({ status: 409, code: 'SIGNER_HAS_OPENED' })
})

test('later stages can change places, and none is left without anybody', async () => {
  const people = ['ana', 'biel', 'carla'].map((userId, index) => ({ userId, stage: index + 1 }))
  const { guid, signers } = await scene.send({ signers: [], description: { signers: people } })
  const [, biels, carlas] = signers.map((one) => one.guid)
  const stages = (...wanted: [string, number][]) =>
    change(guid, { signers: wanted.map(([of, stage]) => ({ guid: of, stage })) })
  const swapped = await stages([biels!, 3], [carlas!, 2])
  expect((swapped.body as unknown as SentDocument).signers.map(({ stage }) => stage)).toEqual([1, 3, 2])
  expect(await stages([carlas!, 3])).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  expect((await statusOf(guid)).signers.map(({ state }) => state)).toEqual(['signed', 'waiting', 'pending'])
})

test('whose turn it is is reminded by mail, at most once in four hours, and the sender is told from when on again', async () => {
  const { guid } = await scene.send({
    signers: [],
    description: { fileName: 'reminded.pdf', signers: [{ userId: 'ana' }, { userId: 'biel', ...approvedBy('carla') }] },
  })
  const first = await remind(guid)
  const names = (first.body as { reminded: { name: string; isApprover: boolean }[] }).reminded
  expect(names).toMatchObject([{ isApprover: false }, { isApprover: true }])
  const again = await remind(guid)
  expect(again).toMatchObject({ status: 409, code: 'REMINDED_RECENTLY' })
  const { RemindableAt } = again.body['Details'] as { RemindableAt: string }
  expect(new Date(RemindableAt).getTime()).toBeGreaterThan(Date.now() + 3 * 3_600_000)
  await query(`update signers set reminded_at = reminded_at - interval '5 hours' where document_id = $1`, [guid])
  expect((await remind(guid)).body).toMatchObject({
    reminded: [{ isApprover: false }],
    tooSoon: [{ isApprover: true }],
  })
  await vi.waitFor(async () => {
    for (const [who, words, times] of [
      ['ana', 'signature', 2],
      ['carla', 'approval', 1],
    ] as const) {
      const subject = `Reminder: reminded.pdf is waiting for your ${words}`
      expect((await mailsOf(who)).filter((mail) => mail.subject === subject)).toHaveLength(times)
    }
  }, PATIENCE)
  expect((await statusOf(guid)).version).toBe(1)
  expect(await findingsOf(guid)).toEqual([])
})

test('a file that is added reaches those whom it is for, and is used up', async () => {
  const { guid, signers } = await scene.send({ signers: ['ana', 'biel'] })
  const upload = await fetch(`${scene.portal.url}/api/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.senderToken}`,
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="annex.pdf"',
    },
    body: new Blob([new Uint8Array(makePdf())]),
  })
  const { id: file } = (await upload.json()) as { id: string }
  const attachments = [{ file, signers: [signers[0]!.guid] }]
  expect(await change(guid, { attachments })).toMatchObject({ status: 200 })
  expect(await change(guid, { attachments })).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' })
  const { ana, biel } = scene.people
  const ofAna = await ana.call.attachments({ params: { signerGuid: signers[0]!.guid } })
  expect(JSON.stringify(ofAna)).toContain('annex.pdf')
  const ofBiel = await biel.call.attachments({ params: { signerGuid: signers[1]!.guid } }).catch(() => 'none')
  expect(JSON.stringify(ofBiel)).not.toContain('annex.pdf')
})

test('the files of a document can be sent again, as they came or as they are signed; the document stays as it is', async () => {
  const attachments = [{ fileName: 'annex.txt', bytes: Buffer.from('an annex') }]
  const { guid, signers } = await scene.send({ signers: ['ana'], attachments: attachments })
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  const before = await statusOf(guid)
  const copy = (file: string) => ask(`documents/${guid}/uploads`, { method: 'POST', body: { file } })
  const [original, signed] = [await copy('original'), await copy('signed')]
  expect([original.status, signed.status]).toEqual([201, 201])
  const findingsOfFile = async ({ body }: typeof original) =>
    (await ask(`files/${body['file'] as string}`)).body['findings'] as unknown[]
  expect([await findingsOfFile(original), (await findingsOfFile(signed)).length]).toEqual([[], 1])
  expect(original.body['attachments']).toHaveLength(1)
  const sent = await ask('dispatches', {
    method: 'POST',
    body: {
      documents: [
        {
          file: original.body['file'],
          attachments: (original.body['attachments'] as string[]).map((file) => ({ file })),
        },
      ],
      signers: [{ userId: 'biel' }],
    },
  })
  expect(sent.status).toBe(201)
  expect(await statusOf(guid)).toEqual(before)
})
