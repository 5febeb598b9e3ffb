/** Links with which a program lets one person sign one document. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { makePdf, openScene, runCli, sendDocument, senderToken, type Scene } from '@rubrica/testing'
import { openGuests } from '../scenes/guest-scene.ts'

const RETURN = 'https://scene.example.test/done?case=17'

const PATIENCE = { timeout: 120_000, interval: 100 }

let scene: Scene
let env: Record<string, string>
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await rows('update subscriptions set allows_guests = true, allows_accounts = true')
  const { server } = scene.portal
  env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, SERVER_KEY_FILE: server.serverKeyFile }
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

async function ask(method: string, path: string, token?: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${scene.portal.url}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

const codesOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  `${status} ${String(body['Code'])}`

interface Place {
  readonly doc: string
  readonly signer: string
}
async function send(...signers: ('ana' | 'biel')[]): Promise<Place> {
  const sent = await scene.send({ signers })
  return { doc: sent.guid, signer: sent.signers[0]!.guid }
}

const link = ({ doc, signer }: Place, more: object = {}, key?: string) =>
  ask(
    'POST',
    `/v1/documents/${doc}/signing-links`,
    scene.senderToken,
    { signer, returnUrl: RETURN, ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const secretOf = ({ body }: { body: Record<string, unknown> }) => new URL(String(body['url'])).hash.slice(1)
const open = (secret: string) => ask('POST', '/signing-links/openings', undefined, { Secret: secret })

const tokenIn = (body: Record<string, unknown>) => (body['Session'] as { access_token: string }).access_token

async function enter(place: Place): Promise<string> {
  const opened = await open(secretOf(await link(place)))
  expect(opened.status).toBe(200)
  return tokenIn(opened.body)
}

const sign = (token: string, signer: string) =>
  ask('POST', `/vidmobileuser/signature/keyvault/${signer}`, token, {
    CertGUID: scene.people.ana.certificateId,
    PIN: scene.people.ana.pin,
    AccessMethod: 'SSO',
  })

test('a person whom a program leads in sees one document, signs it with their PIN, and it is told in the log', async () => {
  const place = await send('ana')
  const made = await link(place)
  expect(made.status).toBe(201)
  const url = new URL(String(made.body['url']))
  expect(url.pathname).toMatch(/^\/sign\/[0-9a-f-]{36}$/)
  expect(Date.parse(String(made.body['expiresAt'])) - Date.now()).toBeLessThanOrEqual(300_000)
  const { body } = await open(secretOf(made))
  expect(body).toMatchObject({ DocGUID: place.doc, SignerGUID: place.signer, ReturnUrl: RETURN, FrameOrigins: [] })
  const token = tokenIn(body)
  const { body: list } = await ask('GET', '/pendingsignatures/paginated', token)
  expect(list).toMatchObject({ Count: 1, TotalPages: 1, List: [{ DocGUI: place.doc }] })
  expect((await sign(token, place.signer)).status).toBe(204)
  expect((await ask('GET', `/v1/documents/${place.doc}`, scene.senderToken)).body['state']).toBe('completed')
  const [event] = await rows<{ canonical: string }>(
    `select canonical from audit_events where document_id = $1 and type = 'signing-link-opened'`,
    [place.doc],
  )
  const { facts } = JSON.parse(event!.canonical) as { facts: object }
  expect(facts).toMatchObject({ signerId: place.signer, clientId: 'scene' })
})

test('the secret is kept as a hash, and is good once, even when two open it at the same moment', async () => {
  const secret = secretOf(await link(await send('ana')))
  const [row] = await rows<{ secret_digest: Buffer }>(
    'select secret_digest from signing_links where opened_at is null order by created_at desc limit 1',
  )
  expect(row!.secret_digest).toEqual(createHash('sha256').update(secret).update('\0').digest())
  const answers = await Promise.all([open(secret), open(secret), open(secret)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const late = await open(secret)
  expect(late).toMatchObject({
    status: 409,
    body: { Code: 'SIGNING_LINK_OVER', Details: { State: 'used', ReturnUrl: RETURN } },
  })
  expect(codesOf(await open('x'.repeat(43)))).toBe('404 SIGNING_LINK_UNKNOWN')
})

test('a link says why it opens nothing: too old, replaced by a later one, or its document is over', async () => {
  const place = await send('ana')
  const [first, second] = [secretOf(await link(place)), secretOf(await link(place))]
  expect((await open(first)).body).toMatchObject({ Details: { State: 'void' } })
  await rows(`update signing_links set expires_at = now() - interval '1 second'`)
  expect((await open(second)).body).toMatchObject({ Details: { State: 'expired' } })
  const third = secretOf(await link(place))
  await ask('POST', `/v1/documents/${place.doc}/cancelled`, scene.senderToken)
  expect((await open(third)).body).toMatchObject({ Details: { State: 'over' } })
  expect(codesOf(await link(place))).toBe('409 DOCUMENT_NO_LONGER_AVAILABLE')
})

test('a session of one document opens no other of the same person, by path, by query or by body', async () => {
  const [mine, other] = [await send('ana'), await send('ana')]
  const token = await enter(mine)
  const others: readonly [string, string, object?][] = [
    ['GET', `/documents/${other.doc}`],
    ['GET', `/documentinfo/${other.doc}`],
    ['GET', `/documentrendered/${other.doc}/remote/pages/1`],
    ['GET', `/signatures/${other.signer}/places`],
    ['GET', `/presignature?SignatureId=${other.signer}`],
    ['POST', `/vidmobileuser/signature/${other.signer}/rejected`, { RejectionReason: 'no', AccessMethod: 'SSO' }],
    [
      'POST',
      `/signature/batches`,
      { CertGUID: scene.people.ana.certificateId, SignerGUIDs: [mine.signer, other.signer] },
    ],
  ]
  for (const [method, path, body] of others) {
    expect(codesOf(await ask(method, path, token, body)), path).toBe('404 NOT_FOUND')
  }
  expect(codesOf(await sign(token, other.signer))).toBe('404 NOT_FOUND')
  const closed: readonly [string, string, object?][] = [
    ['GET', '/signeddocuments'],
    ['GET', '/pendingapprovals/paginated'],
    ['GET', '/v1/documents'],
    ['GET', '/memberships'],
    ['POST', '/invitation/signature', {}],
  ]
  for (const [method, path, body] of closed) {
    expect((await ask(method, path, token, body)).status, path).not.toBe(200)
  }
  const certificate = scene.people.ana.certificateId
  const forApplication = { PIN: scene.people.ana.pin, RequestId: crypto.randomUUID() }
  expect(codesOf(await ask('POST', `/vidmobilecertificate/${certificate}/session/`, token, forApplication))).toBe(
    '403 SCOPE_TOO_NARROW',
  )
  expect((await ask('GET', `/documents/${mine.doc}`, token)).status).toBe(200)
})

test('the session ends when it is revoked, and when its program is closed or may make no links any more', async () => {
  const place = await send('ana')
  const isIn = async (token: string) => (await ask('GET', `/documents/${place.doc}`, token)).status === 200
  const tokens = [await enter(place), await enter(place)]
  expect((await ask('POST', '/oauth/revoke', tokens[0])).status).toBe(204)
  expect([await isIn(tokens[0]!), await isIn(tokens[1]!)]).toEqual([false, true])
  const renewed = await ask('POST', '/oauth/renew', tokens[1])
  if (renewed.status === 200) tokens.push(String(renewed.body['access_token']))
  await rows(`update clients set scopes = '{documents:send}' where id = 'scene'`)
  expect(await Promise.all(tokens.map(isIn))).toEqual(tokens.map(() => false))
  await rows(`update clients set scopes = '{documents,login,csc}', active = false where id = 'scene'`)
  expect(await Promise.all(tokens.map(isIn))).toEqual(tokens.map(() => false))
  await rows(`update clients set active = true where id = 'scene'`)
  expect(await isIn(tokens[1]!)).toBe(true)
})

test('a program makes links for its own documents only, for who can act, and back to its own addresses', async () => {
  const place = await send('ana')
  const added = await runCli(
    ['client', 'add', 'other', '--subscription', await subscriptionName(), '--return', RETURN, '--json'],
    env,
  )
  const { secret } = JSON.parse(added.stdout) as { secret: string }
  const stranger = await senderToken(scene.portal.url, { id: 'other', secret })
  const path = `/v1/documents/${place.doc}/signing-links`
  const body = { signer: place.signer, returnUrl: RETURN }
  expect(codesOf(await ask('POST', path, stranger, body))).toBe('404 DOCUMENT_NOT_FOUND')
  expect(codesOf(await link({ ...place, signer: crypto.randomUUID() }))).toBe('404 SIGNER_NOT_FOUND')
  for (const returnUrl of ['https://evil.example/', 'https://scene.example.test/done/../evil', 'javascript:alert(1)']) {
    expect(codesOf(await link(place, { returnUrl })), returnUrl).toBe('422 RETURN_ADDRESS_UNKNOWN')
  }
  expect((await link(place, { expiresIn: 901 })).status).toBe(400)
  expect((await ask('POST', path, scene.people.biel.token, body)).status).toBe(403)
  const token = await enter(place)
  expect((await sign(token, place.signer)).status).toBe(204)
  expect(codesOf(await link(place))).toBe('409 DOCUMENT_NO_LONGER_AVAILABLE')
})

const subscriptionName = async () =>
  (
    await rows<{ name: string }>(
      `select name from subscriptions where id = (select subscription_id from clients where id = 'scene')`,
    )
  )[0]!.name

test('a signer whose turn it is not has no link yet', async () => {
  const sent = await scene.send({ signers: ['ana', 'biel'], description: { order: 'sequential' } })
  const second = { doc: sent.guid, signer: sent.signers[1]!.guid }
  expect(codesOf(await link(second))).toBe('409 SIGNER_NOT_AWAITED')
})

test('a repeated request gets a fresh link, and the one that got lost opens nothing', async () => {
  const place = await send('ana')
  const key = crypto.randomUUID()
  const [first, again] = [await link(place, {}, key), await link(place, {}, key)]
  expect([first.status, again.status]).toEqual([201, 201])
  expect((await open(secretOf(first))).body).toMatchObject({ Details: { State: 'void' } })
  expect((await open(secretOf(again))).status).toBe(200)
  expect(codesOf(await link(place, { expiresIn: 31 }, key))).toBe('422 IDEMPOTENCY_KEY_REUSED')
})

test('no personal key makes a link', async () => {
  await rows(`update user_subscriptions set roles = '{sender}'`)
  const made = await ask('POST', '/personalkeys', scene.people.biel.token, {
    Name: 'links',
    Scopes: ['documents:manage'],
    ExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  expect(made.status).toBe(201)
  const place = await send('ana')
  const key = String(made.body['Key'])
  const answer = await ask('POST', `/v1/documents/${place.doc}/signing-links`, key, {
    signer: place.signer,
    returnUrl: RETURN,
  })
  expect(answer.status).toBe(403)
})

test('a guest who comes by a link proves their address first: no program comes in for them', async () => {
  const email = 'linked@elsewhere.test'
  const sent = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'lease.pdf', signers: [{ guest: { name: 'Gemma', language: 'en', email } }] },
  })
  const opened = await open(secretOf(await link({ doc: sent.guid, signer: sent.signers[0]!.guid })))
  expect(opened.status).toBe(200)
  expect(opened.body['Session']).toBeUndefined()
  const Secret = String(opened.body['Invitation'])
  expect((await ask('POST', '/invitation', undefined, { Secret })).body).toMatchObject({
    State: 'open',
    Proofs: ['email'],
  })
  expect((await ask('POST', '/invitation/codes', undefined, { Secret })).status).toBe(204)
  const code = await vi.waitFor(async () => {
    const inbox = await (await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${email}`)).json()
    return /^\d{6}$/m.exec((inbox as { mails: { text: string }[] }).mails.map(({ text }) => text).join('\n'))![0]
  }, PATIENCE)
  const proved = await ask('POST', '/invitation/proofs', undefined, { Secret, Code: code })
  expect(proved.body).toMatchObject({ Next: 'document', Session: { DocGUID: sent.guid } })
  const offer = await ask('GET', '/invitation/account', tokenIn(proved.body))
  expect(offer.body).toEqual({ State: 'offered', UserId: email, Email: email })
})

test('what a link has opened for a guest, and the invitation by mail, leave each other as they are', async () => {
  const email = 'both@elsewhere.test'
  const sent = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'lease.pdf', signers: [{ guest: { name: 'Gemma', language: 'en', email } }] },
  })
  const place = { doc: sent.guid, signer: sent.signers[0]!.guid }
  const { secretsTo } = openGuests(() => scene)
  const stateOf = async (Secret: unknown) => (await ask('POST', '/invitation', undefined, { Secret })).body['State']
  const [byMail] = await secretsTo(email)
  const byLink = (await open(secretOf(await link(place)))).body['Invitation']
  expect([await stateOf(byMail), await stateOf(byLink)]).toEqual(['open', 'open'])

  await rows(`update invitations set created_at = created_at - interval '1 hour'`)
  expect((await ask('POST', '/invitation/renewals', undefined, { Secret: byMail })).status).toBe(204)
  const secrets = await secretsTo(email, 2)
  const newer = secrets.find((secret) => secret !== byMail)
  expect([await stateOf(byMail), await stateOf(newer), await stateOf(byLink)]).toEqual(['void', 'open', 'open'])
  const second = (await open(secretOf(await link(place)))).body['Invitation']
  expect([await stateOf(newer), await stateOf(byLink), await stateOf(second)]).toEqual(['open', 'void', 'open'])
})

test('only pages of origins that the operator gave may frame the page of a link, and no other page is framed', async () => {
  const made = await link(await send('ana'))
  const page = new URL(String(made.body['url']))
  const headersOf = async (path: string) => (await fetch(`${scene.portal.url}${path}`)).headers
  const ancestors = (headers: Headers) => /frame-ancestors [^;]+/.exec(headers.get('content-security-policy') ?? '')![0]
  const closed = await headersOf(page.pathname)
  expect([ancestors(closed), closed.get('x-frame-options')]).toEqual(["frame-ancestors 'none'", 'DENY'])
  const origins = ['--frame', 'https://erp.example.org', '--frame', 'https://shop.example.org:8443/']
  expect((await runCli(['client', 'set', 'scene', ...origins], env)).code).toBe(0)
  const framed = await headersOf(page.pathname)
  expect(ancestors(framed)).toBe('frame-ancestors https://erp.example.org https://shop.example.org:8443')
  expect(framed.get('x-frame-options')).toBeNull()
  for (const path of ['/', '/documents', `/sign/${crypto.randomUUID()}`, '/sign/x', '/invitation']) {
    expect(ancestors(await headersOf(path)), path).toBe("frame-ancestors 'none'")
  }
  const wrong = await runCli(['client', 'set', 'scene', '--frame', 'https://erp.example.org/page'], env)
  expect(wrong.code).toBe(1)
  expect((await runCli(['client', 'set', 'scene', '--frame', ''], env)).code).toBe(0)
  expect(ancestors(await headersOf(page.pathname))).toBe("frame-ancestors 'none'")
})
