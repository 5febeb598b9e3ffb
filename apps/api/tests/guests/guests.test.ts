/** People without an account: invited by mail, proved by codes, confined to one document. */
import { createHash, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { contract, SCOPES, type CallName, type Endpoint } from '@rubrica/contract'
import { makePdf, newestCode, openScene, readPhone, sendDocument, type Scene } from '@rubrica/testing'
import { readInbox } from '../scenes/read-inbox.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await rows(`update user_subscriptions set roles = '{sender}'`)
  await rows('update subscriptions set allows_guests = true')
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const mailsTo = (email: string) => readInbox(scene, email)
const secretsTo = async (email: string) =>
  (await mailsTo(email)).flatMap(({ links }) =>
    links.flatMap((link) => (link.includes('/invitation?') ? [new URL(link).searchParams.get('t')!] : [])),
  )
const secretTo = (email: string, mails = 1) =>
  vi.waitFor(async () => {
    const secrets = await secretsTo(email)
    expect(secrets.length).toBeGreaterThanOrEqual(mails)
    return secrets[0]!
  }, PATIENCE)
/** The newest that was sent; other mails may have come since. */
const codeTo = async (email: string) => (await mailsTo(email)).flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? [])[0]!

const post = (path: string, body: object, token?: string) =>
  fetch(`${scene.portal.url}/api/invitation${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
const codeOf = async (answer: Response) => ((await answer.json()) as { Code: string }).Code

interface Guest {
  readonly email: string
  readonly phone?: string
  readonly provesPhone?: boolean
}
const invite = async (guest: Guest, fileName = 'plan.pdf') =>
  sendDocument(scene.portal.url, scene.people.biel.token, {
    document: makePdf(),
    description: { fileName, signers: [{ guest: { name: 'Gemma Guest', language: 'en', ...guest } }] },
  })

interface Session {
  readonly access_token: string
  readonly UserGUID: string
  readonly DocGUID: string
  readonly SignerGUID: string
}
/** Proves the address and comes in. */
async function enter(email: string): Promise<Session> {
  const secret = await secretTo(email)
  expect((await post('/codes', { Secret: secret })).status).toBe(204)
  const answer = await post('/proofs', { Secret: secret, Code: await codeTo(email) })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { Session: Session }).Session
}

const signed = (guid: string) =>
  rows<{ state: string; signer: string; access_method: string }>(
    `select documents.state, signers.state as signer, signing_attempts.access_method from documents
     join signers on signers.document_id = documents.id
     left join signing_attempts on signing_attempts.signer_id = signers.id where documents.id = $1`,
    [guid],
  )

test('a guest proves the address by a code, signs, and nothing of the key or the secret stays in the database', async () => {
  const email = 'gemma@elsewhere.test'
  const sent = await invite({ email })
  const secret = await secretTo(email)
  const shown = await (await post('', { Secret: secret })).json()
  expect(shown).toMatchObject({ State: 'open', FileName: 'plan.pdf', Email: 'g•••@elsewhere.test', Proofs: ['email'] })
  const session = await enter(email)
  expect(session.DocGUID).toBe(sent.guid)
  expect((await post('/signature', {}, session.access_token)).status).toBe(204)
  expect(await signed(sent.guid)).toEqual([{ state: 'completed', signer: 'signed', access_method: 'SSO' }])
  expect(await rows('select id from certificates where user_id = $1', [session.UserGUID])).toEqual([])
  const kept = await rows<{ secret_digest: Buffer; used_at: Date | null }>('select * from invitations')
  expect(kept).toHaveLength(1)
  expect(kept[0]).toMatchObject({ secret_digest: createHash('sha256').update(secret).update('\0').digest() })
  expect(kept[0]!.used_at).not.toBeNull()
  const events = await rows<{ type: string; canonical: string }>(
    'select type, canonical from audit_events where document_id = $1 order by sequence',
    [sent.guid],
  )
  expect(events.find(({ type }) => type === 'guest-proved')?.canonical).toContain('"proved":"email"')
  const dump = await everythingKept()
  expect(dump).not.toContain(secret)
})

/** All rows of all tables, as text: bytes are hexadecimal digits. */
async function everythingKept(): Promise<string> {
  const tables = await rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const texts = []
  for (const { name } of tables) {
    const found = await rows<{ row: string }>(`select t::text as row from "${name}" t`)
    texts.push(...found.map(({ row }) => row))
  }
  return texts.join('\n')
}

test('the certificate names the proved address alone, without a serialNumber', async () => {
  const email = 'named@elsewhere.test'
  const sent = await invite({ email })
  const { access_token: token } = await enter(email)
  expect((await post('/signature', {}, token)).status).toBe(204)
  const pdf = Buffer.from(
    await (
      await fetch(`${scene.portal.url}/api/v1/documents/${sent.guid}/content`, {
        headers: { authorization: `Bearer ${scene.people.biel.token}` },
      })
    ).arrayBuffer(),
  )
  const cms = Buffer.from(/\/Contents *<([0-9a-f]+)>/i.exec(pdf.toString('latin1'))![1]!, 'hex')
  const subjects = certificatesIn(cms).flatMap(({ subject }) => subject.split('\n'))
  expect(subjects).toContain(`CN=${email}`)
  expect(subjects.some((subject) => subject.includes('serialNumber'))).toBe(false)
})

/** Every certificate of a CMS: a SEQUENCE of two length octets that parses as one. */
function certificatesIn(cms: Buffer): X509Certificate[] {
  const found: X509Certificate[] = []
  for (let at = cms.indexOf('3082', 0, 'hex'); at >= 0; at = cms.indexOf(Buffer.of(0x30, 0x82), at + 1)) {
    try {
      found.push(new X509Certificate(cms.subarray(at, at + 4 + cms.readUInt16BE(at + 2))))
    } catch {
      // Another structure begins here.
    }
  }
  return found
}

test('a guest’s session opens the calls of its own document alone; every other call is 403 or 404', async () => {
  const email = 'walker@elsewhere.test'
  await invite({ email }, 'mine.pdf')
  const { access_token: token, DocGUID, SignerGUID, UserGUID } = await enter(email)
  const other = await invite({ email: 'other@elsewhere.test' }, 'theirs.pdf')
  const [theirs] = await rows<{ id: string }>('select id from signers where document_id = $1', [other.guid])
  for (const [name, entry] of Object.entries(contract) as [CallName, Endpoint][]) {
    if (entry.auth !== 'bearer' || name === 'revokeToken') continue
    const isOpen = entry.scopes?.includes(SCOPES.guest) ?? false
    const statusOf = async (docGuid: string, signerGuid: string) => {
      const path = entry.path
        .replace(':docGuid', docGuid)
        .replace(':signerGuid', signerGuid)
        .replace(':id', UserGUID)
        .replace(/:page|:revision/g, '1')
        .replace(':kind', 'standard')
        .replace(':lang', 'en')
        .replace(/:\w+/g, crypto.randomUUID())
      const answer = await fetch(`${scene.portal.url}/api${path}`, {
        method: entry.method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(entry.method !== 'GET' && { body: '{}' }),
      })
      await answer.arrayBuffer()
      return answer.status
    }
    if (!isOpen) expect(await statusOf(DocGUID, SignerGUID), name).toBe(403)
    else if (/:docGuid|:signerGuid/.test(entry.path)) {
      expect([400, 403, 404], name).toContain(await statusOf(other.guid, theirs!.id))
    }
  }
  const page = await fetch(`${scene.portal.url}/api/documentrendered/${DocGUID}/remote/pages/1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(page.status).toBe(200)
})

