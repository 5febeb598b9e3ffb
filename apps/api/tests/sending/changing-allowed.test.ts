/** Whether a document may be changed after it was sent: how far it is, and who asks. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { changingScene } from '../scenes/changing-scene.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const { approve, ask, change, findingsOf, opened, query, remind, replace, sendInStages, statusOf } = changingScene({
  CALLS_PER_MINUTE: '1000000',
})
let scene: Scene
beforeAll(() => {
  scene = opened()
})

const sign = (who: DemoName, document: SentDocument, place: number) =>
  trySigning(scene.people[who], document.signers[place]!.guid)

/** How far a document may be; each is made from the one before. */
const STANDINGS = {
  'nobody acted': async () => undefined,
  'somebody approved': approve,
  'somebody signed': async (document: SentDocument) => void (await sign('ana', document, 0)),
  over: async (document: SentDocument) => void (await ask(`documents/${document.guid}/cancelled`, { method: 'POST' })),
} as const
type Standing = keyof typeof STANDINGS

async function sendUntil(standing: Standing): Promise<SentDocument> {
  const document = await sendInStages()
  for (const [name, act] of Object.entries(STANDINGS)) {
    await act(document)
    if (name === standing) break
  }
  return document
}

const OVER = 'DOCUMENT_NO_LONGER_AVAILABLE'
const ANYTIME = { 'nobody acted': 200, 'somebody approved': 200, 'somebody signed': 200, over: OVER }

interface Row {
  readonly what: string
  readonly act: (document: SentDocument) => ReturnType<typeof change>
  readonly answers: Readonly<Record<Standing, number | string>>
}
const signersOf = (place: number, fields: object) => (document: SentDocument) =>
  change(document.guid, { signers: [{ guid: document.signers[place]!.guid, ...fields }] })
const fieldsOf = (fields: object) => (document: SentDocument) => change(document.guid, fields)

const TABLE: readonly Row[] = [
  { what: 'tags', act: fieldsOf({ tags: ['later'] }), answers: { ...ANYTIME, over: 200 } },
  { what: 'title', act: fieldsOf({ fileName: 'renamed.pdf' }), answers: ANYTIME },
  { what: 'description', act: fieldsOf({ description: 'Another' }), answers: ANYTIME },
  { what: 'message', act: fieldsOf({ message: 'Please hurry' }), answers: ANYTIME },
  { what: 'deadline', act: fieldsOf({ deadline: inDays(9) }), answers: ANYTIME },
  { what: 'no deadline', act: fieldsOf({ deadline: null }), answers: ANYTIME },
  {
    what: 'a person who has acted, or not',
    act: ({ guid, signers }) => replace(guid, signers[0]!.guid, { userId: 'carla' }),
    answers: { ...ANYTIME, 'somebody signed': 'SIGNER_HAS_ACTED' },
  },
  {
    what: 'a person of a later stage',
    act: ({ guid, signers }) => replace(guid, signers[1]!.guid, { userId: 'carla' }),
    answers: ANYTIME,
  },
  {
    what: 'approvers who have approved, or not',
    act: signersOf(1, { approvers: [] }),
    answers: { ...ANYTIME, 'somebody approved': 'SIGNER_HAS_ACTED', 'somebody signed': 'SIGNER_HAS_ACTED' },
  },
  {
    what: 'one more approver',
    act: signersOf(1, { approvers: [{ userId: 'carla' }, { userId: 'ana' }] }),
    answers: ANYTIME,
  },
  {
    what: 'terms of who has signed, or not',
    act: signersOf(0, { readAll: true, reason: 'I agree', disclaimer: { title: 'Terms', text: 'All of them' } }),
    answers: { ...ANYTIME, 'somebody signed': 'SIGNER_HAS_ACTED' },
  },
  {
    what: 'a stage that has begun',
    act: signersOf(0, { stage: 2 }),
    answers: {
      'nobody acted': 'STAGE_BEGUN',
      'somebody approved': 'STAGE_BEGUN',
      'somebody signed': 'STAGE_BEGUN',
      over: OVER,
    },
  },
]

const CELLS = TABLE.flatMap(({ what, act, answers }) =>
  Object.entries(answers).map(([standing, expected]) => ({ what, act, standing: standing as Standing, expected })),
)

describe('once a document is sent', () => {
  test.each(CELLS)('$what, $standing: $expected', async ({ act, standing, expected }) => {
    const document = await sendUntil(standing)
    const before = await statusOf(document.guid)
    const { status, code } = await act(document)
    expect(status === 200 ? status : code).toBe(expected)
    const after = await statusOf(document.guid)
    expect(after.version).toBe(before.version + (expected === 200 ? 1 : 0))
    if (expected !== 200) expect(after).toEqual(before)
  })

  test('its log tells of every change and agrees with every row', async () => {
    const rows = await query<{ id: string }>('select id from documents')
    expect(await findingsOf(...rows.map(({ id }) => id))).toEqual([])
    const [changed] = await query<{ n: number }>(
      `select count(*)::int as n from audit_events where type in ('document-changed', 'signer-replaced')`,
    )
    expect(changed!.n).toBeGreaterThan(20)
  })
})

describe('only who manages a document changes it', () => {
  const asPeople = async (guid: string, signerGuid: string, token: string) => {
    const answers = [
      await change(guid, { tags: ['x'] }, { token }),
      await replace(guid, signerGuid, { userId: 'carla' }, { token }),
      await remind(guid, { token }),
    ]
    return answers.map(({ status }) => status)
  }
  const setRoles = (who: DemoName, ...roles: string[]) =>
    query('update user_subscriptions set roles = $2 where user_id = $1', [scene.people[who].userId, roles])

  test('to another sender it is not there, nor with the token of another program', async () => {
    await setRoles('ana', 'sender')
    const { guid, signers } = await scene.send({ signers: ['biel'] })
    expect(await asPeople(guid, signers[0]!.guid, scene.people.ana.token)).toEqual([404, 404, 404])
    await query(`update documents set client_id = 'demo-sender' where id = $1`, [guid])
    expect(await remind(guid)).toMatchObject({ status: 404 })
    const unchanged = await query('select version from documents where id = $1', [guid])
    expect(unchanged).toEqual([{ version: 1 }])
  })

  test('a manager of the subscription may', async () => {
    await setRoles('ana', 'manager')
    const { guid, signers } = await scene.send({ signers: ['biel'] })
    expect(await asPeople(guid, signers[0]!.guid, scene.people.ana.token)).toEqual([200, 200, 200])
  })

  test('of a team those who may manage may, the others find nothing', async () => {
    await setRoles('ana', 'sender')
    const { guid, signers } = await scene.send({ signers: ['biel'] })
    const team = crypto.randomUUID()
    await query(
      `insert into teams (id, subscription_id, name, created_at)
       select $1::uuid, subscription_id, $1::text, now() from documents where id = $2`,
      [team, guid],
    )
    await query(
      'insert into team_members (team_id, user_id, may_manage) select $1, id, false from users where user_id = $2',
      [team, 'ana'],
    )
    await query('update documents set team_id = $1 where id = $2', [team, guid])
    const { token } = scene.people.ana
    expect(await asPeople(guid, signers[0]!.guid, token)).toEqual([404, 404, 404])
    await query('update team_members set may_manage = true where team_id = $1', [team])
    expect(await asPeople(guid, signers[0]!.guid, token)).toEqual([200, 200, 200])
  })
})
