/** What people who were asked to sign or approve a document are told by mail when it is over. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePdf, sendDocument, trySigning, type DemoName, type Scene } from '@rubrica/testing'
import { openGuests } from '../scenes/guest-scene.ts'
import {
  GATHERS_LONG,
  mailsToParty,
  messageId,
  openNewsScene,
  passTime,
  queryOf,
  PORTAL,
  type NewsMail,
} from '../scenes/sender-mail-scene.ts'
import { startBeside } from '../scenes/start-beside.ts'

const GUEST = 'gemma@elsewhere.test'
const READERS = ['ana', 'biel', 'carla'] as const

let scene: Scene
const names = { ana: '', biel: '', carla: '' }
beforeAll(async () => {
  scene = await openNewsScene('expire-documents')
  await query('update subscriptions set allows_guests = true')
  for (const { user_id, name } of await query<{ user_id: DemoName; name: string }>('select user_id, name from users')) {
    names[user_id] = name
  }
})
afterAll(() => scene[Symbol.asyncDispose]())
const guests = openGuests(() => scene)

const query = <Row extends object>(text: string, values: unknown[] = []) => queryOf(scene)<Row>(text, values)

/** How many mails the test has not caused. */
const before = new Map<string, number>()
const addressOf = (who: DemoName | 'guest') => (who === 'guest' ? GUEST : `${who}@people.test`)
beforeEach(async () => {
  await passTime(scene)
  for (const who of [...READERS, 'guest'] as const) {
    before.set(who, (await mailsToParty(scene, addressOf(who))).length)
  }
})

/** What somebody got since the test began, once the time of gathering is over; the newest first. */
async function told(who: DemoName | 'guest'): Promise<NewsMail[]> {
  await passTime(scene)
  const mails = await mailsToParty(scene, addressOf(who))
  return mails.slice(0, mails.length - before.get(who)!)
}
const linesOf = ({ text }: NewsMail) => text.split('\n').filter((line) => /^(- |  )/.test(line))

interface Sending {
  readonly signers: readonly object[]
  readonly copies?: readonly { userId: DemoName }[]
  readonly order?: 'sequential'
}

/** A document that a program sends, unless a person is named. */
const send = (fileName: string, sending: Sending, sender?: DemoName) =>
  sendDocument(scene.portal.url, sender ? scene.people[sender].token : scene.senderToken, {
    document: makePdf(),
    description: { fileName, ...sending } as never,
  })
type Sent = Awaited<ReturnType<typeof send>>
const toBoth = { signers: [{ userId: 'ana' }, { userId: 'biel' }] }

const guidOf = (who: DemoName, { signers }: Sent) => signers.find(({ userId }) => userId === who)!.guid
const sign = async (who: DemoName, document: Sent) =>
  expect(await trySigning(scene.people[who], guidOf(who, document))).toBe(204)
const reject = (who: DemoName, document: Sent) =>
  scene.people[who].call.rejectDocument({
    params: { signerGuid: guidOf(who, document) },
    body: { RejectionReason: 'Not like this', AccessMethod: 'USER_PASS' },
  })