test('a new invitation voids the earlier one, and a used one opens nothing but the way to ask for another', async () => {
  const email = 'again@elsewhere.test'
  await invite({ email })
  const first = await secretTo(email)
  await rows(`update invitations set created_at = created_at - interval '1 hour'`)
  expect((await post('/renewals', { Secret: first })).status).toBe(204)
  const second = await secretTo(email, 2)
  expect(second).not.toBe(first)
  expect(await (await post('', { Secret: first })).json()).toMatchObject({ State: 'void' })
  expect(await codeOf(await post('/codes', { Secret: first }))).toBe('INVITATION_OVER')
  await enter(email)
  expect(await (await post('', { Secret: second })).json()).toMatchObject({ State: 'used' })
  const reused = await post('/codes', { Secret: second })
  expect([reused.status, await codeOf(reused)]).toEqual([409, 'INVITATION_OVER'])
  expect((await post('/renewals', { Secret: second })).status).toBe(429)
})

test('the sixth code that is tried counts no more, be it right', async () => {
  const email = 'guesser@elsewhere.test'
  await invite({ email })
  const secret = await secretTo(email)
  await post('/codes', { Secret: secret })
  const right = await codeTo(email)
  const wrong = right === '000000' ? '000001' : '000000'
  const left = []
  for (let tries = 0; tries < 5; tries++) {
    const answer = await post('/proofs', { Secret: secret, Code: wrong })
    left.push(((await answer.json()) as { Details: { TriesLeft: number } }).Details.TriesLeft)
  }
  expect(left).toEqual([4, 3, 2, 1, 0])
  expect(await codeOf(await post('/proofs', { Secret: secret, Code: right }))).toBe('INVITATION_CODE_WRONG')
  expect((await post('/codes', { Secret: secret })).status).toBe(429)
})

