/** People who are reminded by themselves of what waits for them: when, how often, and of what. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { runCli, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { openDatabase } from '../../src/adapters/database/connection.ts'
import { openReminderStore } from '../../src/adapters/database/reminders/reminder-store.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { notifyNobody } from '../../src/adapters/jobs/notify-people.ts'
import { Secret } from '../../src/config/secret.ts'
import { openGuests } from '../scenes/guest-scene.ts'
import { openReminders, toAna } from '../scenes/reminder-scene.ts'
import {
  GATHERS_LONG,
  leaveToTest,
  mailsToSender,
  mailsToReminded,
  openNewsScene,
  passTime,
  PORTAL,
  type NewsMail,
} from '../scenes/sender-mail-scene.ts'
import { startBeside } from '../scenes/start-beside.ts'

const DAY_MS = 24 * 60 * 60_000
const GUEST = 'gemma@elsewhere.test'

let scene: Scene
beforeAll(async () => {
  scene = await openNewsScene('sweep-reminders')
  await query('update subscriptions set allows_guests = true')
})
afterAll(() => scene[Symbol.asyncDispose]())
const guests = openGuests(() => scene)

const { query, send, age, sweep, statusOf, remindedEvents } = openReminders(() => scene)

/** How many mails the test has not caused. */
const before = new Map<DemoName, number>()
beforeEach(async () => {
  await passTime(scene)
  for (const who of ['ana', 'biel', 'carla'] as const) before.set(who, (await mailsToReminded(scene, who)).length)
})

/** What somebody was reminded of since the test began, once the time of gathering is over; the newest first. */
async function told(who: DemoName): Promise<NewsMail[]> {
  await passTime(scene)
  const mails = await mailsToReminded(scene, who)
  return mails.slice(0, mails.length - before.get(who)!)
}

/** Subjects of mails to biel about what became of a document. */
async function toldOf(fileName: string): Promise<string[]> {
  await passTime(scene)
  const mails = await mailsToSender(scene, 'biel')
  return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith(fileName))
}

test('who does nothing is reminded of all that is due by one mail, once, and sees the record of it', async () => {
  const documents = [await send('lease.pdf', toAna), await send('plan.pdf', [...toAna, { userId: 'carla' }])]
  await sweep()
  expect(await told('ana')).toEqual([])
  expect((await statusOf(documents[0]!)).signers[0]!.nextReminderAt).not.toBeNull()
  for (const document of documents) await age(document, 10)
  await sweep()
  await sweep()
  const [mail, ...more] = await told('ana')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Reminder: 2 documents to sign', links: [`${PORTAL}/`] })
  expect(await told('carla')).toMatchObject([
    { subject: 'plan.pdf: still waiting for your signature', links: [`${PORTAL}/documents/${documents[1]!.guid}`] },
  ])
  const [event, ...others] = await remindedEvents(documents[0]!)
  expect(others).toEqual([])
  const { guid: signerId } = documents[0]!.signers[0]!
  expect(JSON.parse(event!.canonical)).toMatchObject({ facts: { automatic: true, signerId } })
  const { nextReminderAt } = (await statusOf(documents[0]!)).signers[0]!
  expect(new Date(nextReminderAt!).getTime()).toBeGreaterThan(Date.now())
})

test('who wants reminders each week has that of a document which ends before then while it waits', async () => {
  const frequencies = { Waiting: 'at-once', Reminders: 'weekly', Sent: 'at-once', Ended: 'at-once' } as const
  await scene.people.ana.call.setMailChoices({ body: { ...frequencies, TimeZone: 'Europe/Madrid' } })
  const deadline = new Date(Date.now() + 47 * 60 * 60_000).toISOString()
  const document = await send('ending.pdf', toAna, { deadline })
  await age(document, 10)
  await sweep()
  // At once, but for the hour in which they are gathered here.
  const early = `select due_at < now() + interval '90 minutes' as early from reminder_news where document_id = $1`
  expect(await query(early, [document.guid])).toEqual([{ early: true }])
  await query('delete from mail_choices')
})