async function withdraw({ guid }: Sent, token = scene.senderToken) {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/cancelled`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Sent by mistake' }),
  })
  expect(answer.status).toBe(204)
}

test('once everybody has signed, all who did are led to the file, but not who has just signed', async () => {
  const document = await send('lease.pdf', toBoth)
  await sign('ana', document)
  expect(await told('ana')).toEqual([])
  await sign('biel', document)
  const [mail, ...more] = await told('ana')
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: 'lease.pdf: signed by everybody',
    links: [`${PORTAL}/documents/${document.guid}`],
  })
  expect(mail!.text).toContain(`Hello ${names.ana},`)
  expect(linesOf(mail!)).toEqual(['- lease.pdf: signed by everybody'])
  expect(await told('biel')).toEqual([])
})

test('a rejection by another is told to who has signed and to whom it waits for, without its reason', async () => {
  const document = await send('plan.pdf', { signers: [...toBoth.signers, { userId: 'carla' }] })
  await sign('ana', document)
  await reject('biel', document)
  const [signed] = await told('ana')
  expect(signed).toMatchObject({
    subject: `plan.pdf: rejected by ${names.biel}`,
    links: [`${PORTAL}/documents/${document.guid}`],
  })
  expect(linesOf(signed!)).toEqual([
    `- plan.pdf: rejected by ${names.biel}`,
    '  Nobody else will sign it, so it stays incomplete.',
  ])
  const [asked] = await told('carla')
  expect(asked!.links).toEqual([])
  expect(linesOf(asked!)).toEqual([`- plan.pdf: rejected by ${names.biel}`, '  There is nothing left for you to do.'])
  expect(signed!.text + signed!.html + asked!.text + asked!.html).not.toContain('Not like this')
  expect(await told('biel')).toEqual([])
})

test('a document that is withdrawn is told to who was asked, and not to whose turn had not come', async () => {
  const document = await send('offer.pdf', { ...toBoth, order: 'sequential' })
  await withdraw(document)
  expect(await told('ana')).toMatchObject([{ subject: 'offer.pdf: withdrawn by its sender', links: [] }])
  expect(await told('biel')).toEqual([])
})

test('a document that expires is told to its signers and to its approvers, whatever they have done', async () => {
  const document = await send('budget.pdf', {
    signers: [
      { userId: 'ana', approvers: [{ userId: 'biel' }] },
      { userId: 'biel', approvers: [{ userId: 'carla' }] },
    ],
  })
  const [approval] = await query<{ id: string }>(
    `select approvers.id from approvers join users on users.id = approvers.user_id
      where document_id = $1 and users.user_id = 'carla'`,
    [document.guid],
  )
  await scene.people.carla.call.acceptApproval({ params: { approverGuid: approval!.id } })
  await query(`update documents set deadline = now() - interval '1 second' where id = $1`, [document.guid])
  await query(`insert into pgboss.job (name, data) values ('expire-documents', '{}')`)
  const rows = () => query(`select 1 from party_news where document_id = $1`, [document.guid])
  await expect.poll(rows, { timeout: 120_000 }).toHaveLength(2)
  const subject = 'budget.pdf: expired, its deadline has passed'
  // Biel was asked twice, to sign and to approve, and hears it once; Ana waited for him and had not heard of it.
  const [asked, ...more] = await told('biel')
  expect(more).toEqual([])
  expect(linesOf(asked!)).toEqual([`- ${subject}`, '  There is nothing left for you to do.'])
  const [approved] = await told('carla')
  expect(approved).toMatchObject({ subject, links: [`${PORTAL}/signed`] })
  expect(linesOf(approved!)).toEqual([`- ${subject}`, '  Nobody else will sign it, so it stays incomplete.'])
  expect(await told('ana')).toEqual([])
})

test('an approver who rejects ends it for those who were asked, and hears nothing of it themselves', async () => {
  const document = await send('minutes.pdf', {
    signers: [{ userId: 'ana', approvers: [{ userId: 'carla' }] }, { userId: 'biel' }],
  })
  const [approval] = await query<{ id: string }>('select id from approvers where document_id = $1', [document.guid])
  const params = { approverGuid: approval!.id }
  await scene.people.carla.call.rejectApproval({ params, body: { RejectedReason: 'Too dear' } })
  expect(await told('biel')).toMatchObject([{ subject: `minutes.pdf: rejected by ${names.carla}` }])
  expect(await told('carla')).toEqual([])
  expect(await told('ana')).toEqual([])
})

test('its sender, and who has a copy, are told otherwise', async () => {
  const document = await send('deed.pdf', { ...toBoth, copies: [{ userId: 'carla' }] }, 'ana')
  await sign('ana', document)
  await sign('biel', document)
  expect(await told('ana')).toEqual([])
  expect(await told('carla')).toEqual([])
  const own = await send('own.pdf', toBoth, 'ana')
  await withdraw(own, scene.people.ana.token)
  expect(await told('ana')).toEqual([])
  expect(await told('biel')).toMatchObject([{ subject: 'own.pdf: withdrawn by its sender' }])
})

test('a guest is told of an end that leads nowhere; of a document that all have signed they have an invitation', async () => {
  const withGuest = { signers: [{ guest: { name: 'Gemma Guest', email: GUEST, language: 'en' } }, { userId: 'ana' }] }
  await withdraw(await send('letter.pdf', withGuest))
  expect(await told('guest')).toMatchObject([{ subject: 'letter.pdf: withdrawn by its sender', links: [] }])
  const document = await send('signed.pdf', withGuest)
  // The mail of the document that was withdrawn may come as the later one, or never.
  const guest = await guests.enter(GUEST, await guests.secretOf(GUEST, 'signed.pdf'))
  await guest.call.signAsGuest({ body: {} })
  await sign('ana', document)
  const subjects = async () => (await guests.mailsTo(GUEST)).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 120_000 }).toContain('Everybody has signed signed.pdf')
  expect(await told('guest')).toHaveLength(1)
})

test('what ends within the time is one mail for each person, and what was signed by everybody comes last', async () => {
  const documents = []
  for (let number = 1; number <= 5; number++) documents.push(await send(`batch-${number}.pdf`, toBoth))
  await Promise.all(documents.map((document) => sign('ana', document)))
  await Promise.all(documents.slice(0, 3).map((document) => sign('biel', document)))
  await withdraw(documents[3]!)
  await reject('biel', documents[4]!)
  const [mail, ...more] = await told('ana')
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: 'Documents that you were sent: 3 signed by everybody, 1 rejected, 1 withdrawn',
    links: [`${PORTAL}/signed`],
  })
  expect(linesOf(mail!).slice(-3)).toSatisfy((lines: string[]) => lines.every((line) => line.includes('by everybody')))
  expect(await told('biel')).toMatchObject([{ subject: 'batch-4.pdf: withdrawn by its sender' }])
})

test('one mail however often its job is run by two servers, and the same again after a crash', async () => {
  await using other = await startBeside(scene, { env: GATHERS_LONG })
  expect(other.url).not.toBe(scene.portal.server.url)
  for (let number = 1; number <= 3; number++) await withdraw(await send(`once-${number}.pdf`, toBoth))
  const readerId = scene.people.ana.userId
  await query(
    `insert into pgboss.job (name, data, start_after)
      select 'tell-party', $1::jsonb, now() + interval '1 hour' from generate_series(1, 30)`,
    [{ readerId }],
  )
  const [first, ...more] = await told('ana')
  expect(more).toEqual([])
  expect(first!.subject).toBe('Documents that you were sent: 3 withdrawn')
  // As a server leaves it that dies after the mail server has answered.
  await query(
    `update party_news set told_at = null, held_until = now() - interval '1 second'
      where told_at = (select max(told_at) from party_news where reader_id = $1) and reader_id = $1`,
    [readerId],
  )
  await query(`insert into pgboss.job (name, data) values ('tell-party', $1)`, [{ readerId }])
  const [again] = await told('ana')
  expect(again!.text).toBe(first!.text)
  expect(await messageId(scene, again!)).toBe(await messageId(scene, first!))
  expect(await messageId(scene, again!)).toMatch(/^to-party\./)
})

test('who is no user any more is told nothing, also not later', async () => {
  const { userId } = scene.people.biel
  await withdraw(await send('gone.pdf', toBoth))
  await query('update users set active = false where id = $1', [userId])
  expect(await told('biel')).toEqual([])
  await query('update users set active = true where id = $1', [userId])
  expect(await told('biel')).toEqual([])
})
