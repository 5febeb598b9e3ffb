import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makePdf, openScene, runCli, type DemoName, type Scene } from '@rubrica/testing'

let scene: Scene
const query = (text: string, values: unknown[] = []) => scene.portal.server.database!.query<never>(text, values)
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await query(`update user_subscriptions set roles = '{}'`)
})
afterAll(() => scene[Symbol.asyncDispose]())

const giveRoles = (name: DemoName, roles: string[]) =>
  query('update user_subscriptions set roles = $2 where user_id = $1', [scene.people[name].userId, roles])

const ask = async (path: string, token: string) => {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, body: (await answer.json()) as { data: Item[]; next: string | null; Code?: string } }
}

interface Item {
  readonly guid: string
  readonly fileName: string
  readonly state: string
  readonly signed: number
  readonly signers: number
  readonly awaited: readonly { readonly name: string; readonly isApprover: boolean }[]
  readonly lastEvent: { readonly type: string }
}

/** Hands a document over to a person, as if they had sent it. */
const giveTo = async (guid: string, name: DemoName) => {
  await query('update documents set client_id = null, user_id = $2 where id = $1', [guid, scene.people[name].userId])
}

test('a person without a role may send nothing and sees nothing that was sent', async () => {
  const { status, body } = await ask('', scene.people.carla.token)
  expect([status, body.Code]).toEqual([403, 'NOT_A_SENDER'])
})

test('a person without a role is refused by every call of senders, before its body is read', async () => {
  const authorization = `Bearer ${scene.people.carla.token}`
  const calls = ['POST ', 'GET ', `GET /${crypto.randomUUID()}`, `POST /${crypto.randomUUID()}/cancelled`]
  for (const call of calls) {
    const [method, path] = call.split(' ')
    const answer = await fetch(`${scene.portal.url}/api/v1/documents${path}`, { method, headers: { authorization } })
    expect([answer.status, ((await answer.json()) as { Code: string }).Code], call).toEqual([403, 'NOT_A_SENDER'])
  }
})

test('a program sees what it sent and how far it is, the newest first, page by page', async () => {
  const first = await scene.send({ description: { fileName: 'List one.pdf' }, signers: ['ana'] })
  const second = await scene.send({ description: { fileName: 'List two.pdf' }, signers: ['ana', 'biel'] })
  const page = await ask('?limit=1&fileName=list', scene.senderToken)
  expect(page.body.data).toMatchObject([
    { guid: second.guid, signed: 0, signers: 2, state: 'open', lastEvent: { type: 'document-sent' } },
  ])
  expect(page.body.data[0]!.awaited).toHaveLength(2)
  const next = await ask(`?limit=1&fileName=list&cursor=${page.body.next}`, scene.senderToken)
  expect(next.body.data.map(({ guid }) => guid)).toEqual([first.guid])
  expect(next.body.next).toBeNull()
})

test('what was sent is narrowed by state, name without accents, person, tag, day and silence', async () => {
  const sent = await scene.send({ description: { fileName: 'Àrea de prova.pdf' }, signers: ['biel'] })
  await query(`update documents set tag = 'x,prova y' where id = $1`, [sent.guid])
  const found = async (search: string) => (await ask(`?${search}`, scene.senderToken)).body.data.map(({ guid }) => guid)
  const today = new Date().toISOString().slice(0, 10)
  for (const search of [
    'fileName=area+de',
    'tag=prova+y',
    `person=biel&fileName=area`,
    `from=${today}&to=${today}&tag=x`,
    'state=open&tag=x',
  ])
    expect(await found(search), search).toEqual([sent.guid])
  for (const search of [
    'tag=prova',
    'state=completed&tag=x',
    'person=ana&tag=x',
    'tag=x&to=2020-01-01',
    'tag=x&silentDays=1',
  ])
    expect(await found(search), search).toEqual([])
  await query(`update documents set last_event_at = now() - interval '3 days' where id = $1`, [sent.guid])
  expect(await found('silentDays=2&tag=x')).toEqual([sent.guid])
})

