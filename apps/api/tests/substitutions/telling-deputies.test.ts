/** Deputies learn by mail that something waits for whom they stand in for. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'
import { titlesTo, turnOn } from '../scenes/push-scene.ts'
import { mailsTo } from '../scenes/sender-mail-scene.ts'
import { openStandingIn } from '../scenes/standing-in-scene.ts'

let scene: Scene
const { standIn, end } = openStandingIn(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** A time zone in which it is this hour now. */
function zoneAt(hour: number): string {
  const behind = new Date().getUTCHours() - hour
  // They are named by how far UTC is ahead, and end at 12 and 14.
  const offset = behind > 12 ? behind - 24 : behind < -14 ? behind + 24 : behind
  return `Etc/GMT${offset >= 0 ? '+' : ''}${offset}`
}

/** What comes each hour, now. */
async function sweep(): Promise<void> {
  await query(`insert into pgboss.job (name, data) values ('sweep-substitutions', '{}')`)
  const isSwept = () => query(`select from pgboss.job where name = 'sweep-substitutions' and state <> 'completed'`)
  await expect.poll(isSwept, { timeout: 60_000 }).toEqual([])
}

interface Case {
  readonly kind?: 'delegation' | 'assistant'
  /** Hours since the deputy was last told. */
  readonly toldHoursAgo?: number
  /** Hours since the document came; null where there is none. */
  readonly cameHoursAgo?: number | null
  /** Hours since the principal was reminded of it. */
  readonly remindedHoursAgo?: number
  readonly hour?: number
  readonly delegable?: boolean
  readonly isOver?: boolean
}

const CASES: Readonly<Record<string, Case>> = {
  'never told': {},
  'news after a day': { toldHoursAgo: 25, cameHoursAgo: 2 },
  'news within the day': { toldHoursAgo: 5, cameHoursAgo: 2 },
  'nothing new': { toldHoursAgo: 25, cameHoursAgo: 30 },
  'a reminder': { toldHoursAgo: 25, cameHoursAgo: 80, remindedHoursAgo: 2 },
  'a reminder of before': { toldHoursAgo: 25, cameHoursAgo: 80, remindedHoursAgo: 30 },
  'nothing there': { cameHoursAgo: null },
  'at night': { hour: 3 },
  'an assistant': { kind: 'assistant' },
  'not for a deputy': { delegable: false },
  over: { isOver: true },
}

test('once a day at most, by day, of what came since, and of what they may decide alone', async () => {
  const ids = new Map<string, string>()
  for (const [name, given] of Object.entries(CASES)) {
    const { kind = 'delegation', toldHoursAgo = null, cameHoursAgo = 0, hour = 12, delegable = true } = given
    const id = await standIn('ana', 'biel', { kind, tags: [name] })
    ids.set(id, name)
    await query(
      `update substitutions set time_zone = $2, told_at = now() - make_interval(hours => $3::int) where id = $1`,
      [id, zoneAt(hour), toldHoursAgo],
    )
    if (given.isOver) await end('ana', id)
    if (cameHoursAgo === null) continue
    const { guid } = await scene.send({ signers: ['ana'], signer: { delegable }, description: { tags: [name] } })
    await query(
      `update signers set called_at = now() - make_interval(hours => $2::int),
         reminded_at = now() - make_interval(hours => $3::int) where document_id = $1`,
      [guid, cameHoursAgo, given.remindedHoursAgo ?? null],
    )
  }
  await sweep()
  const told = async () =>
    (
      await query<{ id: string }>(
        `select data->>'substitutionId' as id from pgboss.job where name = 'tell-substitution' and data->>'change' = 'waiting'`,
      )
    )
      .map(({ id }) => ids.get(id))
      .sort()
  expect(await told()).toEqual(['a reminder', 'never told', 'news after a day'])
})

interface Announced {
  readonly daysAgo?: number
  readonly hour?: number
  readonly isOver?: boolean
}

const ANNOUNCED: Readonly<Record<string, Announced>> = {
  'never announced': {},
  'a week ago': { daysAgo: 7 },
  'six days ago': { daysAgo: 6 },
  'not by night': { hour: 3 },
  'not any more': { isOver: true },
}

test('what is in force is announced to both people once a week, by day', async () => {
  const ids = new Map<string, string>()
  for (const [name, { daysAgo = null, hour = 12, isOver }] of Object.entries(ANNOUNCED)) {
    const id = await standIn('carla', 'biel', { kind: 'assistant', tags: [name] })
    ids.set(id, name)
    await query(
      `update substitutions set time_zone = $2, announced_at = now() - make_interval(days => $3::int) where id = $1`,
      [id, zoneAt(hour), daysAgo],
    )
    if (isOver) await end('carla', id)
  }
  const told = async () => {
    const rows = await query<{ id: string; who: string; change: string }>(
      `select data->>'substitutionId' as id, users.user_id as who, data->>'change' as change from pgboss.job as job
       join users on users.id = (data->>'userId')::uuid
       where job.name = 'tell-substitution' and data->>'change' in ('acting', 'represented')`,
    )
    return rows.flatMap(({ id, who, change }) => (ids.has(id) ? [`${ids.get(id)}: ${who} ${change}`] : [])).sort()
  }
  const all = [
    'a week ago: biel acting',
    'a week ago: carla represented',
    'never announced: biel acting',
    'never announced: carla represented',
  ]
  await sweep()
  expect(await told()).toEqual(all)
  await sweep()
  expect(await told(), 'and not again at the next look').toEqual(all)
})

test('on their devices deputies learn the same, without a name; who wants no such mails gets none', async () => {
  const browser = await turnOn(scene, scene.people.carla)
  await scene.people.carla.call.setMailChoices({
    body: {
      ...{ Waiting: 'at-once', Reminders: 'at-once', Sent: 'at-once', Ended: 'at-once' },
      ...{ Substitutions: 'never', TimeZone: 'Europe/Madrid' },
    },
  })
  await query(`update users set email = 'carla@people.test' where user_id = 'carla'`)
  const inbox = async () => (await mailsTo(scene, 'carla@people.test')).length
  const before = await inbox()
  const id = await standIn('biel', 'carla', { tags: ['devices'] })
  await query('update substitutions set time_zone = $2 where id = $1', [id, zoneAt(12)])
  await scene.send({ signers: ['biel'], description: { tags: ['devices'] } })
  expect(await inbox(), 'what was agreed is told all the same').toBe(before + 1)
  await sweep()
  await expect
    .poll(() => titlesTo(scene, browser), { timeout: 60_000 })
    .toContain('Something waits for a person you stand in for')
  expect(await inbox()).toBe(before + 1)
})
