/** Drafts: kept for their owner alone, safe from two tabs, with files that live as long as they do, gone when sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf, type DemoName, type Scene, mainOf } from '@rubrica/testing'
import { REQUEST_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
  await rows(`update user_subscriptions set roles = '{sender,manager}'`)
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const DAY = 24 * 3_600_000

interface Draft {
  readonly id: string
  readonly version: number
  readonly content: object
  readonly files: readonly { readonly id: string; readonly expiresAt: string }[]
  readonly updatedAt: string
  readonly expiresAt: string
}

const ask = (path: string, who: DemoName, init: RequestInit = {}) =>
  fetch(`${scene.portal.url}/api/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${scene.people[who].token}`, ...(init.headers as object) },
  })
const write = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  ask(path, 'biel', {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const upload = async (text = 'draft', who: DemoName = 'biel') => {
  const body = new Blob([new Uint8Array(makePdf({ text }))])
  const answer = await ask('files', who, { method: 'POST', headers: { 'content-type': 'application/pdf' }, body })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}
const person = { userId: 'ana', name: 'Ana Canary', mailDomain: 'example.com', canSign: true }
const contentOf = (files: readonly (string | null)[], message = 'Please sign') => ({
  files: files.map((file, index) => ({ key: `k${index}`, name: `Paper ${index}.pdf`, size: 9, file })),
  signers: [{ ...person, stage: 1, reason: '', readAll: false, approvers: [] }],
  ...{ message, deadline: '2099-01-31', tags: 'a, b', isVisible: true },
  places: {
    boxes: [{ key: 'b', file: 'k0', signer: 'ana', page: 1, x: 1, y: 2, width: 180, height: 60 }],
    words: [{ key: 'w', file: 'k0', signer: 'ana', words: 'The tenant' }],
  },
})
const keep = async (files: readonly (string | null)[], message?: string) => {
  const answer = await write('POST', 'drafts', { content: contentOf(files, message) })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Draft
}
const read = async (id: string) => (await (await ask(`drafts/${id}`, 'biel')).json()) as Draft
const code = async (answer: Response) => [answer.status, ((await answer.json()) as { Code: string }).Code]
const endOf = async (file: string) =>
  (await rows<{ expires_at: Date }>('select expires_at from uploads where id = $1', [file]))[0]?.expires_at.getTime()
const send = (files: readonly string[], draft: string, headers: Record<string, string> = {}) =>
  write(
    'POST',
    'dispatches',
    { documents: files.map((file) => ({ file, fileName: 'Sent.pdf' })), signers: [{ userId: 'ana' }], draft },
    headers,
  )
const headersOf = (version: number) => ({ 'if-match': `"v${version}"` })

test('a draft is answered as it was kept, stands in the list with title and people, and is sealed at rest', async () => {
  const file = await upload()
  const draft = await keep([file, null], 'Canary message')
  expect(draft).toMatchObject({ version: 1, content: contentOf([file, null], 'Canary message'), files: [{ id: file }] })
  const again = await ask(`drafts/${draft.id}`, 'biel')
  expect(again.headers.get('etag')).toBe('"v1"')
  expect(await again.json()).toEqual(draft)
  const { data } = (await (await ask('drafts', 'biel')).json()) as { data: { id: string }[] }
  expect(data.find(({ id }) => id === draft.id)).toEqual({
    ...{ id: draft.id, version: 1, title: 'Paper 0.pdf', files: 2, people: ['Ana Canary'] },
    ...{ updatedAt: draft.updatedAt, expiresAt: draft.expiresAt },
  })
  const [row] = await rows<{ text: string }>(
    `select encode(sealed_content, 'escape') || encode(sealed_summary, 'escape') as text from drafts where id = $1`,
    [draft.id],
  )
  expect(row!.text).not.toMatch(/Canary|Paper|ana/i)
})

test('for everybody else, also who sees all that is sent, there is no such draft', async () => {
  const { id } = await keep([])
  const body = JSON.stringify({ content: contentOf([]) })
  const typed = { 'content-type': 'application/json', ...headersOf(1) }
  for (const who of ['ana', 'carla'] as const) {
    expect(await code(await ask(`drafts/${id}`, who))).toEqual([404, 'DRAFT_NOT_FOUND'])
    const put = await ask(`drafts/${id}`, who, { method: 'PUT', headers: typed, body })
    expect(await code(put)).toEqual([404, 'DRAFT_NOT_FOUND'])
    const deleted = await ask(`drafts/${id}`, who, { method: 'DELETE', headers: headersOf(1) })
    expect(await code(deleted)).toEqual([404, 'DRAFT_NOT_FOUND'])
    const { data } = (await (await ask('drafts', who)).json()) as { data: { id: string }[] }
    expect(data.map((draft) => draft.id)).not.toContain(id)
  }
  const program = await fetch(`${scene.portal.url}/api/v1/drafts/${id}`, {
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(program.status).toBe(404)
  expect(await read(id)).toMatchObject({ version: 1 })
})

test('a change names the version it is made of: 428 without, 412 for an old one, and of two at once one wins', async () => {
  const { id } = await keep([])
  const change = (message: string, headers: Record<string, string>) =>
    write('PUT', `drafts/${id}`, { content: contentOf([], message) }, headers)
  expect(await code(await change('x', {}))).toEqual([428, 'PRECONDITION_REQUIRED'])
  expect(await code(await ask(`drafts/${id}`, 'biel', { method: 'DELETE' }))).toEqual([428, 'PRECONDITION_REQUIRED'])
  const answers = await Promise.all(['one', 'two', 'three'].map((message) => change(message, headersOf(1))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
  const won = (await answers.find(({ status }) => status === 200)!.json()) as Draft
  expect(won.version).toBe(2)
  expect(await read(id)).toEqual(won)
  expect(await code(await change('late', headersOf(1)))).toEqual([412, 'PRECONDITION_FAILED'])
  const late = await ask(`drafts/${id}`, 'biel', { method: 'DELETE', headers: headersOf(1) })
  expect(await code(late)).toEqual([412, 'PRECONDITION_FAILED'])
  expect((await ask(`drafts/${id}`, 'biel', { method: 'DELETE', headers: headersOf(2) })).status).toBe(204)
  expect(await code(await change('gone', headersOf(2)))).toEqual([404, 'DRAFT_NOT_FOUND'])
})

test('files live as long as the last draft that has them, and a day longer once none has', async () => {
  const file = await upload()
  const first = await keep([file])
  const second = await keep([file])
  expect(await endOf(file)).toBe(Date.parse(second.expiresAt))
  expect(Date.parse(second.expiresAt) - Date.parse(second.updatedAt)).toBe(30 * DAY)
  await ask(`drafts/${second.id}`, 'biel', { method: 'DELETE', headers: headersOf(1) })
  expect(await endOf(file)).toBe(Date.parse(first.expiresAt))
  const answer = await write('PUT', `drafts/${first.id}`, { content: contentOf([]) }, headersOf(1))
  const changed = (await answer.json()) as Draft
  expect(await endOf(file)).toBe(Date.parse(changed.updatedAt) + DAY)
  expect(changed.files).toEqual([])
})

test('nobody makes a file of somebody else live longer, or learns that it is there', async () => {
  const file = await upload('hers', 'ana')
  const before = await endOf(file)
  expect((await keep([file])).files).toEqual([])
  expect(await endOf(file)).toBe(before)
})

test('a draft whose time is over is nothing any more', async () => {
  const { id } = await keep([])
  await rows('update drafts set expires_at = now() where id = $1', [id])
  expect((await ask(`drafts/${id}`, 'biel')).status).toBe(404)
  expect((await write('PUT', `drafts/${id}`, { content: contentOf([]) }, headersOf(1))).status).toBe(404)
})

test('sending uses up the draft with its files, and a second tab with the same draft sends nothing', async () => {
  const [file, other] = [await upload('one'), await upload('two')]
  const { id } = await keep([file])
  const answers = await Promise.all([send([file], id), send([other], id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
  expect((await ask(`drafts/${id}`, 'biel')).status).toBe(404)
  expect(await code(await send([await upload('three')], crypto.randomUUID()))).toEqual([404, 'DRAFT_NOT_FOUND'])
})

test('a refused sending leaves the draft as it was', async () => {
  const file = await upload()
  const { id } = await keep([file])
  expect((await send([crypto.randomUUID()], id)).status).toBe(404)
  expect(await read(id)).toMatchObject({ version: 1, files: [{ id: file }] })
})

test.each(mainOf(REQUEST_FAILPOINTS, ['request-done']))(
  'a server that dies at "%s" of sending leaves draft or dispatch',
  async (failpoint) => {
    const { server } = scene.portal
    const file = await upload(failpoint)
    const { id } = await keep([file])
    const key = { 'idempotency-key': crypto.randomUUID() }
    const standing = async () => {
      const drafts = await rows('select 1 from drafts where id = $1', [id])
      const uploads = await rows('select 1 from uploads where id = $1', [file])
      const [keyed] = await rows<{ answer: object | null }>('select answer from keyed_requests where key = $1', [
        key['idempotency-key'],
      ])
      return { drafts: drafts.length, uploads: uploads.length, isSent: keyed?.answer != null }
    }
    await server.restart({ FAILPOINT: failpoint })
    await expect(send([file], id, key)).rejects.toThrow()
    await server.restart({ FAILPOINT: undefined })
    const { drafts, uploads, isSent } = await standing()
    expect([drafts, uploads]).toEqual(isSent ? [0, 0] : [1, 1])
    let answer = await send([file], id, key)
    while (answer.status === 409) answer = await send([file], id, key)
    expect(answer.status).toBe(201)
    expect(await standing()).toEqual({ drafts: 0, uploads: 0, isSent: true })
  },
)

test('a repeated request keeps one draft', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const post = async () => (await write('POST', 'drafts', { content: contentOf([], 'Once') }, key)).json()
  expect(await post()).toEqual(await post())
})

test.each([
  ['51 files', { files: contentOf(Array.from({ length: 51 }, () => null)).files }],
  ['a deadline that is no day', { deadline: 'soon' }],
  ['a message of 2,001 letters', { message: 'x'.repeat(2001) }],
  ['a file that is no id', { files: [{ key: 'k', name: 'n', size: 1, file: '../etc' }] }],
])('%s is refused', async (_what, wrong) => {
  const answer = await write('POST', 'drafts', { content: { ...contentOf([]), ...wrong } })
  expect(await code(answer)).toEqual([400, 'VALIDATION_FAILED'])
})

test('more than a megabyte is 413', async () => {
  const content = { ...contentOf([]), message: 'x'.repeat(1024 * 1024) }
  expect((await write('POST', 'drafts', { content })).status).toBe(413)
})

test('of one person fifty drafts are kept, counted one after another', async () => {
  await rows('delete from drafts')
  const answers = await Promise.all(
    Array.from({ length: 53 }, () => write('POST', 'drafts', { content: contentOf([]) })),
  )
  const codes = answers.map(({ status }) => status)
  expect(codes.filter((status) => status === 201)).toHaveLength(50)
  expect(await code(answers.find(({ status }) => status !== 201)!)).toEqual([422, 'TOO_MANY_DRAFTS'])
})

test('of one person three thousand files wait; the next is refused', async () => {
  const file = await upload()
  await rows(
    `insert into uploads select gen_random_uuid(), subscription_id, client_id, user_id, name, length, digest, pages,
       findings, object_id, wrapped_data_key, created_at, expires_at from uploads, generate_series(1, 3000) where id = $1`,
    [file],
  )
  const body = new Blob([new Uint8Array(makePdf())])
  const answer = await ask('files', 'biel', { method: 'POST', headers: { 'content-type': 'application/pdf' }, body })
  expect(await code(answer)).toEqual([422, 'TOO_MANY_FILES'])
})
