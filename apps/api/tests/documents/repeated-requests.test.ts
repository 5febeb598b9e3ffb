/** A POST of a program that is repeated under its Idempotency-Key is done once, whatever happens in between. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf, postDocument, type Scene, mainOf } from '@rubrica/testing'
import { REQUEST_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'
import { startBeside } from '../scenes/start-beside.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const pdf = makePdf({ text: 'Once' })
const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const countDocuments = async () => (await rows<{ n: number }>('select count(*)::int as n from documents'))[0]!.n

interface Told {
  readonly status: number
  readonly body: { readonly guid?: string; readonly Code?: string; readonly token?: string }
  readonly headers: Headers
}

async function told(asking: Promise<Response>): Promise<Told> {
  const answer = await asking
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? {} : (JSON.parse(text) as Told['body']) }
}

const send = (key: string, { fileName = 'paper.pdf', url = scene.portal.url } = {}) =>
  told(
    postDocument(url, scene.senderToken, {
      document: pdf,
      description: { fileName, signers: [{ userId: 'ana' }] },
      headers: { 'idempotency-key': key },
    }),
  )

const post = (path: string, { key, body, token }: { key: string; body: object; token?: string }) =>
  told(
    fetch(`${scene.portal.url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token ?? scene.senderToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    }),
  )

const newKey = () => crypto.randomUUID()

test('a key is the same with and without quotes', async () => {
  const [key, before] = [newKey(), await countDocuments()]
  const first = await send(key)
  expect(first.status).toBe(201)
  expect((await send(`"${key}"`)).body.guid).toBe(first.body.guid)
  expect(await countDocuments()).toBe(before + 1)
})

test('a refused request leaves its key free for the corrected one', async () => {
  const key = newKey()
  expect(await send(key, { fileName: '' })).toMatchObject({ status: 400, body: { Code: 'VALIDATION_FAILED' } })
  const stranger = { document: pdf, description: { fileName: 'a.pdf', signers: [{ userId: 'nobody' }] } }
  const headers = { 'idempotency-key': key }
  const refused = await told(postDocument(scene.portal.url, scene.senderToken, { ...stranger, headers }))
  expect(refused.body.Code).toBe('SIGNER_UNKNOWN')
  expect((await send(key)).status).toBe(201)
})

test('a withdrawal that is repeated is answered as the first one, and another reason under its key is 422', async () => {
  const document = await scene.send({ signers: ['ana'] })
  const key = newKey()
  const cancel = (reason: string, under = key) =>
    post(`documents/${document.guid}/cancelled`, { key: under, body: { reason } })
  expect((await cancel('Wrong file')).status).toBe(204)
  expect((await cancel('Wrong file')).status).toBe(204)
  expect(await cancel('Wrong person')).toMatchObject({ status: 422, body: { Code: 'IDEMPOTENCY_KEY_REUSED' } })
  expect(await cancel('Wrong file', newKey())).toMatchObject({
    status: 409,
    body: { Code: 'DOCUMENT_NO_LONGER_AVAILABLE' },
  })
})

test('a key that one call was made with is no key for another one', async () => {
  const [document, key] = [await scene.send({ signers: ['ana'] }), newKey()]
  expect((await send(key)).status).toBe(201)
  const cancelled = await post(`documents/${document.guid}/cancelled`, { key, body: {} })
  expect(cancelled).toMatchObject({ status: 422, body: { Code: 'IDEMPOTENCY_KEY_REUSED' } })
})

test('a token for a person is made anew each time, and none is kept', async () => {
  const key = newKey()
  const ask = (userId: string) => post('user-tokens', { key, body: { userId }, token: scene.logInToken })
  const [first, second] = [await ask('ana'), await ask('ana')]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.token).not.toBe(first.body.token)
  expect((await ask('biel')).body.Code).toBe('IDEMPOTENCY_KEY_REUSED')
  const [kept] = await rows<{ text: string }>('select r::text as text from keyed_requests r where key = $1', [key])
  for (const { body } of [first, second]) expect(kept!.text).not.toContain(body.token)
})

test('while the first one is still at it, a repetition is 409 and says when to come back', async () => {
  const key = newKey()
  await send(key)
  await rows(
    `update keyed_requests set turn = gen_random_uuid(), lease_owner = 'another', lease_until = now() + interval '1 hour'
     where key = $1`,
    [key],
  )
  const { status, body, headers } = await send(key)
  expect([status, body.Code, headers.get('retry-after')]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE', '5'])
  expect((await send(key, { fileName: 'other.pdf' })).body.Code).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('an act that was taken over while it was slow leaves nothing behind', async () => {
  const [key, before] = [newKey(), await countDocuments()]
  // Whoever takes a request over gives it another turn.
  await rows(`create function another_turn() returns trigger language plpgsql as $$ begin
      if new.key = '${key}' then new.turn := gen_random_uuid(); end if; return new; end $$`)
  await rows(`create trigger taken_over before insert on keyed_requests for each row execute function another_turn()`)
  expect(await send(key)).toMatchObject({ status: 409, body: { Code: 'IDEMPOTENCY_KEY_IN_USE' } })
  await rows('drop trigger taken_over on keyed_requests')
  expect(await countDocuments()).toBe(before)
  await rows(`update keyed_requests set lease_until = now() - interval '1 second' where key = $1`, [key])
  expect((await send(key)).status).toBe(201)
})

test('answers are kept for thirty days, and those that made a document for ever', async () => {
  const document = await scene.send({ signers: ['ana'] })
  const [sent, cancelled] = [newKey(), newKey()]
  await send(sent)
  await post(`documents/${document.guid}/cancelled`, { key: cancelled, body: {} })
  const kept = await rows<{ days: number | null }>(
    `select round(extract(epoch from expires_at - created_at) / 86400)::int as days from keyed_requests
     where key = any($1) order by days nulls first`,
    [[sent, cancelled]],
  )
  expect(kept.map(({ days }) => days)).toEqual([null, 30])
  await rows(`update keyed_requests set expires_at = now() where key = $1`, [cancelled])
  expect((await post(`documents/${document.guid}/cancelled`, { key: cancelled, body: {} })).status).toBe(409)
})

test('keys of one program are nothing to another', async () => {
  const key = newKey()
  const { body } = await send(key)
  await rows(`update keyed_requests set client_id = 'demo-sender' where key = $1`, [key])
  expect((await send(key)).body.guid).not.toBe(body.guid)
})

/** The caller repeats it until the lease of the dead server has run out. */
async function repeat<T extends Told>(asking: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await asking()
    if (answer.status !== 409 || answer.body.Code !== 'IDEMPOTENCY_KEY_IN_USE') return answer
    await pause(50)
  }
}

test('what a killed server was at is done by the second call, to another server, once', async () => {
  const [key, before] = [newKey(), await countDocuments()]
  await using killed = await startBeside(scene, { failpoint: 'request-taken' })
  await expect(send(key, { url: killed.url })).rejects.toThrow()
  expect((await send(key)).status).toBe(201)
  expect(await countDocuments()).toBe(before + 1)
})

test.each(mainOf(REQUEST_FAILPOINTS, ['request-done']))(
  'a server that dies at "%s" sends the document once',
  async (failpoint) => {
    const { server } = scene.portal
    const [key, before] = [newKey(), await countDocuments()]
    await server.restart({ FAILPOINT: failpoint })
    await expect(send(key)).rejects.toThrow()
    expect((await server.program.ended).signal).toBe('SIGKILL')
    expect(await countDocuments()).toBe(before + (failpoint === 'request-done' ? 1 : 0))
    await server.restart({ FAILPOINT: undefined })
    const answer = await repeat(() => send(key))
    expect(answer.status).toBe(201)
    expect((await send(key)).body.guid).toBe(answer.body.guid)
    expect(await countDocuments()).toBe(before + 1)
  },
)
