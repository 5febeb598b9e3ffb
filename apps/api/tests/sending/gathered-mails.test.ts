/** Documents that begin to wait for a person: told of in one mail, and as often as the person wants. */
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { readEvidenceFile } from '@rubrica/evidence-file'
import { openScene, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import {
  GATHERS_LONG,
  mailsTo,
  mailsToSender,
  messageId,
  openMailboxes,
  passTime,
  PORTAL,
  queryOf,
  sendAs,
  settled,
} from '../scenes/sender-mail-scene.ts'
import { refusalOf } from '../scenes/authorise-signing.ts'

let scene: Scene
beforeAll(async () => {
  const env = { ...GATHERS_LONG, ASKED_MAIL_DELAY_MS: '3600000', CALLS_PER_MINUTE: '1000000' }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
  await openMailboxes(scene)
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) => queryOf(scene)<Row>(text, values)
const PATIENCE = { timeout: 60_000, interval: 100 }
const inboxOf = (who: DemoName) => mailsTo(scene, `${who}@people.test`)

/** How many mails the test has not caused. */
let before = 0
beforeEach(async () => {
  await passTime(scene)
  await query('delete from mail_choices')
  before = (await inboxOf('ana')).length
})

/** What Ana got since the test began, the newest first. */
const toAna = async () => {
  const mails = await inboxOf('ana')
  return mails.slice(0, mails.length - before)
}

const USUAL = { Waiting: 'at-once', Reminders: 'at-once', Sent: 'at-once', Ended: 'at-once' } as const
const choose = (choices: object) =>
  scene.people.ana.call.setMailChoices({ body: { ...USUAL, TimeZone: 'Europe/Madrid', ...choices } })

const dueOf = async (documentId: string) =>
  (await query<{ due_at: Date }>('select due_at from waiting_news where document_id = $1', [documentId]))[0]?.due_at

test('forty documents in a minute are one mail, which names each, also those to approve', async () => {
  for (let i = 1; i <= 39; i++) await sendAs(scene, 'carla', { signers: ['ana'], fileName: `Lot ${i}.pdf` })
  await sendAs(scene, 'carla', {
    signers: [{ userId: 'biel', approvers: [{ userId: 'ana' }] }],
    fileName: 'To approve.pdf',
  })
  await settled(scene)
  expect(await toAna(), 'nothing before the time of gathering is over').toEqual([])
  await passTime(scene)
  const [mail, ...others] = await toAna()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('Waiting for you: 39 documents to sign, 1 to approve')
  expect(mail!.text).toContain('- Lot 1.pdf: waiting for your signature')
  expect(mail!.text).toContain('- Lot 39.pdf: waiting for your signature')
  expect(mail!.text).toContain('- To approve.pdf: waiting for your approval')
  expect(mail!.links).toContain(`${PORTAL}/`)
})

/** A header of the newest mail to somebody, as it came. */
async function headerOf(address: string, name: string): Promise<string | undefined> {
  const inbox = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${address}`)
  const [newest] = ((await inbox.json()) as { mails: { id: string }[] }).mails
  const source = await (await fetch(`${scene.portal.sandbox.url}/inbox/${newest!.id}/source`)).text()
  const headers = source.split('\r\n\r\n')[0]!.replaceAll(/\r\n[ \t]+/g, '')
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1]
}

test('a mail that gathers is left with one press in the mail program; looking at its address changes nothing', async () => {
  await choose({ Sent: 'daily' })
  for (const fileName of ['One.pdf', 'Two.pdf']) await sendAs(scene, 'carla', { signers: ['ana'], fileName })
  await settled(scene)
  await passTime(scene)
  expect(await headerOf('ana@people.test', 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const [mail] = await toAna()
  expect(mail!.text).toContain(`Choose how often these mails come.\n${PORTAL}/notifications`)
  expect(mail!.html).toContain(`href="${PORTAL}/notifications"`)
  const stop = (await headerOf('ana@people.test', 'List-Unsubscribe'))!.slice(1, -1)
  expect(stop.startsWith(`${PORTAL}/mail/stop/`)).toBe(true)
  const address = stop.replace(PORTAL, scene.portal.url)
  const looked = await fetch(address, { redirect: 'manual' })
  expect([looked.status, looked.headers.get('location')]).toEqual([303, `${PORTAL}/notifications`])
  const chosen = async () => (await scene.people.ana.call.notificationSettings({})).Mails
  expect(await chosen()).toMatchObject({ Waiting: 'at-once' })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const press = (to: string) => fetch(to, { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' })
  expect((await press(address)).status).toBe(204)
  expect(await chosen()).toMatchObject({ Waiting: 'never', Sent: 'daily', TimeZone: 'Europe/Madrid' })
  expect((await press(`${address}x`)).status).toBe(404)
  await query('delete from mail_choices')
  expect((await press(address)).status, 'who has chosen nothing before').toBe(204)
  expect(await chosen()).toMatchObject({ Waiting: 'never', Sent: 'at-once' })
})

test('a press ends what is gathered already, and says nothing of where its reader is', async () => {
  for (const fileName of ['Three.pdf', 'Four.pdf']) await sendAs(scene, 'carla', { signers: ['ana'], fileName })
  await settled(scene)
  await passTime(scene)
  const address = (await headerOf('ana@people.test', 'List-Unsubscribe'))!
    .slice(1, -1)
    .replace(PORTAL, scene.portal.url)
  await choose({ Waiting: 'daily' })
  const { guid } = await sendAs(scene, 'carla', { signers: ['ana'], fileName: 'Gathered.pdf' })
  await settled(scene)
  await query('delete from mail_choices')
  await query(`insert into mail_choices (user_id, choices, time_zone)
    select id, '{}', 'Europe/Madrid' from users where user_id = 'carla'`)
  expect((await fetch(address, { method: 'POST' })).status).toBe(204)
  const before = (await inboxOf('ana')).length
  await passTime(scene)
  expect(await inboxOf('ana')).toHaveLength(before)
  const [signer] = await query<{ notified_at: Date | null }>('select notified_at from signers where document_id = $1', [
    guid,
  ])
  expect(signer!.notified_at, 'reminders count from here').not.toBeNull()
  await scene.people.ana.call.setMailChoices({ body: { ...USUAL, TimeZone: 'Etc/UTC' } })
  const deadline = new Date(Date.UTC(2027, 0, 31, 8, 15))
  await sendAs(scene, 'carla', { signers: ['ana'], fileName: 'Zone.pdf', deadline: deadline.toISOString() })
  await settled(scene)
  await passTime(scene)
  expect((await toAna())[0]!.text).toContain('09:15 AM')
})

test('a mail about one document names no such address', async () => {
  await sendAs(scene, 'carla', { signers: ['ana'] })
  await settled(scene)
  await passTime(scene)
  expect(await headerOf('ana@people.test', 'List-Unsubscribe')).toBeUndefined()
})

const ZONES = {
  'of their quiet hours': () =>
    query(`insert into notice_settings (user_id, time_zone, quiet_weekends)
      select id, 'Europe/Madrid', false from users where user_id = 'ana'`),
  'of their choice of mails': () => choose({}),
}

test.each(Object.entries(ZONES))(
  'one document is told of as ever, with its deadline in the zone %s',
  async (_, say) => {
    await query('delete from notice_settings')
    await say()
    const sent = await sendAs(scene, 'carla', { signers: ['ana'], fileName: 'Alone.pdf' })
    await settled(scene)
    await query("update documents set deadline = '2099-12-31T22:59:00Z' where id = $1", [sent.guid])
    await passTime(scene)
    const [mail] = await toAna()
    expect(mail).toMatchObject({ subject: 'Alone.pdf is waiting for your signature' })
    expect(mail!.text).toContain('Deadline: December 31, 2099 at 11:59')
    expect(mail!.links).toContain(`${PORTAL}/documents/${sent.guid}`)
    expect(await messageId(scene, mail!)).toBe(`to-sign.${sent.signers[0]!.guid}`)
  },
)

test('what was signed or withdrawn before its mail is not told of', async () => {
  const [signed, , withdrawn] = await Promise.all(
    ['Signed.pdf', 'Kept.pdf', 'Withdrawn.pdf'].map((fileName) =>
      sendAs(scene, 'carla', { signers: ['ana'], fileName }),
    ),
  )
  await settled(scene)
  expect(await trySigning(scene.people.ana, signed!.signers[0]!.guid)).toBe(204)
  await query("update signers set state = 'cancelled' where document_id = $1", [withdrawn!.guid])
  await passTime(scene)
  expect((await toAna()).map(({ subject }) => subject)).toEqual(['Kept.pdf is waiting for your signature'])
})

test('what a mail server says of a mail about several documents stands with each of them', async () => {
  await query("update users set email = 'no-such-user@people.test' where user_id = 'ana'")
  const sent = await Promise.all(
    ['One.pdf', 'Other.pdf'].map((fileName) => sendAs(scene, 'carla', { signers: ['ana'], fileName })),
  )
  await settled(scene)
  await passTime(scene)
  await query("update users set email = 'ana@people.test' where user_id = 'ana'")
  for (const { guid } of sent) {
    const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
      headers: { authorization: `Bearer ${scene.people.carla.token}` },
    })
    const { signers } = (await answer.json()) as { signers: { mail: { state: string } | null }[] }
    expect(signers[0]!.mail).toMatchObject({ state: 'refused' })
  }
  await passTime(scene)
  const told = (await mailsToSender(scene, 'carla'))[0]!.text
  for (const name of ['One.pdf', 'Other.pdf']) expect(told).toContain(name)
  const { guid, signers } = sent[1]!
  await scene.people.carla.call.cancelDocument({ params: { docGuid: guid }, body: {} })
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/evidence?edition=full`, {
    headers: { authorization: `Bearer ${scene.people.carla.token}` },
  })
  const { files } = readEvidenceFile(Buffer.from(await answer.arrayBuffer()))
  expect(JSON.parse(files.get('mail.json')!.toString('utf8'))).toMatchObject([
    { personId: signers[0]!.guid, kind: 'to-waiting', answers: [{ state: 'refused', code: 550 }] },
  ])
})

