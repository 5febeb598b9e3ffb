/** What people who sent documents are told by mail. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { trySigning, type DemoName, type Scene } from '@rubrica/testing'
import {
  GATHERS_LONG,
  mailsToSender,
  messageId,
  openNewsScene,
  passTime,
  queryOf,
  sendAs,
  settled,
  PORTAL,
  type NewsMail,
} from '../scenes/sender-mail-scene.ts'
import { startBeside } from '../scenes/start-beside.ts'

let scene: Scene
const names = { ana: '', biel: '', carla: '' }
beforeAll(async () => {
  // Told news are forgotten when a test says so, not at the minute.
  scene = await openNewsScene('expire-documents')
  for (const { user_id, name } of await query<{ user_id: DemoName; name: string }>('select user_id, name from users')) {
    names[user_id] = name
  }
})
afterAll(() => scene[Symbol.asyncDispose]())

/** Mails that the test has not caused. */
let before: number
beforeEach(async () => {
  await passTime(scene)
  before = (await mailsToSender(scene, 'carla')).length
})

const query = <Row extends object>(text: string, values: unknown[] = []) => queryOf(scene)<Row>(text, values)
type Sent = Awaited<ReturnType<typeof sendAs>>

/** What Carla, who sends, got since the test began, once the time of gathering is over. */
async function told(): Promise<NewsMail[]> {
  await passTime(scene)
  const mails = await mailsToSender(scene, 'carla')
  return mails.slice(0, mails.length - before)
}

const send = (fileName: string, ...signers: Parameters<typeof sendAs>[2]['signers']) =>
  sendAs(scene, 'carla', { fileName, signers })

async function sign(who: DemoName, { signers }: Sent): Promise<void> {
  const { guid } = signers.find(({ userId }) => userId === who)!
  expect(await trySigning(scene.people[who], guid)).toBe(204)
}

const reject = (who: DemoName, { signers }: Sent, reason: string) =>
  scene.people[who].call.rejectDocument({
    params: { signerGuid: signers.find(({ userId }) => userId === who)!.guid },
    body: { RejectionReason: reason, AccessMethod: 'USER_PASS' },
  })

async function approvalOf({ guid }: Sent): Promise<{ approverGuid: string }> {
  const [row] = await query<{ id: string }>('select id from approvers where document_id = $1', [guid])
  return { approverGuid: row!.id }
}

const linesOf = ({ text }: NewsMail) => text.split('\n').filter((line) => /^(- |  )/.test(line))
const newsRows = () => query('select event from sender_news where told_at is null')

test('a signature is told with the document, who signed, and where to follow it', async () => {
  const document = await send('lease.pdf', 'ana', 'biel')
  await sign('ana', document)
  const mails = await told()
  expect(mails).toMatchObject([
    { subject: `lease.pdf: signed by ${names.ana}`, links: [`${PORTAL}/sent/${document.guid}`] },
  ])
  expect(mails[0]!.text).toContain(`Hello ${names.carla},`)
  expect(linesOf(mails[0]!)).toEqual([`- lease.pdf: signed by ${names.ana}`])
  expect(mails[0]!.html).toContain(`>lease.pdf: signed by ${names.ana}</li>`)
})

test('the last signature of a document is told as its completion alone', async () => {
  const document = await send('lease.pdf', 'ana', 'biel')
  await sign('ana', document)
  await sign('biel', document)
  const [mail, ...others] = await told()
  expect(others).toEqual([])
  expect(mail!.subject).toBe(`lease.pdf: completed with the signature of ${names.biel}`)
  expect(linesOf(mail!)).toEqual([
    `- lease.pdf: signed by ${names.ana}`,
    `- lease.pdf: completed with the signature of ${names.biel}`,
  ])
})

test('a rejection is told with its reason, which stays on its line and sets no header', async () => {
  const reason = 'Wrong annex\r\n\r\nBcc: eve@people.test\n- lease.pdf: signed by Biel $& {{person}}'
  await reject('ana', await send('lease.pdf', 'ana', 'biel'), reason)
  const [mail] = await told()
  expect(mail!.subject).toBe(`lease.pdf: rejected by ${names.ana}`)
  expect(linesOf(mail!)).toEqual([
    `- lease.pdf: rejected by ${names.ana}`,
    '  Reason: Wrong annex Bcc: eve@people.test - lease.pdf: signed by Biel $& {{person}}',
  ])
})

