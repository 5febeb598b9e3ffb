/** What becomes of mails: what the mail server says, what comes back, and who hears of it. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { readEvidenceFile } from '@rubrica/evidence-file'
import { IN_FULL_RUN, makePdf, openScene, sendDocument, type Scene } from '@rubrica/testing'
import { mailsToSender, openMailboxes, passTime, queryOf } from '../scenes/sender-mail-scene.ts'

const TOKEN = 'a-token-of-the-mail-server-of-this-test'
const PATIENCE = { timeout: 120_000, interval: 100 }

let scene: Scene
beforeAll(async () => {
  const env = {
    SENDER_MAIL_DELAY_MS: '3600000',
    MAIL_RETURN_ADDRESS: 'bounces@sign.example.test',
    MAIL_REPORTS_TOKEN: TOKEN,
  }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
  await openMailboxes(scene)
  await query('update subscriptions set allows_guests = true')
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) => queryOf(scene)<Row>(text, values)

/** Carla sends a document to Ana, whose mails go to this address. */
async function sendTo(email: string, fileName: string) {
  await query(`update users set email = $1, returned_address = null where user_id = 'ana'`, [email])
  const sent = await sendDocument(scene.portal.url, scene.people.carla.token, {
    document: makePdf(),
    description: { fileName, signers: [{ userId: 'ana' }] },
  })
  return { guid: sent.guid, signerGuid: sent.signers[0]!.guid }
}

interface Mail {
  readonly state: string
  readonly at: string
  readonly server: string
  readonly code: number | null
  readonly status: string | null
  readonly words: string
}

/** What a sender sees of the newest mail to the first signer. */
async function mailOf(guid: string, token = scene.people.carla.token): Promise<Mail | null> {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { signers } = (await answer.json()) as { signers: { mail: Mail | null }[] }
  return signers[0]!.mail
}

const whenIs = (guid: string, state: string) =>
  vi.waitFor(async () => {
    const mail = await mailOf(guid)
    expect(mail).toMatchObject({ state })
    return mail!
  }, PATIENCE)

/** The address that reports about the newest mail to somebody go to, as their mail server saw it. */
async function returnPathOf(address: string): Promise<string> {
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${address}`)
  return ((await answer.json()) as { mails: { returnPath: string }[] }).mails[0]!.returnPath
}

const reportTo = (address: string, { action = 'failed', status = '5.1.1' } = {}) =>
  [
    'From: MAILER-DAEMON@mx.people.test',
    `To: ${address}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.people.test',
    '',
    'Final-Recipient: rfc822; ana@people.test',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} <ana@people.test>: not here`,
    '',
    '--b--',
    '',
  ].join('\r\n')

const bring = (body: string, { token = TOKEN, type = 'message/rfc822' } = {}) =>
  fetch(`${scene.portal.url}/mail/reports`, {
    method: 'POST',
    headers: { 'content-type': type, ...(token !== '' && { authorization: `Bearer ${token}` }) },
    body,
  })

/** Subjects of what Carla is told since, once the time of gathering is over. */
async function toldOf(fileName: string) {
  await passTime(scene)
  return (await mailsToSender(scene, 'carla')).filter(({ subject }) => subject.startsWith(fileName))
}

test('who sends sees that a mail server has taken the mail, in its words, and nobody else does', async () => {
  const { guid } = await sendTo('ana@people.test', 'taken.pdf')
  const mail = await whenIs(guid, 'taken')
  expect(mail).toMatchObject({ server: '127.0.0.1', code: 250 })
  expect(mail.words).toMatch(/^250 .*Kept as/)
  expect(Date.parse(mail.at)).toBeLessThanOrEqual(Date.now())
  expect(await returnPathOf('ana@people.test')).toMatch(/^bounces\+[0-9a-f]{32}@sign\.example\.test$/)
})

test('an address that nobody has is told to who sent it, with the words of the server and without the address', async () => {
  const { guid, signerGuid } = await sendTo('no-such-user@people.test', 'refused.pdf')
  expect(await whenIs(guid, 'refused')).toMatchObject({
    code: 550,
    status: '5.1.1',
    words: '550 5.1.1 <…>: User unknown',
  })
  const [mail] = await toldOf('refused.pdf')
  expect(mail!.subject).toMatch(/^refused\.pdf: the mail to .+ did not arrive$/)
  expect(mail!.text).toContain('  The mail server says: 550 5.1.1 <…>: User unknown')
  // Not tried again, and not notified.
  const [signer] = await query('select notified_at from signers where id = $1', [signerGuid])
  expect(signer).toEqual({ notified_at: null })
  const [person] = await query(`select returned_address from users where user_id = 'ana'`)
  expect(person).toEqual({ returned_address: 'no-such-user@people.test' })
})

interface ToldMail {
  readonly guid: string
  readonly about: string
  readonly person: { readonly name: string } | null
  readonly answers: readonly Mail[]
}

async function listMails(guid: string, { query: asked = '', token = scene.people.carla.token } = {}) {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/mails${asked}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.status, ...((await answer.json()) as { data: ToldMail[]; next: string | null }) }
}

test('who sends reads each mail about a document page after page, and nobody else does', async () => {
  const { guid } = await sendTo('no-such-user@people.test', 'told.pdf')
  await whenIs(guid, 'refused')
  await query(`update users set email = 'ana@people.test' where user_id = 'ana'`)
  await fetch(`${scene.portal.url}/api/v1/documents/${guid}/reminders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${scene.people.carla.token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: '{}',
  })
  await whenIs(guid, 'taken')
  const first = await listMails(guid, { query: '?limit=1' })
  expect(first.data).toMatchObject([
    {
      about: 'asked',
      person: { name: 'Ana Vidal Serra' },
      answers: [{ code: 550, words: '550 5.1.1 <…>: User unknown' }],
    },
  ])
  const second = await listMails(guid, { query: `?limit=1&cursor=${first.next}` })
  expect(second).toMatchObject({ next: null, data: [{ about: 'reminded', answers: [{ state: 'taken' }] }] })
  expect((await listMails(guid, { token: scene.people.ana.token })).status).toBe(404)
  const other = await sendTo('ana@people.test', 'other.pdf')
  expect((await listMails(other.guid, { query: `?cursor=${first.next}` })).status).toBe(400)
  // What the sender is told of them is no concern of the next test.
  await passTime(scene)
})