test.each(['daily', 'weekly'] as const)('who wants mails %s gets them gathered in the morning', async (Waiting) => {
  await choose({ Waiting })
  const sent = await sendAs(scene, 'carla', { signers: ['ana'] })
  await settled(scene)
  const at = (await dueOf(sent.guid))!
  expect(at.toISOString()).toMatch(/T0[67]:00:00\.000Z$/)
  expect(at.getTime()).toBeGreaterThan(Date.now())
})

test('what ends within two days does not wait for the morning', async () => {
  await choose({ Waiting: 'weekly' })
  const sent = await sendAs(scene, 'carla', { signers: ['ana'] })
  await settled(scene)
  await query('delete from waiting_news where document_id = $1', [sent.guid])
  await query("update documents set deadline = now() + interval '47 hours' where id = $1", [sent.guid])
  await query(`insert into pgboss.job (name, data) values ('tell-signer', $1)`, [
    JSON.stringify({ signerId: sent.signers[0]!.guid }),
  ])
  await vi.waitFor(async () => {
    const due = await dueOf(sent.guid)
    expect(due!.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
  }, PATIENCE)
})

test('who wants no mails of it gets none, and reminders count from when they would have', async () => {
  await choose({ Waiting: 'never' })
  const sent = await sendAs(scene, 'carla', { signers: ['ana'] })
  await settled(scene)
  await passTime(scene)
  expect(await toAna()).toEqual([])
  const [row] = await query<{ notified_at: Date | null }>('select notified_at from signers where id = $1', [
    sent.signers[0]!.guid,
  ])
  expect(row!.notified_at).not.toBeNull()
})

test('news of what one has sent come as often as one wants them, or never', async () => {
  const sign = async () => {
    const sent = await sendAs(scene, 'ana', { signers: ['biel'] })
    expect(await trySigning(scene.people.biel, sent.signers[0]!.guid)).toBe(204)
    return query<{ id: string; due_at: Date; told_at: Date | null }>(
      'select id, due_at, told_at from sender_news where document_id = $1',
      [sent.guid],
    )
  }
  await choose({ Sent: 'daily' })
  const [daily] = await sign()
  expect(daily!.due_at.toISOString()).toMatch(/T0[67]:00:00\.000Z$/)
  await choose({ Sent: 'never' })
  const [never] = await sign()
  expect(never!.told_at).not.toBeNull()
  await query('delete from sender_news where id = $1', [daily!.id])
  await passTime(scene)
  expect(await mailsToSender(scene, 'ana')).toEqual([])
})

test('a choice is kept as it was said, and one that is none is refused', async () => {
  const { call } = scene.people.ana
  expect((await call.notificationSettings({})).Mails).toBeNull()
  const wish = {
    ...USUAL,
    Waiting: 'daily',
    Ended: 'never',
    Substitutions: 'never',
    Certificates: 'at-once',
    TimeZone: 'Europe/Madrid',
  } as const
  await call.setMailChoices({ body: wish })
  expect((await call.notificationSettings({})).Mails).toEqual(wish)
  expect(await refusalOf(call.setMailChoices({ body: { ...wish, TimeZone: 'Mars/Olympus' } }))).toMatchObject({
    status: 400,
  })
})