test('where the same file was sent is found by its digest, among what the caller sees', async () => {
  const file = makePdf({ text: 'The very same file' })
  const sha256 = createHash('sha256').update(file).digest('hex')
  const first = await scene.send({ pdf: file, signers: ['ana'] })
  await scene.send({ pdf: makePdf({ text: 'Another file' }), signers: ['ana'] })
  const second = await scene.send({ pdf: file, signers: ['biel'] })
  const found = async (search: string, token = scene.senderToken) =>
    (await ask(`?${search}`, token)).body.data.map(({ guid }) => guid)
  expect(await found(`sha256=${sha256}`)).toEqual([second.guid, first.guid])
  expect(await found(`sha256=${sha256.toUpperCase()}&limit=1`)).toEqual([second.guid])
  expect(await found(`sha256=${sha256}&to=2020-01-01`)).toEqual([])
  await giveRoles('carla', ['sender'])
  expect(await found(`sha256=${sha256}`, scene.people.carla.token)).toEqual([])
  expect((await ask('?sha256=abc', scene.senderToken)).status).toBe(400)
})

test('a sender sees their own, a manager everything of the subscription, another sender nothing of it', async () => {
  const sent = await scene.send({ description: { fileName: 'Own.pdf' }, signers: ['carla'] })
  await giveTo(sent.guid, 'biel')
  await giveRoles('ana', ['manager'])
  await giveRoles('biel', ['sender'])
  await giveRoles('carla', ['sender'])
  const seenBy = async (name: DemoName) => {
    const { body } = await ask('?fileName=own', scene.people[name].token)
    const { status } = await ask(`/${sent.guid}`, scene.people[name].token)
    const events = await ask(`/${sent.guid}/events`, scene.people[name].token)
    return [body.data.length, status, events.status]
  }
  expect(await seenBy('biel')).toEqual([1, 200, 200])
  expect(await seenBy('ana')).toEqual([1, 200, 200])
  expect(await seenBy('carla')).toEqual([0, 404, 404])
  expect((await ask(`/${sent.guid}`, scene.senderToken)).status).toBe(404)
})

test('a team sees what its members share, and manages it only where that is granted', async () => {
  const sent = await scene.send({ description: { fileName: 'Shared.pdf' }, signers: ['ana'] })
  await giveTo(sent.guid, 'biel')
  await giveRoles('carla', ['sender'])
  const team = crypto.randomUUID()
  await query(
    `insert into teams (id, subscription_id, name, created_at) select $1, subscription_id, 'Legal', now() from documents where id = $2`,
    [team, sent.guid],
  )
  await query('insert into team_members (team_id, user_id, may_manage) values ($1, $2, false)', [
    team,
    scene.people.carla.userId,
  ])
  await query('update documents set team_id = $2 where id = $1', [sent.guid, team])
  const token = scene.people.carla.token
  const cancel = () =>
    fetch(`${scene.portal.url}/api/v1/documents/${sent.guid}/cancelled`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await ask('?fileName=shared', token)).body.data).toHaveLength(1)
  expect((await ask(`/${sent.guid}`, token)).body).toMatchObject({ mayManage: false })
  expect((await cancel()).status).toBe(404)
  await query('update team_members set may_manage = true where team_id = $1', [team])
  expect((await ask(`/${sent.guid}`, token)).body).toMatchObject({ mayManage: true })
  expect((await cancel()).status).toBe(204)
})

