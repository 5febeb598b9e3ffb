/** A contact without an account whose address has one since is shown and sent to as who they are now. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, openTemplateScene } from '../scenes/template-scene.ts'

const AINA = { name: 'Aina Pons', email: 'Aina.Pons@example.com', phone: '+34600000001', language: 'ca' }

let open: Awaited<ReturnType<typeof openTemplateScene>>
beforeAll(async () => {
  open = await openTemplateScene()
  await open.rows('update subscriptions set allows_guests = true')
})
afterAll(() => open.scene[Symbol.asyncDispose]())

interface Person {
  readonly guid: string
  readonly contact: string | null
  readonly userId: string | null
}
const read = async <Body>(path: string) => (await (await open.ask('biel', path)).json()) as Body
const contacts = async () => (await read<{ data: Person[] }>('contacts')).data
const suggested = async (query = '') => (await read<{ people: Person[] }>(`recipients${query}`)).people
/** As an operator gives it. */
const setAddress = (email: string) => open.rows(`update users set email = $1 where user_id = 'ana'`, [email])
const made = async (path: string, body: object) =>
  (await (await open.write('biel', `POST ${path}`, body)).json()) as Person

test('contacts, groups, suggestions and who was asked last show the account of the address, as long as it has one', async () => {
  const file = await open.upload('biel')
  const sent = await open.write('biel', 'POST documents', { file, fileName: 'Lease.pdf', signers: [{ guest: AINA }] })
  expect(sent.status).toBe(201)
  const { guid } = await made('contacts', { guest: AINA })
  const group = await made('groups', { name: 'Board', members: [{ contact: guid }, { userId: 'ana' }] })
  const members = async () => (await read<{ members: Person[] }>(`groups/${group.guid}`)).members
  const guest = { userId: null, ...AINA }
  expect(await members()).toMatchObject([{ contact: guid, ...guest }, { userId: 'ana' }])
  await setAddress(AINA.email.toLowerCase())
  const known = { userId: 'ana', email: null, phone: null, language: '', canBeAsked: true }
  expect(await contacts()).toMatchObject([{ guid, ...known }])
  expect(await suggested()).toMatchObject([{ contact: guid, isRecent: true, ...known }])
  expect(await suggested('?accounts=true')).toMatchObject([{ userId: 'ana' }])
  // Once, though they are in the group in both ways.
  expect(await members()).toMatchObject([{ contact: null, ...known }])
  await setAddress('ana@elsewhere.test')
  expect(await contacts()).toMatchObject([{ guid, ...guest }])
  expect(await members()).toHaveLength(2)
})

test('who has an account says who they are, and is not kept a second time', async () => {
  await setAddress(AINA.email)
  const [{ guid } = { guid: '' }] = await contacts()
  const changed = await open.write('biel', `PATCH contacts/${guid}`, { name: 'X' })
  expect(await codeOf(changed)).toEqual([404, 'CONTACT_NOT_FOUND'])
  for (const who of [{ userId: 'ana' }, { guest: AINA }]) {
    expect(await made('contacts', who)).toMatchObject({ Code: 'CONTACT_EXISTS', Details: { Contact: guid } })
  }
  expect((await open.ask('biel', `contacts/${guid}`, { method: 'DELETE' })).status).toBe(204)
  expect(await suggested()).toMatchObject([{ contact: null, isRecent: true, userId: 'ana' }])
})