test('a phone that the sender asks for is proved after the address', async () => {
  const email = 'phoned@elsewhere.test'
  await invite({ email, phone: '+34600111222', provesPhone: true })
  const secret = await secretTo(email)
  await post('/codes', { Secret: secret })
  const answer = await post('/proofs', { Secret: secret, Code: await codeTo(email) })
  expect(await answer.json()).toEqual({ Next: 'phone' })
  expect((await post('/codes', { Secret: secret })).status).toBe(204)
  expect((await readPhone(scene)).messages[0]!.to).toBe('+34600111222')
  const last = await post('/proofs', { Secret: secret, Code: await newestCode(scene) })
  expect(await last.json()).toMatchObject({ Next: 'document' })
})

test('a known address invites the person who has it, and a subscription without guests refuses them', async () => {
  await rows(`update users set email = 'ana@people.test' where user_id = 'ana'`)
  const sent = await invite({ email: 'ANA@people.test' })
  const [signer] = await rows('select user_id from signers where document_id = $1', [sent.guid])
  expect(signer).toEqual({ user_id: scene.people.ana.userId })
  await rows('update subscriptions set allows_guests = false')
  await expect(invite({ email: 'nobody@elsewhere.test' })).rejects.toThrow(/GUESTS_NOT_ALLOWED|403/)
  await rows('update subscriptions set allows_guests = true')
})

test('the sender sees what was said of a guest and how far they are, and reminds them alone', async () => {
  const email = 'seen@elsewhere.test'
  const { call } = scene.people.biel
  const sent = await sendDocument(scene.portal.url, scene.people.biel.token, {
    document: makePdf(),
    description: {
      fileName: 'two.pdf',
      signers: [{ guest: { name: 'Gemma', email, legalId: 'X1' } }, { userId: 'ana' }],
    },
  })
  // A reminder beside the first mail ends the invitation of whichever is written first: the newest may be the void one.
  await secretTo(email)
  const [guest, ana] = sent.signers
  const said = { email, phone: null, provesPhone: false, language: '', legalId: 'X1' }
  expect([guest!.guest, ana!.guest]).toEqual([{ ...said, provedAt: null }, null])
  const remind = (people: string[]) => call.remindPeople({ params: { docGuid: sent.guid }, body: { people } })
  await expect(remind([crypto.randomUUID()])).rejects.toMatchObject({ code: 'SIGNER_NOT_FOUND' })
  const { reminded } = await remind([guest!.guid.toUpperCase()])
  expect(reminded.map(({ guid }) => guid)).toEqual([guest!.guid])
  await expect(remind([guest!.guid])).rejects.toMatchObject({ code: 'REMINDED_RECENTLY' })
  expect((await remind([ana!.guid])).reminded.map(({ guid }) => guid)).toEqual([ana!.guid])
  await secretTo(email, 2)
  await enter(email)
  const { signers } = await call.sentDocumentStatus({ params: { docGuid: sent.guid } })
  expect(signers[0]!.guest).toMatchObject({ ...said, provedAt: expect.any(String) as string })
})

test('where people without an account may be asked, and an address that somebody has, are told to senders', async () => {
  const { call } = scene.people.biel
  expect((await call.memberships({})).List).toMatchObject([{ AllowsGuests: true, ProvesPhones: true }])
  await rows('update subscriptions set allows_guests = false')
  expect((await call.memberships({})).List).toMatchObject([{ AllowsGuests: false }])
  await rows('update subscriptions set allows_guests = true')
  const carla = (await scene.people.carla.call.user({})).email
  const asked = async (text: string) => (await call.suggestPeople({ query: { text } })).data
  expect(await asked(carla.toUpperCase())).toMatchObject([{ userId: 'carla', hasAddress: true }])
  expect(await asked(carla.slice(0, -1))).toMatchObject([{ userId: 'carla', hasAddress: false }])
})

test('nobody becomes a guest by recovering a password, or by an address that a provider proves', async () => {
  const [guest] = await rows<{ user_id: string; active: boolean; password_hash: string | null }>(
    `select users.user_id, active, password_hash from users join guests on guests.user_id = users.id limit 1`,
  )
  expect(guest).toMatchObject({ password_hash: null })
  expect(await rows('select * from user_subscriptions join guests using (user_id)')).toEqual([])
})
