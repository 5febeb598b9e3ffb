/** Contacts: whom a sender asks often. Nobody else sees them, and what is removed is gone. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { senderToken } from '@rubrica/testing'
import { clientSecretHash } from '../../src/adapters/database/sessions/client-store.ts'
import { dayFromNow, openStandingIn } from '../scenes/standing-in-scene.ts'
import { codeOf, openTemplateScene } from '../scenes/template-scene.ts'

let open: Awaited<ReturnType<typeof openTemplateScene>>
beforeAll(async () => {
  open = await openTemplateScene()
})
afterAll(() => open.scene[Symbol.asyncDispose]())
beforeEach(async () => {
  await open.rows('update subscriptions set allows_guests = true')
  await open.rows('delete from contacts')
})

interface Contact {
  readonly guid: string
  readonly userId: string | null
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly canBeAsked: boolean
}
type Who = Parameters<typeof open.write>[0]

const AINA = { name: 'Aina Pons', email: 'Aina.Pons@example.com', phone: '+34600000001', language: 'ca' }
const add = (who: Who, body: object, headers: Record<string, string> = {}) =>
  open.write(who, 'POST contacts', body, headers)
const added = async (who: Who, body: object) => {
  const answer = await add(who, body)
  expect(answer.status).toBe(201)
  return (await answer.json()) as Contact
}
const list = async (who: Who, query = '') =>
  (await (await open.ask(who, `contacts${query}`)).json()) as { data: Contact[]; next: string | null }
const namesOf = async (who: Who, query = '') => (await list(who, query)).data.map(({ name }) => name)

test('somebody of the subscription and somebody without an account are kept, listed by name, found and paged', async () => {
  const known = await added('biel', { userId: 'ANA' })
  expect(known).toMatchObject({ userId: 'ana', email: null, phone: null, canBeAsked: true })
  const aina = await added('biel', { guest: AINA })
  expect(aina).toMatchObject({ ...AINA, userId: null, mailDomain: 'example.com', canSign: true, canBeAsked: true })
  const first = await list('biel', '?limit=1')
  expect(first.data).toHaveLength(1)
  const second = await list('biel', `?limit=1&cursor=${encodeURIComponent(first.next!)}`)
  expect(second.next).toBeNull()
  expect([...first.data, ...second.data].map(({ guid }) => guid)).toEqual([aina.guid, known.guid])
  expect(await namesOf('biel', '?text=PONS')).toEqual(['Aina Pons'])
  expect(await namesOf('biel', '?text=aina.pons@')).toEqual(['Aina Pons'])
  expect(await namesOf('biel', '?text=%25')).toEqual([])
})

test('a contact is its owner’s alone: of somebody else, of a program and of another subscription nobody sees it', async () => {
  const { guid } = await added('biel', { guest: AINA })
  for (const who of ['ana', 'carla'] as const) {
    expect(await namesOf(who)).toEqual([])
    expect(await codeOf(await open.write(who, `PATCH contacts/${guid}`, { name: 'X' }))).toEqual([
      404,
      'CONTACT_NOT_FOUND',
    ])
    const deleted = await open.ask(who, `contacts/${guid}`, { method: 'DELETE' })
    expect(await codeOf(deleted)).toEqual([404, 'CONTACT_NOT_FOUND'])
  }
  expect(await codeOf(await add('carla', { userId: 'ana' }))).toEqual([422, 'SIGNER_UNKNOWN'])
  await added('ana', { guest: AINA })
  expect(await namesOf('biel')).toEqual(['Aina Pons'])
})

test('one address is one contact in whatever letters, also of two requests at once, and the answer says which', async () => {
  const answers = await Promise.all([add('biel', { guest: AINA }), add('biel', { guest: AINA })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const [{ guid } = { guid: '' }] = (await list('biel')).data
  const again = await add('biel', { guest: { ...AINA, name: 'Other', email: AINA.email.toUpperCase() } })
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ Code: 'CONTACT_EXISTS', Details: { Contact: guid } })
  const bea = await added('biel', { guest: { ...AINA, name: 'Bea', email: 'bea@example.com' } })
  const taken = await open.write('biel', `PATCH contacts/${bea.guid}`, { email: AINA.email.toLowerCase() })
  expect(await codeOf(taken)).toEqual([409, 'CONTACT_EXISTS'])
  await added('biel', { userId: 'ana' })
  expect(await codeOf(await add('biel', { userId: 'Ana' }))).toEqual([409, 'CONTACT_EXISTS'])
})

test('an address that somebody of the subscription has is that person, who says themselves who they are', async () => {
  const [{ email } = { email: '' }] = await open.rows<{ email: string }>(
    `select email from users where user_id = 'ana'`,
  )
  const known = await added('biel', { guest: { ...AINA, email: email.toUpperCase() } })
  expect(known).toMatchObject({ userId: 'ana', email: null, phone: null })
  const changed = await open.write('biel', `PATCH contacts/${known.guid}`, { name: 'Aina' })
  expect(await codeOf(changed)).toEqual([404, 'CONTACT_NOT_FOUND'])
})

test('where nobody without an account may be asked none is kept, and those of before are shown as such', async () => {
  await added('biel', { guest: AINA })
  await open.rows('update subscriptions set allows_guests = false')
  const refused = await add('biel', { guest: { ...AINA, email: 'bea@example.com' } })
  expect(await codeOf(refused)).toEqual([403, 'GUESTS_NOT_ALLOWED'])
  expect((await list('biel')).data).toMatchObject([{ name: 'Aina Pons', canBeAsked: false }])
  expect((await suggest('biel', '?text=aina')).people).toEqual([])
})

test('who is no longer active stays and is shown as such, cannot be added and is not suggested', async () => {
  await added('biel', { userId: 'ana' })
  await open.rows(`update users set active = false where user_id = 'ana'`)
  try {
    expect((await list('biel')).data).toMatchObject([{ userId: 'ana', canBeAsked: false }])
    expect((await suggest('biel')).people).toEqual([])
    await open.rows('delete from contacts')
    expect(await codeOf(await add('biel', { userId: 'ana' }))).toEqual([422, 'SIGNER_UNKNOWN'])
  } finally {
    await open.rows(`update users set active = true where user_id = 'ana'`)
  }
})

test('what is kept of somebody without an account is changed in part, and a contact that is removed is gone', async () => {
  const { guid } = await added('biel', { guest: AINA })
  const changed = await open.write('biel', `PATCH contacts/${guid}`, { name: 'Aina P.', phone: null })
  expect(await changed.json()).toMatchObject({ name: 'Aina P.', email: AINA.email, phone: null, language: 'ca' })
  expect((await open.ask('biel', `contacts/${guid}`, { method: 'DELETE' })).status).toBe(204)
  expect((await open.ask('biel', `contacts/${guid}`, { method: 'DELETE' })).status).toBe(404)
  const tables = await open.rows<{ text: string }>(
    `select coalesce(string_agg(t::text, ' '), '') as text from (select contacts::text from contacts
      union all select keyed_requests::text from keyed_requests) as t`,
  )
  expect(tables[0]!.text).not.toMatch(/aina/i)
})

test('a repeated request keeps one contact, and another request under its key is refused', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const answers = [await add('biel', { guest: AINA }, key), await add('biel', { guest: AINA }, key)]
  const [one, other] = (await Promise.all(answers.map((answer) => answer.json()))) as Contact[]
  expect(other).toEqual(one)
  expect(await codeOf(await add('biel', { userId: 'ana' }, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  expect(await namesOf('biel')).toEqual(['Aina Pons'])
})

test('a program with the scope keeps contacts of its own, and without it may not', async () => {
  expect(await codeOf(await add('program', { guest: AINA }))).toEqual([403, 'SCOPE_TOO_NARROW'])
  const client = { id: 'book', secret: crypto.randomUUID() }
  await open.rows(
    `insert into clients (id, subscription_id, name, secret_hash, redirect_uris, return_urls, scopes, created_at)
      select $1, subscription_id, $1, $2, '{}', '{}', '{contacts}', now() from clients where id = 'scene'`,
    [client.id, clientSecretHash(client.secret)],
  )
  const token = await senderToken(open.scene.portal.url, client, 'contacts')
  const asked = (init: RequestInit = {}) =>
    fetch(`${open.scene.portal.url}/api/v1/contacts`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  expect((await asked({ method: 'POST', body: JSON.stringify({ guest: AINA }) })).status).toBe(201)
  expect(((await (await asked()).json()) as { data: Contact[] }).data).toMatchObject([{ name: 'Aina Pons' }])
  expect(await namesOf('biel')).toEqual([])
})

test('no more than 500 are kept', async () => {
  await open.rows(
    `insert into contacts (id, subscription_id, user_id, name, email, created_at)
      select gen_random_uuid(), subscription_id, user_id, 'N' || n, n || '@example.com', now()
      from user_subscriptions, generate_series(1, 500) as n where user_id = $1`,
    [open.idOf('biel')],
  )
  const refused = await add('biel', { guest: AINA })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ Code: 'TOO_MANY_CONTACTS', Details: { Limit: 500 } })
})

interface Suggested {
  readonly people: {
    name: string
    userId: string | null
    contact: string | null
    isRecent: boolean
    away: { until: string; deputy: string } | null
  }[]
  readonly groups: { name: string; people: number }[]
}
const suggest = async (who: Who, query = '') => (await (await open.ask(who, `recipients${query}`)).json()) as Suggested

const send = async (who: 'biel', signers: object[]) => {
  const body = { file: await open.upload(who), fileName: 'Lease.pdf', signers }
  expect((await open.write(who, 'POST documents', body)).status).toBe(201)
}

test('who is away is suggested with until when, and who acts for them; a standing delegation is no absence', async () => {
  const { standIn, endAll } = openStandingIn(() => open.scene)
  const awayOf = async () => {
    const { people } = await suggest('biel', '?text=ana')
    return people.find(({ userId }) => userId === 'ana')?.away
  }
  await standIn('ana', 'biel')
  expect(await awayOf()).toBeNull()
  await standIn('ana', 'biel', { kind: 'substitution', tags: ['leases'] })
  expect(await awayOf(), 'who acts for some tags alone').toBeNull()
  await standIn('ana', 'biel', { kind: 'substitution', until: dayFromNow(3) })
  expect(await awayOf()).toEqual({ until: dayFromNow(3), deputy: 'Biel Roca Puig' })
  await endAll()
  expect(await awayOf()).toBeNull()
})

test('before anything is typed contacts come first, then who was asked last; while typing contacts come before others', async () => {
  await send('biel', [{ userId: 'ana' }])
  await send('biel', [{ guest: { name: 'Zoe', email: 'zoe@example.com' } }, { userId: 'biel' }])
  await send('biel', [{ guest: { name: 'Zoe Now', email: 'ZOE@example.com' } }])
  const kept = await added('biel', { guest: { ...AINA, name: 'Vianà Pons' } })
  const before = await suggest('biel')
  expect(before.people.map(({ contact, isRecent }) => [contact, isRecent])).toEqual([
    [kept.guid, false],
    [null, true],
    [null, true],
    [null, true],
  ])
  // One of them by the address, as they were called last.
  expect(before.people.map(({ name }) => name).slice(0, 2)).toEqual(['Vianà Pons', 'Zoe Now'])
  expect(before.people.at(-1)).toMatchObject({ userId: 'ana' })
  const typed = (await suggest('biel', '?text=an')).people
  expect(typed.map(({ userId, contact }) => [userId, contact])).toEqual([
    [null, kept.guid],
    ['ana', null],
  ])
  const favourite = await added('biel', { userId: 'ana' })
  expect((await suggest('biel')).people.slice(0, 2).map(({ contact }) => contact)).toEqual([favourite.guid, kept.guid])
  const accounts = await suggest('biel', '?accounts=true')
  expect(accounts.people.map(({ userId }) => userId).toSorted()).toEqual(['ana', 'biel'])
  // Somebody else of the subscription has asked nobody.
  expect((await suggest('ana')).people).toEqual([])
})
