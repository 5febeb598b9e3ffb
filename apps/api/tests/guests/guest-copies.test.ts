/** What somebody without an account gets of a document that they have signed: a mail at its end, and the way to a copy. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { askPdfsig, makePdf, openScene, sendDocument, trySigning, type Scene } from '@rubrica/testing'
import { readInbox, type Mail } from '../scenes/read-inbox.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await rows('update subscriptions set allows_guests = true')
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** The newest first. */
const mailsTo = (email: string, subject: RegExp, count = 1) =>
  vi.waitFor(
    async () => {
      const found = (await readInbox(scene, email)).filter((mail) => subject.test(mail.subject))
      expect(found.length).toBeGreaterThanOrEqual(count)
      return found
    },
    { timeout: 120_000, interval: 100 },
  )
const ASKED = /waiting for your signature/
const SIGNED = /^Everybody has signed/
const secretIn = ([mail]: readonly Mail[]) =>
  new URL(mail!.links.find((link) => link.includes('/invitation?'))!).searchParams.get('t')!

async function ask(path: string, { body, token }: { body?: object; token?: string } = {}) {
  const answer = await fetch(`${scene.portal.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

async function enter(email: string, Secret: string): Promise<string> {
  const codes = await mailsTo(email, /code/i, 0)
  expect((await ask('/invitation/codes', { body: { Secret } })).status).toBe(204)
  const mails = await mailsTo(email, /code/i, codes.length + 1)
  const Code = /^\d{6}$/m.exec(mails[0]!.text)![0]
  const { body } = await ask('/invitation/proofs', { body: { Secret, Code } })
  return (body['Session'] as { access_token: string }).access_token
}

/** A document that a guest signs, and perhaps Ana after them. */
async function sign(email: string, others: { userId: string }[] = []) {
  const guest = { name: 'Gemma Guest', language: 'en', email } as const
  const sent = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'lease.pdf', signers: [{ guest }, ...others] },
  })
  const secret = secretIn(await mailsTo(email, ASKED))
  const token = await enter(email, secret)
  expect((await ask('/invitation/signature', { body: {}, token })).status).toBe(204)
  return { guid: sent.guid, signers: sent.signers, secret }
}

test('once everybody has signed, a guest is led to the signed file, and proves their address again', async () => {
  const email = 'copy@elsewhere.test'
  const { guid, signers, secret } = await sign(email, [{ userId: 'ana' }])
  // Nothing to be fetched while others sign.
  expect((await ask('/invitation', { body: { Secret: secret } })).body).toMatchObject({
    State: 'over',
    IsSigned: false,
  })
  expect(await trySigning(scene.people.ana, signers[1]!.guid)).toBe(204)
  const [mail, ...more] = await mailsTo(email, SIGNED)
  expect(more).toEqual([])
  const copy = secretIn([mail!])
  expect((await ask('/invitation', { body: { Secret: copy } })).body).toMatchObject({
    ...{ State: 'open', IsSigned: true, Proofs: ['email'], FileName: 'lease.pdf' },
  })
  expect((await ask(`/documents/${guid}`)).status).toBe(401)
  const token = await enter(email, copy)
  const { body } = await ask(`/documents/${guid}`, { token })
  const pdf = Buffer.from(String(body['DocContent']), 'base64')
  expect((await askPdfsig(pdf)).verdicts).toHaveLength(2)
  expect((await ask(`/signeddocuments/${guid}`, { token })).status).not.toBe(403)
  expect((await ask('/invitation/signature', { body: {}, token })).status).not.toBe(204)
})

test('who has made an account since is told of it, and led there once everybody has signed', async () => {
  await rows('update subscriptions set allows_accounts = true')
  const email = 'account@elsewhere.test'
  const { signers } = await sign(email, [{ userId: 'ana' }])
  await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'later.pdf', signers: [{ guest: { name: 'Gemma Guest', language: 'en', email } }] },
  })
  const token = await enter(email, secretIn(await mailsTo(email, ASKED, 2)))
  const made = await ask('/invitation/account', { body: { Password: 'Guest-of-1-day!' }, token })
  expect(made.body).toMatchObject({ UserId: email })
  const [told] = await mailsTo(email, /^You have an account/)
  expect(told!.text).toContain(`You sign in with ${email}`)
  expect(await trySigning(scene.people.ana, signers[1]!.guid)).toBe(204)
  const [mail, ...more] = await mailsTo(email, SIGNED)
  expect(more).toEqual([])
  expect(mail!.links.map((link) => new URL(link).pathname)).toEqual(['/signed'])
})

test('a guest asks for another link to the signed file, and has none a month after its end', async () => {
  const email = 'later@elsewhere.test'
  const { guid, secret } = await sign(email)
  const first = secretIn(await mailsTo(email, SIGNED))
  expect((await ask('/invitation', { body: { Secret: secret } })).body).toMatchObject({ State: 'void', IsSigned: true })
  await enter(email, first)
  await rows(`update invitations set created_at = created_at - interval '1 hour'`)
  expect((await ask('/invitation/renewals', { body: { Secret: first } })).status).toBe(204)
  const second = secretIn(await mailsTo(email, SIGNED, 2))
  await rows(`update documents set ended_at = now() - interval '31 days' where id = $1`, [guid])
  expect((await ask('/invitation', { body: { Secret: second } })).body).toMatchObject({ State: 'over' })
  expect((await ask('/invitation/renewals', { body: { Secret: second } })).status).toBe(409)
})

test('a guest who has rejected, or whose document was withdrawn, is led nowhere', async () => {
  const email = 'rejects@elsewhere.test'
  const sent = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'no.pdf', signers: [{ guest: { name: 'Gemma', language: 'en', email } }] },
  })
  const secret = secretIn(await mailsTo(email, ASKED))
  const token = await enter(email, secret)
  const answer = await ask(`/vidmobileuser/signature/${sent.signers[0]!.guid}/rejected`, {
    body: { RejectionReason: 'No', AccessMethod: 'SSO' },
    token,
  })
  expect(answer.status).toBe(204)
  expect((await ask('/invitation', { body: { Secret: secret } })).body).toMatchObject({
    State: 'over',
    IsSigned: false,
  })
  expect(
    await rows(`select 1 from pgboss.job where name = 'tell-guest-of-end' and data->>'signerId' = $1`, [
      sent.signers[0]!.guid,
    ]),
  ).toEqual([])
})
