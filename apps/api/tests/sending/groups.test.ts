/** Groups: people under one name, for a sender alone or for a team. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, faultsOf, ifVersion, openTemplateScene } from '../scenes/template-scene.ts'

let open: Awaited<ReturnType<typeof openTemplateScene>>
let team: string
beforeAll(async () => {
  open = await openTemplateScene()
  team = await open.makeTeam('Legal', 'biel', 'ana')
})
afterAll(() => open.scene[Symbol.asyncDispose]())
beforeEach(async () => {
  await open.rows('update subscriptions set allows_guests = true')
  await open.rows('update team_members set may_manage = false')
  await open.rows('delete from contact_groups')
  await open.rows('delete from contacts')
})

interface Group {
  readonly guid: string
  readonly name: string
  readonly changes: number
  readonly mayEdit: boolean
  readonly members: { userId: string | null; contact: string | null; name: string; email: string | null }[]
}
type Who = Parameters<typeof open.write>[0]

const AINA = { name: 'Aina Pons', email: 'aina.pons@example.com' }
const create = (who: Who, body: object, headers: Record<string, string> = {}) =>
  open.write(who, 'POST groups', { name: 'Board', members: [{ userId: 'ana' }], ...body }, headers)
const created = async (who: Who, body: object = {}) => {
  const answer = await create(who, body)
  expect(answer.status).toBe(201)
  return { group: (await answer.json()) as Group, tag: answer.headers.get('etag') }
}
const read = async (who: Who, { guid }: Pick<Group, 'guid'>) => {
  const answer = await open.ask(who, `groups/${guid}`)
  expect(answer.status).toBe(200)
  return { group: (await answer.json()) as Group, tag: answer.headers.get('etag') }
}
const change = (who: Who, { guid }: Pick<Group, 'guid'>, body: object, tag: string | null) =>
  open.write(who, `PATCH groups/${guid}`, body, ifVersion(tag))
const remove = (who: Who, { guid }: Pick<Group, 'guid'>, tag: string | null) =>
  open.ask(who, `groups/${guid}`, { method: 'DELETE', headers: ifVersion(tag) })
const listed = async (who: Who) => {
  const { data } = (await (await open.ask(who, 'groups')).json()) as { data: (Group & { people: number })[] }
  return data.map(({ name, people, mayEdit }) => [name, people, mayEdit])
}
const contactsOf = async (who: Who) =>
  ((await (await open.ask(who, 'contacts')).json()) as { data: { guid: string; name: string }[] }).data

test('people are kept in their order, who has no account becomes a contact, and whoever has the group sees them', async () => {
  const { group, tag } = await created('biel', { members: [{ userId: 'biel' }, { guest: AINA }, { userId: 'ana' }] })
  expect(tag).toBe('"v1"')
  const [contact] = await contactsOf('biel')
  expect(group.members).toMatchObject([
    { userId: 'biel', contact: null },
    { userId: null, contact: contact!.guid, ...AINA },
    { userId: 'ana', contact: null },
  ])
  const other = await created('biel', {
    name: 'also',
    members: [{ guest: { ...AINA, email: 'AINA.pons@example.com' } }],
  })
  expect(other.group.members).toMatchObject([{ contact: contact!.guid }])
  expect(await listed('biel')).toEqual([
    ['also', 1, true],
    ['Board', 3, true],
  ])
})

test('a group of one’s own is nobody else’s; one that is shared is seen by the team, and by no other', async () => {
  const { group } = await created('biel')
  for (const who of ['ana', 'carla'] as const) {
    expect(await listed(who)).toEqual([])
    expect(await codeOf(await open.ask(who, `groups/${group.guid}`))).toEqual([404, 'GROUP_NOT_FOUND'])
    expect(await codeOf(await change(who, group, { name: 'X' }, '*'))).toEqual([404, 'GROUP_NOT_FOUND'])
    expect(await codeOf(await remove(who, group, '*'))).toEqual([404, 'GROUP_NOT_FOUND'])
  }
  const shared = await created('biel', { name: 'Ours', team, members: [{ guest: AINA }] })
  expect(await listed('ana')).toEqual([['Ours', 1, false]])
  expect((await read('ana', shared.group)).group.members).toMatchObject([{ ...AINA }])
  // The contact behind it stays its owner's.
  expect(await contactsOf('ana')).toEqual([])
  const others = await open.makeTeam('Others', 'biel')
  expect(await codeOf(await create('ana', { team: others }))).toEqual([422, 'TEAM_UNKNOWN'])
  expect((await change('biel', shared.group, { team: others }, '*')).status).toBe(200)
  expect(await listed('ana')).toEqual([])
  expect((await change('biel', shared.group, { team: null }, '*')).status).toBe(200)
  expect(await read('biel', shared.group)).toMatchObject({ group: { team: null } })
})

test('a shared group is changed by who manages for the team; its owner alone says who sees it', async () => {
  const { group, tag } = await created('biel', { team, members: [{ guest: AINA }, { userId: 'biel' }] })
  expect(await codeOf(await change('ana', group, { name: 'X' }, tag))).toEqual([403, 'NOT_A_GROUP_EDITOR'])
  expect(await codeOf(await remove('ana', group, tag))).toEqual([403, 'NOT_A_GROUP_EDITOR'])
  await open.rows('update team_members set may_manage = true where user_id = $1', [open.idOf('ana')])
  const [kept] = group.members
  const members = [{ userId: 'ana' }, { contact: kept!.contact }]
  const changed = await change('ana', group, { name: 'Both', members }, tag)
  expect(changed.status).toBe(200)
  expect(await changed.json()).toMatchObject({ name: 'Both', changes: 2, members: [{ userId: 'ana' }, { ...AINA }] })
  expect(await codeOf(await change('ana', group, { team: null }, '*'))).toEqual([403, 'NOT_A_GROUP_EDITOR'])
  // What is not in it and another's is no contact that could be added.
  await change('biel', group, { members: [{ userId: 'ana' }] }, '*')
  const foreign = await change('ana', group, { members: [{ contact: kept!.contact }] }, '*')
  expect(await faultsOf(foreign)).toEqual([['#/members/0', 'SIGNER_UNKNOWN']])
  expect((await remove('ana', group, '*')).status).toBe(204)
})

test('who manages the subscription sees and changes the groups of every team, and no group that is somebody’s own', async () => {
  const others = await open.makeTeam('Sales', 'biel')
  const { group } = await created('biel', { team: others })
  await created('biel', { name: 'Mine' })
  expect(await listed('ana')).toEqual([])
  await open.giveRoles('ana', ['manager'])
  try {
    expect(await listed('ana')).toEqual([['Board', 1, true]])
    expect((await change('ana', group, { name: 'Sales board' }, '*')).status).toBe(200)
  } finally {
    await open.giveRoles('ana', ['sender'])
  }
})

test('a group of somebody who left the team is theirs still, and who left sees no other’s any more', async () => {
  const { group } = await created('biel', { team })
  await open.rows('delete from team_members where user_id = $1 and team_id = $2', [open.idOf('ana'), team])
  try {
    expect(await codeOf(await open.ask('ana', `groups/${group.guid}`))).toEqual([404, 'GROUP_NOT_FOUND'])
    expect(await listed('ana')).toEqual([])
  } finally {
    await open.rows('insert into team_members values ($1, $2, false)', [team, open.idOf('ana')])
  }
})

test('of two changes at once one wins, and who has not seen it is refused', async () => {
  const { group, tag } = await created('biel')
  const answers = await Promise.all(['one', 'two'].map((name) => change('biel', group, { name }, tag)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const without = await open.write('biel', `PATCH groups/${group.guid}`, { name: 'X' })
  expect(await codeOf(without)).toEqual([428, 'PRECONDITION_REQUIRED'])
  expect(await codeOf(await remove('biel', group, tag))).toEqual([412, 'PRECONDITION_FAILED'])
})

test('somebody who is named twice, is unknown or may not be asked is refused with a pointer, and nothing is kept', async () => {
  const faultsFor = async (members: object[]) => faultsOf(await create('biel', { members }))
  const twice = [{ userId: 'ana' }, { userId: 'ANA' }]
  expect(await faultsFor(twice)).toEqual([['#/members/1', 'INVALID']])
  const sameAddress = [{ guest: AINA }, { guest: { ...AINA, email: 'Aina.Pons@Example.com' } }]
  expect(await faultsFor(sameAddress)).toEqual([['#/members/1', 'INVALID']])
  expect(await faultsFor([{ userId: 'ana' }, { userId: 'carla' }])).toEqual([['#/members/1', 'SIGNER_UNKNOWN']])
  expect(await faultsFor([{ contact: crypto.randomUUID() }])).toEqual([['#/members/0', 'SIGNER_UNKNOWN']])
  expect((await create('biel', { members: [] })).status).toBe(400)
  const many = Array.from({ length: 51 }, (_, n) => ({ guest: { name: 'N', email: `${n}@example.com` } }))
  expect((await create('biel', { members: many })).status).toBe(400)
  await open.rows('update subscriptions set allows_guests = false')
  const refused = await create('biel', { members: [{ userId: 'ana' }, { guest: AINA }] })
  expect(await codeOf(refused)).toEqual([403, 'GUESTS_NOT_ALLOWED'])
  expect(await listed('biel')).toEqual([])
  expect(await contactsOf('biel')).toEqual([])
})

test('a contact that is removed leaves its groups, which count it as a change', async () => {
  const { group, tag } = await created('biel', { team, members: [{ guest: AINA }, { userId: 'ana' }] })
  const [contact] = await contactsOf('biel')
  expect((await open.ask('biel', `contacts/${contact!.guid}`, { method: 'DELETE' })).status).toBe(204)
  const now = await read('ana', group)
  expect(now.group).toMatchObject({ changes: 2, members: [{ userId: 'ana' }] })
  expect(await codeOf(await change('biel', group, { name: 'X' }, tag))).toEqual([412, 'PRECONDITION_FAILED'])
})

test('who is no longer active is shown as such in a group, may stay there, and is not added anew', async () => {
  const { group } = await created('biel', { members: [{ userId: 'ana' }, { userId: 'biel' }] })
  await open.rows(`update users set active = false where user_id = 'ana'`)
  try {
    const { group: now } = await read('biel', group)
    expect(now.members).toMatchObject([{ userId: 'ana', canBeAsked: false }, { canBeAsked: true }])
    const members = [{ userId: 'biel' }, { userId: 'ana' }]
    expect((await change('biel', group, { members }, '*')).status).toBe(200)
    expect((await change('biel', group, { members: members.slice(0, 1) }, '*')).status).toBe(200)
    expect(await faultsOf(await change('biel', group, { members }, '*'))).toEqual([['#/members/1', 'SIGNER_UNKNOWN']])
  } finally {
    await open.rows(`update users set active = true where user_id = 'ana'`)
  }
})

test('a repeated request makes one group, and groups are suggested by a part of their name', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const one = (await (await create('biel', { name: 'Órgano' }, key)).json()) as Group
  expect(await (await create('biel', { name: 'Órgano' }, key)).json()).toEqual(one)
  const suggested = async (who: Who, query: string) =>
    ((await (await open.ask(who, `recipients${query}`)).json()) as { groups: { guid: string }[] }).groups
  expect(await suggested('biel', '?text=organo')).toMatchObject([{ guid: one.guid, people: 1, team: null }])
  expect(await suggested('biel', '?text=organo&accounts=true')).toEqual([])
  expect(await suggested('ana', '')).toEqual([])
})
