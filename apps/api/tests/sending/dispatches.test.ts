/** One press of Send: several uploaded files to the same people, all of them or none. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await rows(`update user_subscriptions set roles = '{}'`)
  await giveRoles('biel', ['sender'])
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const giveRoles = (name: DemoName, roles: string[]) =>
  rows('update user_subscriptions set roles = $2 where user_id = $1', [scene.people[name].userId, roles])
const count = async (table: string) => (await rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n

const ask = (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${scene.portal.url}/api/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...(init.headers as object) },
  })
const upload = async (token: string, pdf: Uint8Array, name = 'a.pdf') => {
  const headers = { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` }
  const answer = await ask('files', token, { method: 'POST', headers, body: new Blob([new Uint8Array(pdf)]) })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
const send = (token: string, body: object, headers: Record<string, string> = {}) =>
  ask('dispatches', token, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
interface Dispatch {
  readonly guid: string
  readonly documents: readonly { readonly guid: string; readonly fileName: string }[]
}
interface Refusal {
  readonly Code: string
  readonly Details?: { readonly Document?: number }
}

test('three files to three people in two stages are three documents of one dispatch, in the sender’s own name', async () => {
  const token = scene.people.biel.token
  const files = await Promise.all(
    ['x.pdf', 'y.pdf', 'z.pdf'].map((name) => upload(token, makePdf({ text: name }), name)),
  )
  const annex = await upload(token, makePdf({ text: 'annex' }), 'annex.pdf')
  const answer = await send(token, {
    message: 'Before Friday, please',
    documents: files.map((file, index) => ({
      file,
      ...(index === 1 && { fileName: 'Renamed.pdf' }),
      attachments: [{ file: annex }],
    })),
    signers: [
      { userId: 'ana', stage: 1, positions: [{ document: 2, page: 1, x: 50, y: 50, width: 100, height: 40 }] },
      { userId: 'biel', stage: 1 },
      { userId: 'carla', stage: 2, approvers: [{ userId: 'ana' }] },
    ],
  })
  expect(answer.status).toBe(201)
  const dispatch = (await answer.json()) as Dispatch
  expect(dispatch.documents.map(({ fileName }) => fileName)).toEqual(['x.pdf', 'Renamed.pdf', 'z.pdf'])
  for (const { guid } of dispatch.documents) {
    const document = await (await ask(`documents/${guid}`, token)).json()
    expect(document).toMatchObject({
      dispatch: dispatch.guid,
      senderName: 'Biel Roca Puig',
      message: 'Before Friday, please',
      mayManage: true,
      signers: [
        { userId: 'ana', stage: 1, state: 'pending' },
        { userId: 'biel', stage: 1, state: 'pending' },
        { userId: 'carla', stage: 2, state: 'waiting', approvers: [{ userId: 'ana', state: 'pending' }] },
      ],
    })
  }
  const places = await rows<{ file_name: string }>(
    `select documents.file_name from signature_fields join documents on documents.id = document_id
     where documents.dispatch_id = $1 and x is not null`,
    [dispatch.guid],
  )
  expect(places).toEqual([{ file_name: 'z.pdf' }])
  expect(await count('uploads')).toBe(0)
  expect((await ask(`documents/${dispatch.documents[0]!.guid}`, scene.senderToken)).status).toBe(404)
})

test('where one of them is refused none is sent, it is said which, and the files are still there', async () => {
  const token = scene.people.biel.token
  const files = [await upload(token, makePdf()), await upload(token, makePdf())]
  const before = await count('documents')
  const positions = [{ document: 1, page: 9, x: 0, y: 0, width: 100, height: 40 }]
  const body = { documents: files.map((file) => ({ file })), signers: [{ userId: 'ana', positions }] }
  const answer = await send(token, body)
  const { Code, Details } = (await answer.json()) as Refusal
  expect([answer.status, Code, Details?.Document]).toEqual([422, 'POSITION_INVALID', 1])
  expect(await count('documents')).toBe(before)
  expect((await send(token, { ...body, signers: [{ userId: 'ana' }] })).status).toBe(201)
})

test('a file of somebody else, or one that was sent before, is not there', async () => {
  const token = scene.people.biel.token
  const signers = [{ userId: 'ana' }]
  const theirs = await upload(scene.senderToken, makePdf())
  const mine = await upload(token, makePdf())
  expect((await send(token, { documents: [{ file: mine }], signers })).status).toBe(201)
  for (const file of [theirs, mine, crypto.randomUUID()]) {
    const answer = await send(token, { documents: [{ file }], signers })
    expect([answer.status, ((await answer.json()) as Refusal).Code]).toEqual([404, 'FILE_NOT_FOUND'])
  }
})

test('the same key with the same request is the same dispatch, even at once', async () => {
  const token = scene.people.biel.token
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { documents: [{ file: await upload(token, makePdf()) }], signers: [{ userId: 'ana' }] }
  const before = await count('dispatches')
  const answers = await Promise.all([1, 2, 3].map(() => send(token, body, headers)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const sent = (await Promise.all(answers.map((answer) => answer.json()))) as Dispatch[]
  expect(new Set(sent.map(({ guid }) => guid)).size).toBe(1)
  expect(await count('dispatches')).toBe(before + 1)
  const other = await send(token, { ...body, message: 'Other' }, headers)
  expect([other.status, ((await other.json()) as Refusal).Code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test.each([
  ['51 documents', { documents: Array.from({ length: 51 }, () => ({ file: crypto.randomUUID() })) }],
  ['no document', { documents: [] }],
  [
    'a position on a document that is not there',
    { signers: [{ userId: 'ana', positions: [{ document: 1, page: 1, x: 0, y: 0, width: 50, height: 20 }] }] },
  ],
  [
    'stages with a gap',
    {
      signers: [
        { userId: 'ana', stage: 1 },
        { userId: 'carla', stage: 3 },
      ],
    },
  ],
  ['nobody who signs', { signers: [] }],
  ['a deadline in the past', { deadline: '2020-01-01T00:00:00Z' }],
])('%s is refused with 400', async (_what, change) => {
  const token = scene.people.biel.token
  const documents = [{ file: await upload(token, makePdf()) }]
  const answer = await send(token, { documents, signers: [{ userId: 'ana' }], ...change })
  expect([answer.status, ((await answer.json()) as Refusal).Code]).toEqual([400, 'VALIDATION_FAILED'])
})

test('people are suggested by a part of their name without accents, those of the subscription alone', async () => {
  const token = scene.people.biel.token
  const suggested = async (text: string) => {
    const answer = await ask(`people?text=${encodeURIComponent(text)}`, token)
    return ((await answer.json()) as { data: { userId: string; canSign: boolean }[] }).data
  }
  await rows(`update users set name = 'Àngela Òrrius' where user_id = 'carla'`)
  expect(await suggested('angela orr')).toMatchObject([{ userId: 'carla', canSign: true }])
  expect(await suggested('ÀNGELA')).toHaveLength(1)
  expect(await suggested('%%')).toEqual([])
  expect((await ask('people?text=a', token)).status).toBe(400)
  await rows('update certificates set deleted_at = now() where user_id = $1', [scene.people.carla.userId])
  await rows(`update users set certificate_flags = '{KeyVault}' where user_id = 'carla'`)
  expect(await suggested('angela')).toMatchObject([{ canSign: false }])
  await rows('delete from user_subscriptions where user_id = $1', [scene.people.carla.userId])
  expect(await suggested('angela')).toEqual([])
})