test('two servers that sweep at once remind each person once', async () => {
  await using other = await startBeside(scene, { env: GATHERS_LONG })
  await leaveToTest(scene, 'sweep-reminders')
  expect(other.url).not.toBe(scene.portal.server.url)
  const documents: SentDocument[] = []
  for (let number = 1; number <= 8; number += 1) documents.push(await send(`once-${number}.pdf`, toAna))
  for (const document of documents) await age(document, 10)
  await Promise.all(Array.from({ length: 6 }, sweep))
  const [mail, ...more] = await told('ana')
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Reminder: 8 documents to sign')
  for (const document of documents) expect(await remindedEvents(document)).toHaveLength(1)
})

test('who signs before the mail goes out gets none, and who has signed is never reminded', async () => {
  const document = await send('quick.pdf', toAna)
  await age(document, 10)
  await sweep()
  expect(await remindedEvents(document)).toHaveLength(1)
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  expect(await told('ana')).toEqual([])
  await age(document, 10)
  await sweep()
  expect(await remindedEvents(document)).toHaveLength(1)
})

test('an approver is reminded of the approval, and the signer who waits for it of nothing', async () => {
  const document = await send('minutes.pdf', [{ userId: 'ana', approvers: [{ userId: 'carla' }] }])
  await age(document, 10)
  await sweep()
  const [approval] = await query<{ id: string }>('select id from approvers where document_id = $1', [document.guid])
  expect(await told('carla')).toMatchObject([
    { subject: 'minutes.pdf: still waiting for your approval', links: [`${PORTAL}/approvals/${approval!.id}`] },
  ])
  expect(await told('ana')).toEqual([])
})

test('a guest is reminded by an invitation of their own', async () => {
  const document = await send('letter.pdf', [{ guest: { name: 'Gemma Guest', email: GUEST, language: 'en' } }])
  const [first] = await guests.secretsTo(GUEST)
  await age(document, 10)
  await sweep()
  const [newest] = await guests.secretsTo(GUEST, 2)
  expect(newest).not.toBe(first)
})

test('the sender hears of the last reminder that was not answered, and it stays the last', async () => {
  const document = await send('slow.pdf', toAna, { reminders: { first: 1, every: 1, most: 2 } })
  await age(document, 5)
  await sweep()
  expect(await toldOf('slow.pdf')).toEqual([])
  await age(document, 5)
  await sweep()
  const [ana] = await query<{ name: string }>(`select name from users where user_id = 'ana'`)
  expect(await toldOf('slow.pdf')).toEqual([`slow.pdf: ${ana!.name} has not answered the reminders, and gets no more`])
  await age(document, 5)
  await sweep()
  expect(await remindedEvents(document)).toHaveLength(2)
  expect((await statusOf(document)).signers[0]!.nextReminderAt).toBeNull()
})

test('a reminder that nobody asked for does not break the silence of a document', async () => {
  const document = await send('silent.pdf', toAna)
  await query(`update documents set last_event_at = now() - interval '8 days' where id = $1`, [document.guid])
  await age(document, 10)
  await sweep()
  expect(await remindedEvents(document)).toHaveLength(1)
  const { data } = await scene.people.biel.call.sentDocuments({
    query: { silentDays: '7', fileName: 'silent.pdf' },
  })
  expect(data.map(({ guid }) => guid)).toEqual([document.guid])
})

test('a person who reminds has the count begin anew, and nobody is reminded by itself at the same time', async () => {
  const document = await send('asked.pdf', toAna)
  await age(document, 10)
  await scene.people.biel.call.remindPeople({ params: { docGuid: document.guid }, query: {}, body: {} })
  await sweep()
  expect(await remindedEvents(document)).toHaveLength(1)
  const { nextReminderAt } = (await statusOf(document)).signers[0]!
  expect(new Date(nextReminderAt!).getTime()).toBeGreaterThan(Date.now() + 2 * DAY_MS)
})

