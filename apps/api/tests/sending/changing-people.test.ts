/** People who come and go after sending: how long they may, who is told of it, and what is refused. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import type { Scene } from '@rubrica/testing'
import { approvedBy } from '../scenes/approvals-scene.ts'
import { at, changingScene } from '../scenes/changing-scene.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }

const {
  approve,
  ask,
  change,
  faultsOfAll,
  mailsOf,
  opened,
  placesOf,
  query,
  replace,
  sendPlaced: send,
  sign,
  statusOf,
} = changingScene({ CALLS_PER_MINUTE: '1000000' })
let scene: Scene
beforeAll(async () => {
  scene = opened()
  // Somebody more than the scene has.
  await query(`insert into users select (jsonb_populate_record(users, jsonb_build_object('id', gen_random_uuid(),
    'user_id', 'diego', 'name', 'Diego Ferrer Lago', 'legal_id', '11111111H', 'email', 'diego@people.test'))).*
    from users where user_id = 'biel'`)
  await query(`insert into user_subscriptions (user_id, subscription_id)
    select diego.id, subscription_id from users as diego, user_subscriptions, users as biel
    where diego.user_id = 'diego' and biel.user_id = 'biel' and user_subscriptions.user_id = biel.id`)
  await query('update subscriptions set allows_guests = false')
})

const STANDINGS = {
  'nobody acted': async () => undefined,
  'somebody approved': approve,
  'somebody signed': (document: SentDocument) => sign('ana', document.signers[0]!),
  over: (document: SentDocument) => ask(`documents/${document.guid}/cancelled`, { method: 'POST' }),
} as const
type Standing = keyof typeof STANDINGS

const ACTS = {
  'somebody is added': () => ({ addSigners: [{ userId: 'diego' }] }),
  'somebody is removed': ({ signers }: SentDocument) => ({ removeSigners: [signers[1]!.guid] }),
  'a place is moved': ({ signers }: SentDocument) => ({
    signers: [{ guid: signers[1]!.guid, positions: [at(99, 99)] }],
  }),
} as const
const ANSWERS: Readonly<Record<Standing, number | string>> = {
  'nobody acted': 200,
  'somebody approved': 200,
  'somebody signed': 'SOMEBODY_HAS_SIGNED',
  over: 'DOCUMENT_NO_LONGER_AVAILABLE',
}
const CELLS = (Object.keys(ACTS) as (keyof typeof ACTS)[]).flatMap((what) =>
  (Object.keys(STANDINGS) as Standing[]).map((standing) => ({ what, standing, expected: ANSWERS[standing] })),
)

test.each(CELLS)('$what, $standing: $expected', async ({ what, standing, expected }) => {
  const document = await send()
  for (const [name, act] of Object.entries(STANDINGS)) {
    await act(document)
    if (name === standing) break
  }
  const before = await statusOf(document.guid)
  const { status, code } = await change(document.guid, ACTS[what](document))
  expect(status === 200 ? status : code).toBe(expected)
  const after = await statusOf(document.guid)
  expect(after.version).toBe(before.version + (expected === 200 ? 1 : 0))
  if (expected !== 200) expect(after).toEqual(before)
})

test('who is added comes into the last stage or the one that is named, with approvers and terms of their own', async () => {
  const { guid, signers } = await scene.send({
    signers: [],
    description: {
      signers: [
        { userId: 'ana', stage: 1 },
        { userId: 'biel', stage: 2 },
      ],
    },
  })
  const added = await change(guid, {
    addSigners: [
      { userId: 'diego', reason: 'As a witness', readAll: true, ...approvedBy('biel') },
      { userId: 'carla', stage: 3 },
    ],
  })
  expect((added.body as unknown as SentDocument).signers).toMatchObject([
    { userId: 'ana', stage: 1, state: 'pending' },
    { userId: 'biel', stage: 2, state: 'waiting' },
    {
      userId: 'diego',
      stage: 2,
      state: 'waiting',
      signsFor: 'As a witness',
      readAll: true,
      approvers: [{ userId: 'biel' }],
    },
    { userId: 'carla', stage: 3, state: 'waiting' },
  ])
  // Without the only one of the first stage, the second is the first.
  const removed = await change(guid, { removeSigners: [signers[0]!.guid], reason: 'You need not' })
  expect((removed.body as unknown as SentDocument).signers).toMatchObject([
    { userId: 'ana', state: 'removed' },
    { userId: 'biel', stage: 1, state: 'pending' },
    { userId: 'diego', stage: 1, state: 'waiting' },
    { userId: 'carla', stage: 2, state: 'waiting' },
  ])
  const again = await change(guid, { addSigners: [{ userId: 'ana', stage: 1 }] })
  expect((again.body as unknown as SentDocument).signers.filter(({ userId }) => userId === 'ana')).toMatchObject([
    { state: 'removed' },
    { state: 'pending' },
  ])
  const { data } = (await ask(`documents/${guid}/events`)).body as { data: { changes: object[]; reason: string }[] }
  expect(data.filter(({ changes }) => changes.length > 0).map(({ changes }) => changes[0])).toMatchObject([
    { what: 'signerAdded', person: 'Diego Ferrer Lago', before: null, after: 'Diego Ferrer Lago' },
    { what: 'signerRemoved', person: 'Ana Vidal Serra', before: 'Ana Vidal Serra', after: null },
    { what: 'signerAdded', after: 'Ana Vidal Serra' },
  ])
})

test('who is removed finds nothing any more, is told why, and so are those who were to approve for them', async () => {
  const { guid, signers } = await send('lease.pdf')
  const [anas, biels] = signers
  await vi.waitFor(async () => expect(await mailsOf('ana')).not.toEqual([]), PATIENCE)
  await change(guid, { removeSigners: [anas!.guid], reason: 'Not yours' })
  expect(await sign('ana', anas!)).toBe(404)
  await change(guid, { addSigners: [{ userId: 'diego' }], removeSigners: [biels!.guid] })
  await vi.waitFor(async () => {
    for (const who of ['ana', 'carla'] as const) {
      const mails = (await mailsOf(who)).filter(({ subject }) => subject === 'lease.pdf no longer waits for you')
      expect(mails).toHaveLength(1)
      if (who === 'ana') expect(mails[0]!.text).toContain('Not yours')
    }
  }, PATIENCE)
  // Biel had not heard of it: his approver had not approved.
  expect((await mailsOf('biel')).filter(({ subject }) => subject.includes('lease.pdf'))).toEqual([])
})

describe('refused, with nothing changed, is', () => {
  const cases: readonly [string, (document: SentDocument) => object, object][] = [
    [
      'somebody who signs already',
      () => ({ addSigners: [{ userId: 'ana' }] }),
      { status: 400, code: 'VALIDATION_FAILED' },
    ],
    ['the same person twice', () => ({ addSigners: [{ userId: 'diego' }, { userId: 'diego' }] }), { status: 400 }],
    ['a stranger', () => ({ addSigners: [{ userId: 'nobody' }] }), { status: 422, code: 'SIGNER_UNKNOWN' }],
    [
      'a guest where none may come',
      () => ({ addSigners: [{ guest: { name: 'Gemma', email: 'gemma@elsewhere.test' } }] }),
      { status: 403, code: 'GUESTS_NOT_ALLOWED' },
    ],
    ['a removal of everybody', ({ signers }) => ({ removeSigners: signers.map(({ guid }) => guid) }), { status: 400 }],
    [
      'a removal of an unknown signer',
      () => ({ removeSigners: [crypto.randomUUID()] }),
      { status: 404, code: 'SIGNER_NOT_FOUND' },
    ],
    ['a stage with a gap before it', () => ({ addSigners: [{ userId: 'diego', stage: 9 }] }), { status: 400 }],
    [
      'a change of who is removed',
      ({ signers: [one] }) => ({ removeSigners: [one!.guid], signers: [{ guid: one!.guid, readAll: true }] }),
      { status: 400 },
    ],
    [
      'a place on a page that is not there',
      () => ({ addSigners: [{ userId: 'diego', positions: [at(1, 1, 7)] }] }),
      { status: 422, code: 'POSITION_INVALID' },
    ],
    [
      'a place beyond the page',
      ({ signers: [one] }) => ({ signers: [{ guid: one!.guid, positions: [at(5000, 10)] }] }),
      { status: 422, code: 'POSITION_INVALID' },
    ],
    [
      'words that are not there',
      () => ({ addSigners: [{ userId: 'diego', positions: [{ anchor: 'nowhere to be read' }] }] }),
      { status: 422, code: 'ANCHOR_NOT_FOUND' },
    ],
  ]
  test.each(cases)('%s', async (_what, body, expected) => {
    const document = await send()
    const before = [await statusOf(document.guid), await placesOf(document.guid)]
    const answer = await change(document.guid, body(document))
    expect(answer).toMatchObject(expected)
    expect([await statusOf(document.guid), await placesOf(document.guid)]).toEqual(before)
  })
})

describe('somebody without an account', () => {
  const guest = { name: 'Gemma Guest', email: 'gemma@elsewhere.test', language: 'en' }
  beforeAll(() => query('update subscriptions set allows_guests = true'))

  test('is added, and takes the place of another: each gets an invitation', async () => {
    const { guid, signers } = await scene.send({ signers: ['ana', 'biel'] })
    expect((await change(guid, { addSigners: [{ guest }] })).status).toBe(200)
    const taken = await replace(guid, signers[0]!.guid, { guest: { ...guest, email: 'greta@elsewhere.test' } })
    expect((taken.body as unknown as SentDocument).signers).toMatchObject([
      { userId: 'ana', state: 'replaced', guest: null },
      { state: 'pending', guest: { email: 'greta@elsewhere.test' } },
      { userId: 'biel' },
      { state: 'pending', guest: { email: 'gemma@elsewhere.test' } },
    ])
    await vi.waitFor(async () => {
      for (const email of ['gemma', 'greta']) {
        const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${email}@elsewhere.test`)
        const { mails } = (await answer.json()) as { mails: { links: string[] }[] }
        expect(mails.flatMap(({ links }) => links).some((link) => link.includes('/invitation?'))).toBe(true)
      }
    }, PATIENCE)
  })

  test('whose address somebody of the subscription has is that person', async () => {
    const { guid, signers } = await scene.send({ signers: ['ana'] })
    const answer = await replace(guid, signers[0]!.guid, { guest: { ...guest, email: 'biel@people.test' } })
    expect((answer.body as unknown as SentDocument).signers[1]).toMatchObject({ userId: 'biel', guest: null })
  })
})

test('the log of every document agrees with its rows then, and every object with its digest', async () => {
  expect(await faultsOfAll()).toEqual([])
  const [changed] = await query<{ n: number }>(`select count(*)::int as n from revisions
    where kind = 'fields' and number > 1`)
  expect(changed!.n).toBeGreaterThan(10)
})