test('the rejection of an approver is told with its reason; that one accepted is not', async () => {
  const [first, second] = [
    await send('first.pdf', { userId: 'ana', approvers: [{ userId: 'biel' }] }),
    await send('second.pdf', { userId: 'ana', approvers: [{ userId: 'biel' }] }),
  ]
  const { call } = scene.people.biel
  await call.acceptApproval({ params: await approvalOf(first) })
  await call.rejectApproval({ params: await approvalOf(second), body: { RejectedReason: 'Too dear' } })
  const mails = await told()
  expect(mails).toHaveLength(1)
  expect(mails[0]!.links).toEqual([`${PORTAL}/sent/${second.guid}`])
  expect(linesOf(mails[0]!)).toEqual([`- second.pdf: rejected by ${names.biel}`, '  Reason: Too dear'])
})

test('that somebody names another in their place is told, and asked where the sender wants to agree, with the reason', async () => {
  const pass = async (passingOn: 'asked' | 'yes') => {
    const { signers } = await sendAs(scene, 'carla', { fileName: `${passingOn}.pdf`, signers: ['ana'], passingOn })
    const params = { signerGuid: signers[0]!.guid }
    await scene.people.ana.call.passOn({ params, body: { Person: scene.people.biel.userId, Reason: 'His project' } })
  }
  await pass('yes')
  await pass('asked')
  const [mail] = await told()
  expect(mail!.subject).toBe('Your documents: 1 question about who signs, 1 passed on')
  expect(linesOf(mail!)).toEqual([
    `- yes.pdf: ${names.ana} has named somebody else, who is asked to sign now`,
    `- asked.pdf: ${names.ana} asks you whether somebody else may sign instead`,
    '  Reason: His project',
  ])
})

test('a document whose deadline has passed is told as expired', async () => {
  const document = await send('offer.pdf', 'ana')
  await query(`update documents set deadline = now() - interval '1 second' where id = $1`, [document.guid])
  await query(`insert into pgboss.job (name, data) values ('expire-documents', '{}')`)
  await expect.poll(newsRows, { timeout: 120_000 }).toEqual([{ event: 'expired' }])
  expect(await told()).toMatchObject([{ subject: 'offer.pdf: expired, its deadline has passed' }])
})

test('what happens to many documents of a sender within the time is one mail, rejections first', async () => {
  const documents = []
  for (let number = 1; number <= 12; number++) documents.push(await send(`batch-${number}.pdf`, 'ana'))
  await Promise.all(documents.map((document) => sign('ana', document)))
  await reject('biel', await send('refused.pdf', 'biel'), 'No')
  const mails = await told()
  expect(mails).toMatchObject([{ subject: 'Your documents: 12 completed, 1 rejected', links: [`${PORTAL}/sent`] }])
  const lines = linesOf(mails[0]!)
  expect(lines).toHaveLength(14)
  expect(lines.slice(0, 2)).toEqual([`- refused.pdf: rejected by ${names.biel}`, '  Reason: No'])
})

test('nothing is told before its time, and what comes after a mail waits its own', async () => {
  const document = await send('early.pdf', 'ana', 'biel')
  await sign('ana', document)
  const again = () =>
    query(`insert into pgboss.job (name, data) values ('tell-sender', $1)`, [{ senderId: scene.people.carla.userId }])
  await again()
  await settled(scene)
  expect(await mailsToSender(scene, 'carla')).toHaveLength(before)
  expect(await told()).toHaveLength(1)
  await sign('biel', document)
  await again()
  await settled(scene)
  expect(await mailsToSender(scene, 'carla')).toHaveLength(before + 1)
  expect(await told()).toHaveLength(2)
})

test('nobody is told of what they did themselves, and programs send no mail', async () => {
  const own = await send('own.pdf', 'carla', 'ana')
  await sign('carla', own)
  await reject('carla', await send('own.pdf', 'carla'), 'A mistake')
  const ofProgram = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, ofProgram.signers[0]!.guid)).toBe(204)
  expect(await newsRows()).toEqual([])
  await sign('ana', own)
  expect(await newsRows()).toEqual([{ event: 'completed' }])
})

