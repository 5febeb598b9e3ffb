import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import {
  makePdf,
  makePng,
  openScene,
  postDocument,
  runCli,
  sendDocument,
  trySigning,
  type DemoName,
  type Scene,
} from '@rubrica/testing'

const PORTAL = 'https://sign.example.test'
const PATIENCE = { timeout: 120_000, interval: 100 }
const ADDRESS: Readonly<Record<DemoName, string>> = {
  ana: 'ana@people.test',
  biel: 'biel@people.test',
  carla: 'carla@people.test',
}

interface Mail {
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { PUBLIC_URL: PORTAL } })
  for (const [userId, email] of Object.entries(ADDRESS)) {
    await query('update users set email = $1 where user_id = $2', [email, userId])
  }
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => settled())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** Until every job that asks for a mail is done. */
const settled = () =>
  vi.waitFor(async () => {
    const open = await query(
      `select state from pgboss.job where name like 'tell-%' and state <> 'completed' and start_after <= now()`,
    )
    expect(open).toEqual([])
  }, PATIENCE)

const countJobs = async () =>
  Number((await query<{ count: string }>(`select count(*) from pgboss.job where name like 'tell-%'`))[0]!.count)

async function mailsTo(who: DemoName, document?: { guid: string }): Promise<Mail[]> {
  await settled()
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${ADDRESS[who]}`)
  const { mails } = (await answer.json()) as { mails: Mail[] }
  return document ? mails.filter(({ links }) => links.includes(`${PORTAL}/documents/${document.guid}`)) : mails
}

test('the documents of the demonstration fill no mailbox', async () => {
  expect(await countJobs()).toBe(0)
  const { mails } = (await (await fetch(`${scene.portal.sandbox.url}/inbox.json`)).json()) as { mails: Mail[] }
  expect(mails).toEqual([])
})

test('each signer who may sign at once gets one mail, in their own language', async () => {
  const words = {
    ana: ['de', 'Zur Unterschrift: Vertrag $& {{sender}}.pdf', 'Ana', 'Acme & Söhne hat Ihnen'],
    biel: ['es', 'Tiene un documento pendiente de firma: Vertrag $& {{sender}}.pdf', 'Biel', 'Acme & Söhne le ha'],
    carla: ['xx', 'Vertrag $& {{sender}}.pdf is waiting for your signature', 'Carla', 'Acme & Söhne has sent you'],
  } as const
  for (const [userId, [language]] of Object.entries(words)) {
    await query('update users set language = $1 where user_id = $2', [language, userId])
  }
  const document = await scene.send({
    signers: ['ana', 'biel', 'carla'],
    description: { fileName: 'Vertrag $& {{sender}}.pdf', senderName: 'Acme & Söhne' },
  })
  for (const who of ['ana', 'biel', 'carla'] as const) {
    const mails = await mailsTo(who, document)
    expect(mails).toHaveLength(1)
    const [, subject, name, sender] = words[who]
    expect(mails[0]).toMatchObject({ subject, links: [`${PORTAL}/documents/${document.guid}`] })
    for (const part of [name, sender, 'Vertrag $& {{sender}}.pdf']) expect(mails[0]!.text).toContain(part)
  }
})

test('a sender without a name leaves no gap', async () => {
  await query(`update users set language = 'fr' where user_id = 'ana'`)
  const [mail] = await mailsTo('ana', await scene.send({ signers: ['ana'], description: { fileName: 'bail.pdf' } }))
  // French puts no-break spaces before a colon and inside its quotation marks.
  expect(mail!.subject).toBe('Un document attend votre signature\u00a0: bail.pdf')
  expect(mail!.text.replaceAll('\u00a0', ' ')).toContain('Vous avez reçu le document « bail.pdf » à signer.')
})

test('a document that is refused is told to nobody', async () => {
  const jobs = await countJobs()
  const refused = [
    { document: makePdf(), description: { fileName: 'a.pdf', signers: [{ userId: 'ana' }, { userId: 'nobody' }] } },
    { document: Buffer.from('no PDF'), description: { fileName: 'a.pdf', signers: [{ userId: 'ana' }] } },
  ]
  for (const parts of refused) {
    const answer = await postDocument(scene.portal.url, scene.senderToken, parts)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  }
  expect(await countJobs()).toBe(jobs)
})

test('with signers in order the second is told when the first has signed, not before', async () => {
  const document = await scene.send({ signers: ['ana', 'biel'], description: { order: 'sequential' } })
  expect(await mailsTo('ana', document)).toHaveLength(1)
  expect(await mailsTo('biel', document)).toHaveLength(0)
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  expect(await mailsTo('biel', document)).toHaveLength(1)
  expect(await mailsTo('ana', document)).toHaveLength(1)
})

test('a job that is run again sends no second mail, and none to who has signed meanwhile', async () => {
  const document = await scene.send({ signers: ['ana', 'biel'] })
  expect(await mailsTo('biel', document)).toHaveLength(1)
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  await query('update signers set notified_at = null where id = $1', [document.signers[0]!.guid])
  for (const { guid } of document.signers) {
    await query(`insert into pgboss.job (name, data) values ('tell-signer', $1)`, [{ signerId: guid }])
  }
  expect(await mailsTo('ana', document)).toHaveLength(1)
  expect(await mailsTo('biel', document)).toHaveLength(1)
})

test('who is signing at that moment is told all the same, since it may fail', async () => {
  const document = await scene.send({ signers: ['ana'] })
  expect(await mailsTo('ana', document)).toHaveLength(1)
  const { guid } = document.signers[0]!
  await query(`update signers set notified_at = null, state = 'signing' where id = $1`, [guid])
  await query(`insert into pgboss.job (name, data) values ('tell-signer', $1)`, [{ signerId: guid }])
  expect(await mailsTo('ana', document)).toHaveLength(2)
})

async function approvalsOf({ guid }: { guid: string }) {
  const rows = await query<{ id: string; user_id: string }>(
    `select approvers.id, users.user_id from approvers join users on users.id = approvers.user_id
      where document_id = $1 order by users.user_id`,
    [guid],
  )
  return rows.map(({ id, user_id }) => ({ id, who: user_id as DemoName, link: `${PORTAL}/approvals/${id}` }))
}

test('each approver is told at once, with a link to the approval; the signer when the last one has accepted', async () => {
  const document = await scene.send({
    signers: ['ana'],
    signer: { approvers: [{ userId: 'biel' }, { userId: 'carla' }] },
    description: { fileName: 'to-approve.pdf', senderName: 'Acme' },
  })
  const approvals = await approvalsOf(document)
  for (const { who, link } of approvals) {
    const mails = (await mailsTo(who)).filter(({ links }) => links.includes(link))
    expect(mails).toHaveLength(1)
    for (const part of ['to-approve.pdf', 'Acme']) expect(mails[0]!.text).toContain(part)
  }
  for (const [index, { id, who }] of approvals.entries()) {
    expect(await mailsTo('ana', document)).toHaveLength(0)
    await scene.people[who].call.acceptApproval({ params: { approverGuid: id } })
    if (index === approvals.length - 1) expect(await mailsTo('ana', document)).toHaveLength(1)
  }
})

test('what the sender wrote to everybody is in the mails of signers and approvers', async () => {
  await query(`update users set language = 'en' where user_id in ('ana', 'biel')`)
  const ask = async (path: string, type: string, body: string | Blob) => {
    const headers = { authorization: `Bearer ${scene.senderToken}`, 'content-type': type }
    const answer = await fetch(`${scene.portal.url}/api/v1/${path}`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    return answer.json()
  }
  const { id } = (await ask('files', 'application/pdf', new Blob([new Uint8Array(makePdf())]))) as { id: string }
  const dispatch = {
    documents: [{ file: id, fileName: 'lease.pdf' }],
    message: 'Before Friday, please.\nhttps://evil.test <b>Ana</b>',
    signers: [{ userId: 'ana' }, { userId: 'carla', approvers: [{ userId: 'biel' }] }],
  }
  await ask('dispatches', 'application/json', JSON.stringify(dispatch))
  for (const who of ['ana', 'biel'] as const) {
    const mail = (await mailsTo(who)).find(({ subject }) => subject.startsWith('lease.pdf'))!
    expect(mail.text).toContain(
      '\n\nMessage from the sender:\n> Before Friday, please.\n> https://evil.test <b>Ana</b>\n\n',
    )
    expect(mail.html).toContain('Before Friday, please.<br>https://evil.test &lt;b&gt;Ana&lt;/b&gt;')
    expect(mail.html.match(/<a /g)).toHaveLength(1)
  }
})

/** The head of a mail as it came, each of its lines whole, and what of its parts is a picture. */
async function sourceOf({ id }: Mail) {
  const source = await (await fetch(`${scene.portal.sandbox.url}/inbox/${id}/source`)).text()
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return { head, hasPicture: /^Content-Type: image\/png/im.test(source) }
}

test('an answer goes to the person who sent it, a reminder belongs to the mail before it, and the tenant’s logo goes along', async () => {
  const logo = `data:image/png;base64,${Buffer.from(makePng({ width: 120, height: 40 })).toString('base64')}`
  await query(`update subscriptions set logo = $1, primary_color = '#7a1f5c'`, [logo])
  await query(`update user_subscriptions set roles = '{sender}'`)
  const byProgram = await scene.send({ signers: ['ana'] })
  const { carla } = scene.people
  const document = await sendDocument(scene.portal.url, carla.token, {
    document: makePdf(),
    description: { fileName: 'asked.pdf', signers: [{ userId: 'ana' }] },
  })
  const [ofProgram] = await mailsTo('ana', byProgram)
  expect((await sourceOf(ofProgram!)).head).not.toMatch(/^Reply-To/im)
  const [first] = await mailsTo('ana', document)
  expect(first!.html).toContain('border-top:4px solid #7a1f5c')
  expect(first!.html).toContain('<img src="cid:logo" alt="Demo"')
  const { head, hasPicture } = await sourceOf(first!)
  expect(head).toMatch(/^Reply-To: carla@people\.test$/m)
  expect(hasPicture).toBe(true)
  const messageId = /^Message-ID: (<\S+>)$/im.exec(head)![1]!
  await carla.call.remindPeople({ params: { docGuid: document.guid }, body: {}, headers: {} })
  await expect.poll(async () => (await mailsTo('ana', document)).length, PATIENCE).toBe(2)
  const [reminder] = await mailsTo('ana', document)
  expect((await sourceOf(reminder!)).head).toContain(`In-Reply-To: ${messageId}`)
})

test('an approver whose job is run again, or whose document is over, is told nothing more', async () => {
  const document = await scene.send({ signers: ['ana'], signer: { approvers: [{ userId: 'biel' }] } })
  const [approval] = await approvalsOf(document)
  const toApprove = async () => (await mailsTo('biel')).filter(({ links }) => links.includes(approval!.link))
  expect(await toApprove()).toHaveLength(1)
  const again = () =>
    query(`insert into pgboss.job (name, data) values ('tell-approver', $1)`, [{ approverId: approval!.id }])
  await again()
  expect(await toApprove()).toHaveLength(1)
  await scene.people.biel.call.acceptApproval({ params: { approverGuid: approval!.id } })
  await query('update approvers set notified_at = null where id = $1', [approval!.id])
  await again()
  expect(await toApprove()).toHaveLength(1)
})

test('a document sent from the command line is told by the server', async () => {
  const { server } = scene.portal
  const file = join(server.dataDir, 'from-the-shell.pdf')
  await writeFile(file, makePdf())
  const env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
  const { code, stdout, stderr } = await runCli(['send', file, '--to', 'carla', '--json'], env)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  const { id } = JSON.parse(stdout) as { id: string }
  expect(await mailsTo('carla', { guid: id })).toHaveLength(1)
})