test('another deadline has it planned anew: a day before it', async () => {
  const document = await send('deadline.pdf', [{ userId: 'ana', approvers: [{ userId: 'carla' }] }], {
    reminders: { first: 30, every: 30, most: 1 },
  })
  await sweep()
  const nextOf = async () => (await statusOf(document)).signers[0]!.approvers[0]!.nextReminderAt
  const before = await nextOf()
  const deadline = new Date(Date.now() + 4 * DAY_MS)
  const address = `${scene.portal.url}/api/v1/documents/${document.guid}`
  const headers = { authorization: `Bearer ${scene.people.biel.token}`, 'content-type': 'application/json' }
  const etag = (await fetch(address, { headers })).headers.get('etag')!
  const changed = await fetch(address, {
    method: 'PATCH',
    headers: { ...headers, 'if-match': etag },
    body: JSON.stringify({ deadline: deadline.toISOString() }),
  })
  expect(changed.status).toBe(200)
  await sweep()
  expect(await nextOf()).not.toBe(before)
  expect(await nextOf()).toBe(new Date(deadline.getTime() - DAY_MS).toISOString())
})

test('a plan that was made before something changed is thrown away, and made anew at the next look', async () => {
  const document = await send('late.pdf', toAna)
  await age(document, 0)
  const url = new Secret(scene.portal.server.database!.url)
  const opened = await openDatabase<Schema>({ kind: 'external', url }, { role: 'server', poolSize: 1 })
  const store = openReminderStore(opened.db, notifyNobody)
  const [signer] = document.signers
  const part = (await store.unplanned(500)).find(({ id }) => id === signer!.guid)!
  const plan = { ...part, next: new Date(Date.now() + DAY_MS) }
  await age(document, 0)
  expect(await store.plan([plan])).toBe(0)
  const again = (await store.unplanned(500)).find(({ id }) => id === signer!.guid)!
  expect(await store.plan([{ ...again, next: plan.next }])).toBe(1)
  await opened.close()
})

test('who has an address that mails come back from is not reminded, and is once they have another', async () => {
  const document = await send('moved.pdf', toAna)
  await query(`update users set returned_address = email where user_id = 'ana'`)
  await age(document, 10)
  await sweep()
  expect(await remindedEvents(document)).toEqual([])
  await query(`update users set returned_address = null where user_id = 'ana'`)
  await query(`update signers set next_reminder_at = now() where document_id = $1`, [document.guid])
  await sweep()
  expect(await remindedEvents(document)).toHaveLength(1)
})

test('an operator says when people of a subscription are reminded, and what is planned follows', async () => {
  const [subscription] = await query<{ name: string }>('select name from subscriptions limit 1')
  const { server } = scene.portal
  const set = (text: string) =>
    runCli(['subscription', 'set', subscription!.name, '--reminders', text, '--json'], {
      DATABASE_URL: server.database!.url,
      DATA_DIR: server.dataDir,
    })
  const document = await send('policy.pdf', toAna)
  const kept = await send('kept.pdf', toAna, { reminders: { first: 2, every: 4, most: 1 } })
  await sweep()
  expect((await set('off')).code).toBe(0)
  for (const one of [document, kept]) await age(one, 10)
  await sweep()
  expect(await remindedEvents(document)).toEqual([])
  // What was said when it was sent counts more.
  expect(await remindedEvents(kept)).toHaveLength(1)
  expect((await statusOf(document)).reminders).toEqual({ first: 3, every: 3, most: 0, isOwn: false })
  expect((await statusOf(kept)).reminders).toEqual({ first: 2, every: 4, most: 1, isOwn: true })
  expect((await set('2,5,4')).code).toBe(0)
  await sweep()
  expect(await remindedEvents(document)).toHaveLength(1)
  expect((await statusOf(document)).reminders).toEqual({ first: 2, every: 5, most: 4, isOwn: false })
  for (const wrong of ['0,3,5', '3,3,21', '3,3', 'often']) expect((await set(wrong)).code, wrong).toBe(2)
  expect((await set('1,1,1,nobody')).code).toBe(1)
  expect((await set('1,1,1,carla')).code).toBe(0)
  expect((await statusOf(document)).reminders).toMatchObject({ most: 1, escalateTo: 'carla' })
  expect((await set('usual')).code).toBe(0)
  expect((await statusOf(document)).reminders).toEqual({ first: 3, every: 3, most: 5, isOwn: false })
})
