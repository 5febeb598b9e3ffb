/** People learn that their certificates expire before they do. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleOf } from '@rubrica/testing'
import type { Scene } from '@rubrica/testing'
import { openPushScene, titlesTo, turnOn } from '../scenes/push-scene.ts'
import { mailsTo, openMailboxes, queryOf } from '../scenes/sender-mail-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openPushScene()
  await openMailboxes(scene)
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => query('delete from mail_choices'))

const query = <Row extends object>(text: string, values: unknown[] = []) => queryOf(scene)<Row>(text, values)
const mailsToAna = async () =>
  (await mailsTo(scene, 'ana@people.test')).filter(({ subject }) => subject.startsWith('Your certificate'))

/** What comes each day, now. */
async function sweep(): Promise<void> {
  await query(`insert into pgboss.job (name, data) values ('sweep-certificates', '{}')`)
  const open = () => query(`select from pgboss.job where name = 'sweep-certificates' and state <> 'completed'`)
  await expect.poll(open, { timeout: 60_000 }).toEqual([])
}

interface Ageing {
  /** Days until it expires. */
  readonly left: number
  /** Days since it was added. */
  readonly age?: number
  /** Days since its person was told. */
  readonly told?: number
}

const agesAs = ({ left, age = 300, told }: Ageing) =>
  query(
    `update certificates set not_after = now() + make_interval(days => $2) + interval '1 hour',
       created_at = now() - make_interval(days => $3), expiry_told_at = now() - make_interval(days => $4::int)
     where id = $1`,
    [scene.people.ana.certificateId, left, age, told ?? null],
  )

const CASES: Readonly<Record<string, { ageing: Ageing; isTold: boolean }>> = {
  'in half a year': { ageing: { left: 180 }, isTold: false },
  'in a month': { ageing: { left: 29 }, isTold: true },
  'in a month, told before': { ageing: { left: 20, told: 9 }, isTold: false },
  'in a month, added since': { ageing: { left: 20, age: 5 }, isTold: false },
  'in a week, told a month before': { ageing: { left: 6, told: 23 }, isTold: true },
  'in a week, told this week': { ageing: { left: 3, told: 3 }, isTold: false },
  'yesterday, never told': { ageing: { left: -1 }, isTold: false },
}

test.each(sampleOf(Object.entries(CASES), 2))('of one that expires %s', async (_, { ageing, isTold }) => {
  await agesAs(ageing)
  const before = (await mailsToAna()).length
  await sweep()
  await sweep()
  expect((await mailsToAna()).length - before).toBe(isTold ? 1 : 0)
})

test('the mail names the certificate and the day, and leads to the certificates; devices are told without either', async () => {
  const browser = await turnOn(scene, scene.people.ana)
  await agesAs({ left: 29 })
  const [{ alias, day } = { alias: '', day: '' }] = await query<{ alias: string; day: string }>(
    `select alias, to_char(not_after at time zone 'Europe/Madrid', 'FMMonth FMDD, YYYY') as day
     from certificates where id = $1`,
    [scene.people.ana.certificateId],
  )
  await sweep()
  const [mail] = await mailsToAna()
  expect(mail!.subject).toBe(`Your certificate ${alias} expires on ${day}`)
  expect(mail!.links).toEqual(['https://sign.example.test/certificates'])
  await expect
    .poll(() => titlesTo(scene, browser), { timeout: 60_000 })
    .toEqual(['A certificate of yours expires soon'])
})

test('who wants no such mails gets none', async () => {
  await scene.people.ana.call.setMailChoices({
    body: {
      ...{ Waiting: 'at-once', Reminders: 'at-once', Sent: 'at-once', Ended: 'at-once' },
      ...{ Certificates: 'never', TimeZone: 'Europe/Madrid' },
    },
  })
  await agesAs({ left: 29 })
  const before = (await mailsToAna()).length
  await sweep()
  expect((await mailsToAna()).length).toBe(before)
})