test('a sender who is deactivated, or no member any more, is told nothing, also not later', async () => {
  const { userId } = scene.people.carla
  const membership = await query<{ subscription_id: string }>(
    'select subscription_id from user_subscriptions where user_id = $1',
    [userId],
  )
  await sign('ana', await send('gone.pdf', 'ana'))
  await query('update users set active = false where id = $1', [userId])
  expect(await told()).toEqual([])
  await query('update users set active = true where id = $1', [userId])
  await sign('ana', await send('gone.pdf', 'ana'))
  await query('delete from user_subscriptions where user_id = $1', [userId])
  expect(await told()).toEqual([])
  await query(`insert into user_subscriptions (user_id, subscription_id, roles) values ($1, $2, '{sender}')`, [
    userId,
    membership[0]!.subscription_id,
  ])
  expect(await told()).toEqual([])
})

test('the mail is in the language of the sender', async () => {
  await query(`update users set language = 'ca' where id = $1`, [scene.people.carla.userId])
  const first = await send('pla.pdf', 'ana')
  await sign('ana', first)
  await sign('ana', await send('acta.pdf', 'ana', 'biel'))
  const [mail] = await told()
  await query(`update users set language = 'en' where id = $1`, [scene.people.carla.userId])
  expect(mail!.subject).toBe('Els vostres documents: 1 completat, 1 signat')
  expect(mail!.text).toContain('Hi ha novetats en documents que vau enviar:')
})

test('one mail however often its job is run, at once and by two servers', async () => {
  await using other = await startBeside(scene, { env: GATHERS_LONG })
  expect(other.url).not.toBe(scene.portal.server.url)
  for (let number = 1; number <= 3; number++) await sign('ana', await send(`once-${number}.pdf`, 'ana'))
  await query(
    `insert into pgboss.job (name, data, start_after)
      select 'tell-sender', $1::jsonb, now() + interval '1 hour' from generate_series(1, 30)`,
    [{ senderId: scene.people.carla.userId }],
  )
  expect(await told()).toMatchObject([{ subject: 'Your documents: 3 completed' }])
})

test('a mail that was taken just before a crash is sent again as it was, under the same id', async () => {
  await sign('ana', await send('crash.pdf', 'ana'))
  const [first] = await told()
  // As a server leaves it that dies after the mail server has answered.
  const [left] = await query<{ id: string }>(
    `update sender_news set told_at = null where told_at = (select max(told_at) from sender_news) returning id`,
  )
  expect(left).toBeDefined()
  await sign('ana', await send('later.pdf', 'ana'))
  expect((await told()).map(({ subject }) => subject.split(':')[0])).toEqual(['later.pdf', 'crash.pdf'])
  await query(`update sender_news set held_until = now() - interval '1 second' where id = $1`, [left!.id])
  await query(`insert into pgboss.job (name, data) values ('tell-sender', $1)`, [
    { senderId: scene.people.carla.userId },
  ])
  const [again] = await told()
  expect(again!.text).toBe(first!.text)
  expect(await messageId(scene, again!)).toBe(await messageId(scene, first!))
  expect(await messageId(scene, again!)).toBe(`to-sender.${left!.id}`)
})

test('what was told, and what could not be told for days, is forgotten', async () => {
  await sign('ana', await send('told.pdf', 'ana'))
  expect(await told()).toHaveLength(1)
  await sign('ana', await send('kept.pdf', 'ana'))
  await query(
    `insert into sender_news (id, sender_id, document_id, subscription_id, event, happened_at, due_at)
      select gen_random_uuid(), sender_id, document_id, subscription_id, 'expired', now() - interval '73 hours', now() - interval '73 hours'
      from sender_news where told_at is null`,
  )
  await query(`insert into pgboss.job (name, data) values ('expire-documents', '{}')`)
  await expect
    .poll(() => query('select event from sender_news'), { timeout: 120_000 })
    .toEqual([{ event: 'completed' }])
})