test('a sender shares with a team of theirs when sending and afterwards, and with no other', async () => {
  await giveRoles('biel', ['sender'])
  const member = scene.people.carla.token
  await giveRoles('carla', ['sender'])
  const operator = { DATABASE_URL: scene.portal.server.database!.url, DATA_DIR: scene.portal.server.dataDir }
  const rubrica = (...words: string[]) => runCli(['team', ...words], operator)
  for (const words of [
    ['add', 'Leases'],
    ['join', 'Leases', 'carla'],
    ['join', 'Leases', 'biel', '--manage'],
    ['add', 'Others'],
  ])
    expect((await rubrica(...words)).code, words.join(' ')).toBe(0)
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${scene.portal.url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${scene.people.biel.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'PATCH' && { 'if-match': '*' }),
      },
      body: body && JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, never> }
  }
  const { body: own } = await call('GET', 'teams')
  expect(own).toEqual({ data: [{ guid: expect.any(String) as string, name: 'Leases' }] })
  const team = (own['data'] as unknown as { guid: string }[])[0]!.guid
  const sent = await scene.send({ description: { fileName: 'Lease.pdf' }, signers: ['ana'] })
  await giveTo(sent.guid, 'biel')
  const isSeen = async () => (await ask('?fileName=lease', member)).body.data.length === 1
  expect(await isSeen()).toBe(false)
  expect((await call('PATCH', `documents/${sent.guid}`, { team })).body).toMatchObject({
    team: { guid: team, name: 'Leases' },
  })
  expect(await isSeen()).toBe(true)
  const { body: log } = await call('GET', `documents/${sent.guid}/events`)
  expect((log['data'] as unknown as { changes: object[] }[]).at(-1)!.changes).toEqual([
    { what: 'team', person: null, before: null, after: 'Leases' },
  ])
  const others = await query('select id from teams where name = $1', ['Others'])
  const foreign = (others as { id: string }[])[0]!.id
  for (const unknown of [foreign, crypto.randomUUID()]) {
    const { status, body } = await call('PATCH', `documents/${sent.guid}`, { team: unknown })
    expect([status, body['Code']]).toEqual([422, 'TEAM_UNKNOWN'])
  }
  expect((await call('PATCH', `documents/${sent.guid}`, { team: null })).status).toBe(200)
  expect(await isSeen()).toBe(false)
  const { body: file } = await call('POST', 'documents/' + sent.guid + '/uploads', { file: 'original' })
  const dispatch = {
    documents: [{ file: (file as { file?: string }).file, fileName: 'Lease two.pdf' }],
    signers: [{ userId: 'ana' }],
  }
  expect((await call('POST', 'dispatches', { ...dispatch, team: foreign })).body).toMatchObject({
    Code: 'TEAM_UNKNOWN',
    errors: [{ pointer: '#/team', code: 'TEAM_UNKNOWN' }],
  })
  expect((await call('POST', 'dispatches', { ...dispatch, team })).status).toBe(201)
  expect((await ask('?fileName=lease+two', member)).body.data).toHaveLength(1)
  await rubrica('leave', 'Leases', 'carla')
  expect((await ask('?fileName=lease+two', member)).body.data).toEqual([])
})

test('the timeline names who did what, with the reason of a rejection', async () => {
  const sent = await scene.send({ description: { fileName: 'Timeline.pdf' }, signers: ['ana'] })
  const { call } = scene.people.ana
  await call.rejectDocument({
    params: { signerGuid: sent.signers[0]!.guid },
    body: { AccessMethod: 'USER_PASS', RejectionReason: 'Not this one' },
  })
  const { body } = await ask(`/${sent.guid}/events`, scene.senderToken)
  const rejected = (body.data as unknown as { type: string; person: object; reason: string }[]).at(-1)!
  expect(rejected).toMatchObject({ type: 'document-rejected', reason: 'Not this one', person: { userId: 'ana' } })
  expect((await ask(`/${crypto.randomUUID()}/events`, scene.senderToken)).status).toBe(404)
})

test('who sends from several subscriptions says from which', async () => {
  const other = crypto.randomUUID()
  await giveRoles('ana', ['sender'])
  await query(
    `insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color, secondary_text_color, created_at)
     select $1, 'Other', primary_color, primary_text_color, secondary_color, secondary_text_color, now() from subscriptions limit 1`,
    [other],
  )
  await query(`insert into user_subscriptions (user_id, subscription_id, roles) values ($1, $2, '{sender}')`, [
    scene.people.ana.userId,
    other,
  ])
  const token = scene.people.ana.token
  expect((await ask('', token)).body.Code).toBe('SUBSCRIPTION_NEEDED')
  expect((await ask(`?subscription=${other}`, token)).body).toEqual({ data: [], next: null })
  expect((await ask(`?subscription=${crypto.randomUUID()}`, token)).body.Code).toBe('NOT_A_SENDER')
  expect((await ask(`?subscription=x`, token)).status).toBe(403)
  const { List } = await scene.people.ana.call.memberships({})
  expect(List).toMatchObject([{ Roles: ['sender'] }, { Guid: other, Name: 'Other', Roles: ['sender'] }])
})
