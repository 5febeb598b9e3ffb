/** What becomes of a file that was handed over: seen by its owner alone, used up by one document, gone in time. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf, type Scene, mainOf } from '@rubrica/testing'
import { OBJECT_IDS } from '../../src/adapters/database/objects/find-referenced-objects.ts'
import { REQUEST_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'
import { openUploads, type Uploaded } from '../scenes/upload-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const { call, post, upload, problem, sendUploaded, rows } = openUploads(() => scene)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

test('to everybody else there is no such file, to send, to see or to delete', async () => {
  const { id } = await upload(makePdf())
  await rows(`update uploads set client_id = 'demo-sender' where id = $1`, [id])
  for (const method of ['GET', 'DELETE']) {
    expect(await problem(await call(`files/${id}`, { method }))).toEqual([404, 'FILE_NOT_FOUND'])
  }
  expect(await problem(await sendUploaded(id))).toEqual([404, 'FILE_NOT_FOUND'])
  await rows(
    `update uploads set client_id = null, user_id = (select id from users where user_id = 'ana') where id = $1`,
    [id],
  )
  expect(await problem(await call(`files/${id}`))).toEqual([404, 'FILE_NOT_FOUND'])
})

test('what is sent is what was handed over, and a file is used up by one document even when several are sent at once', async () => {
  const pdf = makePdf({ text: 'Handed over' })
  const { id } = await upload(pdf)
  const answers = await Promise.all(Array.from({ length: 4 }, () => sendUploaded(id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404])
  const sent = (await answers.find(({ status }) => status === 201)!.json()) as { guid: string }
  const stored = await scene.download(sent)
  expect(Buffer.from(stored.subarray(0, pdf.length)).equals(pdf)).toBe(true)
  expect((await call(`files/${id}`)).status).toBe(404)
})

test('a description beside a file is checked like any other, with pointers into the body, and uses nothing up', async () => {
  const { id } = await upload(makePdf())
  const wrong = await sendUploaded(id, { signers: [{ userId: '' }, {}] })
  expect(await wrong.json()).toMatchObject({ status: 400, errors: [{ pointer: '#/signers/1' }] })
  const stranger = await sendUploaded(id, { signers: [{ userId: 'ana' }, { userId: 'nobody' }] })
  expect(await stranger.json()).toMatchObject({ status: 422, errors: [{ pointer: '#/signers/1' }] })
  expect(await problem(await sendUploaded('not-an-id'))).toEqual([400, 'VALIDATION_FAILED'])
  expect((await sendUploaded(id)).status).toBe(201)
})

test('a repeated upload is the same file, and a repeated send of it the same document, also once it is used up', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const pdf = makePdf({ text: 'Repeated' })
  const file = await upload(pdf, { 'idempotency-key': first })
  expect(await upload(pdf, { 'idempotency-key': `"${first}"` })).toEqual(file)
  expect(await problem(await post(makePdf({ text: 'Other' }), { 'idempotency-key': first }))).toEqual([
    422,
    'IDEMPOTENCY_KEY_REUSED',
  ])
  const send = async () =>
    (await (await sendUploaded(file.id, {}, { 'idempotency-key': second })).json()) as { guid: string }
  const { guid } = await send()
  expect((await send()).guid).toBe(guid)
  expect(await upload(pdf, { 'idempotency-key': first })).toEqual(file)
})

test.each(mainOf(REQUEST_FAILPOINTS, ['request-done']))(
  'a server that dies at "%s" keeps the file once',
  async (failpoint) => {
    const { server } = scene.portal
    const key = { 'idempotency-key': crypto.randomUUID() }
    const pdf = makePdf({ text: failpoint })
    const kept = () => rows('select id from uploads where digest = $1', [sha256(pdf)])
    await server.restart({ FAILPOINT: failpoint })
    await expect(post(pdf, key)).rejects.toThrow()
    await server.restart({ FAILPOINT: undefined })
    let answer = await post(pdf, key)
    while (answer.status === 409) answer = await post(pdf, key)
    expect(answer.status).toBe(201)
    expect(await kept()).toEqual([{ id: ((await answer.json()) as Uploaded).id }])
  },
)

test('the object of a file is kept as long as the file waits, and is named by nothing afterwards', async () => {
  const { id } = await upload(makePdf())
  const [stored] = await rows<{ object_id: string }>('select object_id from uploads where id = $1', [id])
  const named = async () => (await rows<{ object_id: string }>(OBJECT_IDS)).map(({ object_id }) => object_id)
  expect(await named()).toContain(stored!.object_id)
  await call(`files/${id}`, { method: 'DELETE' })
  expect(await named()).not.toContain(stored!.object_id)
})

test('a file whose time is over is gone for everybody, and what is stored shows nothing of it', async () => {
  const { id } = await upload(makePdf({ text: 'Canary words' }))
  const folder = join(scene.portal.server.dataDir, 'objects')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name)).includes('Canary words')).toBe(false)
  }
  await rows('update uploads set expires_at = now() where id = $1', [id])
  expect(await problem(await call(`files/${id}`))).toEqual([404, 'FILE_NOT_FOUND'])
  expect(await problem(await sendUploaded(id))).toEqual([404, 'FILE_NOT_FOUND'])
})