// The pause before another try is half a minute.
test.runIf(IN_FULL_RUN)('a mail server that is busy is tried again, and what it said is kept', async () => {
  await fetch(`${scene.portal.sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'smtp', fault: 'http500', times: 1 }),
  })
  const { guid } = await sendTo('ana@people.test', 'busy.pdf')
  expect(await whenIs(guid, 'waiting')).toMatchObject({ code: 451 })
  await whenIs(guid, 'taken')
  const [mail] = await query<{ id: string }>('select id from mails where document_id = $1', [guid])
  expect(await query('select number, state from mail_answers where mail_id = $1 order by number', [mail!.id])).toEqual([
    { number: 1, state: 'waiting' },
    { number: 2, state: 'taken' },
  ])
})

test('a mail that comes back is told to who sent it, once, and its address is known to be bad', async () => {
  const { guid } = await sendTo('ana@people.test', 'returned.pdf')
  await whenIs(guid, 'taken')
  const address = await returnPathOf('ana@people.test')
  expect((await bring(reportTo(address, { action: 'delayed', status: '4.4.1' }))).status).toBe(204)
  expect(await mailOf(guid)).toMatchObject({ state: 'taken', server: 'mx.people.test', status: '4.4.1' })
  for (let time = 0; time < 2; time += 1) expect((await bring(reportTo(address))).status).toBe(204)
  expect(await mailOf(guid)).toMatchObject({
    ...{ state: 'returned', server: 'mx.people.test', code: 550, status: '5.1.1' },
    words: '550 5.1.1 <…>: not here',
  })
  expect(await toldOf('returned.pdf')).toHaveLength(1)
  const [person] = await query(`select returned_address from users where user_id = 'ana'`)
  expect(person).toEqual({ returned_address: 'ana@people.test' })
  // What came back stays so.
  expect((await bring(reportTo(address, { action: 'delivered' }))).status).toBe(204)
  expect(await mailOf(guid)).toMatchObject({ state: 'returned' })
})

test('a policy of the reader’s server returns the mail, and says nothing of the address', async () => {
  const { guid } = await sendTo('ana@people.test', 'policy.pdf')
  await whenIs(guid, 'taken')
  await bring(reportTo(await returnPathOf('ana@people.test'), { status: '5.7.1' }))
  expect(await mailOf(guid)).toMatchObject({ state: 'returned' })
  expect(await query(`select returned_address from users where user_id = 'ana'`)).toEqual([{ returned_address: null }])
})

test('a report about a mail that nobody sent, or that is none, changes nothing and is answered by nobody', async () => {
  const all = () => query('select id, state, tries from mails order by id')
  const before = await all()
  const forged = reportTo(`bounces+${'ab'.repeat(16)}@sign.example.test`)
  for (const body of [forged, 'Subject: I am away\r\n\r\nBack on Monday', '\u0000', '']) {
    expect((await bring(body)).status).toBe(204)
  }
  expect(await all()).toEqual(before)
})

test('only the mail server that has the token brings reports, of a size that a report has', async () => {
  const address = await returnPathOf('ana@people.test')
  const before = await query('select id, state, tries from mails order by id')
  for (const token of ['', 'another', `${TOKEN}x`, scene.people.carla.token]) {
    expect((await bring(reportTo(address), { token })).status).toBe(401)
  }
  expect((await bring(reportTo(address), { type: 'application/json' })).status).toBe(415)
  expect((await bring('x'.repeat(2 * 1024 * 1024))).status).toBe(413)
  expect((await fetch(`${scene.portal.url}/mail/reports`)).status).toBe(405)
  expect(await query('select id, state, tries from mails order by id')).toEqual(before)
})

test('mails are forgotten after half a year, with what was said of them', async () => {
  const { guid } = await sendTo('ana@people.test', 'old.pdf')
  await whenIs(guid, 'taken')
  await query(`update mails set created_at = now() - interval '181 days' where document_id = $1`, [guid])
  await query(`insert into pgboss.job (name, data) values ('expire-documents', '{}')`)
  await vi.waitFor(async () => expect(await mailOf(guid)).toBeNull(), PATIENCE)
  expect(await query('select 1 from mail_answers where mail_id not in (select id from mails)')).toEqual([])
})

test('evidence has what was said of each mail until the document was over, and is as good as before', async () => {
  const { guid, signerGuid } = await sendTo('ana@people.test', 'evidence.pdf')
  await whenIs(guid, 'taken')
  await scene.people.carla.call.cancelDocument({ params: { docGuid: guid }, body: {} })
  // It came too late for the file.
  await bring(reportTo(await returnPathOf('ana@people.test')))
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/evidence?edition=full`, {
    headers: { authorization: `Bearer ${scene.people.carla.token}` },
  })
  expect(answer.status).toBe(200)
  const { files } = readEvidenceFile(Buffer.from(await answer.arrayBuffer()))
  expect(JSON.parse(files.get('mail.json')!.toString('utf8'))).toMatchObject([
    { personId: signerGuid, kind: 'to-sign', address: 'ana@people.test', answers: [{ state: 'taken', code: 250 }] },
  ])
})
