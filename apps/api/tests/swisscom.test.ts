import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { checkAnsweredCms } from '@rubrica/pades'
import {
  askForSignatures,
  askPdfsig,
  decideConsent,
  DEMO_PASSWORD,
  logIn,
  makePdf,
  openScene,
  registerApplication,
  runCli,
  signBySwisscom,
  startServer,
  swisscomCalls,
  trySigning,
  type Application,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { sandboxEnvironment } from '../../../tools/sandbox-environment.mjs'
import { CONSENT_FAILPOINTS, FAILPOINTS } from '../src/ports/failpoints.ts'
import { failuresOf, refusalOf, signaturesOf } from './authorise-signing.ts'
import { untilArchived } from './until-archived.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: {
      CALLS_PER_MINUTE: '1000000',
      LOGINS_PER_MINUTE_AND_USER: '1000',
      // Short, so that the claim of a killed server runs out while the test waits for nothing else.
      SIGNING_LEASE_MS: '1000',
      // A fixed port: the people of the scene keep their addresses over restarts.
      PORT: String(20_000 + (process.pid % 20_000)),
    },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => scene.portal.sandbox.control('reset', {}))

/** Another process on the same database and files, as behind a load balancer. */
async function startSecond() {
  const { server, sandbox } = scene.portal
  const env = {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    DATABASE_URL: server.database!.url,
    DATA_DIR: server.dataDir,
    SERVER_KEY_FILE: server.serverKeyFile,
  }
  return startServer({ env })
}

const database = () => scene.portal.server.database!

async function sendTo(...signers: DemoName[]) {
  const document = await scene.send({ signers })
  const calls = signers.map((name, index) => swisscomCalls(scene.people[name], document.signers[index]!.guid))
  return { document, calls, own: calls[0]!, guids: document.signers.map(({ guid }) => guid) }
}

const fault = (name: string, operation: string, times = 1) =>
  scene.portal.sandbox.inject({ service: 'swisscom', operation, fault: name, times })

async function expectSigned(document: { guid: string }, signatures = 1) {
  expect(await signaturesOf(scene, document)).toBe(signatures)
  const { verdicts, wholeFile } = await askPdfsig(await scene.download(document))
  expect(verdicts).toEqual(Array(signatures).fill('Signature is Valid.'))
  expect(wholeFile).toBe(true)
}

/** Of a long-term form: nobody is asked anything. */
async function expectVerified(document: { guid: string }) {
  const folder = scene.portal.sandbox.dataDir
  const file = join(folder, `${document.guid}.pdf`)
  await writeFile(file, await scene.download(document))
  const { code, stdout } = await runCli(['verify', file, '--trust', join(folder, 'sandbox-root.cer'), '--json'])
  const report = JSON.parse(stdout) as { signatures: { indication: string }[] }
  expect(report).toMatchObject({ integrity: 'intact', trust: 'anchored' })
  expect(new Set(report.signatures.map(({ indication }) => indication))).toEqual(new Set(['TOTAL-PASSED']))
  expect(code).toBe(0)
}

const expectUnsigned = async (document: { guid: string }) => expect(await signaturesOf(scene, document)).toBe(0)

const eventsOf = (document: { guid: string }) =>
  database().query<{ type: string; canonical: string }>(
    'select type, canonical from audit_events where document_id = $1 order by sequence',
    [document.guid],
  )

describe('a document that is signed at Swisscom', () => {
  test('is signed by a certificate that was made for it, once the person has confirmed', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_PENDING' })
    await expectUnsigned(document)
    expect(await (await fetch(RedirectURL)).text()).toContain('document.pdf')
    await decideConsent(RedirectURL)
    await own.complete(RequestID)
    await expectSigned(document)
    // Whoever presses once more hears the same.
    await own.complete(RequestID)
    await expectSigned(document)
    expect((await eventsOf(document)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['signature-started', 'document-signed', 'document-completed']),
    )
  })

  test('claims a time of signing that a certificate covers which is made only then', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    const confirmedAt = Date.now()
    await decideConsent(RedirectURL)
    await own.complete(RequestID)
    const claims = Buffer.from(await scene.download(document))
      .toString('latin1')
      .match(/(?<=\/M \(D:)\d{14}/g)
    const digits = claims?.at(-1)?.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z') ?? ''
    // Its certificate begins with the confirmation and lasts ten minutes.
    expect(Date.parse(digits)).toBeGreaterThan(confirmedAt)
    expect(Date.parse(digits)).toBeLessThan(confirmedAt + 10 * 60_000)
  })

  test('is refused with a certificate that was not valid at the time which was fixed, and asked for again', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    // Over before the claimed time, as one that begins after it when somebody confirms late.
    await fault('life:60', 'consent')
    await decideConsent(RedirectURL)
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_TIMED_OUT' })
    await expectUnsigned(document)
    const again = await own.request()
    expect(again.RequestID).not.toBe(RequestID)
    await decideConsent(again.RedirectURL)
    await own.complete(again.RequestID)
    await expectSigned(document)
  })

  test('names who signs and whose phone confirms, before it is asked for', async () => {
    const { call, userId } = scene.people.ana
    const [row] = await database().query<{ name: string; legal_id: string; phone: string }>(
      'select name, legal_id, phone from users where id = $1',
      [userId],
    )
    const { DN, Phone } = await call.swisscomIdentity({})
    expect(Phone).toBe(row!.phone)
    expect(DN).toContain(`cn=${row!.name}`)
    expect(DN).toContain(`serialnumber=${row!.legal_id}`)
  })

  test('adds its certificate to those of the person, where it never signs again', async () => {
    const { document, own, guids } = await sendTo('carla')
    const { call, legalId } = scene.people.carla
    await signBySwisscom(scene, 'carla', guids[0]!)
    const listed = await call.certificates({ params: { legalid: legalId } })
    const made = listed.filter(({ CertType }) => CertType === 'swisscom')
    expect(made).toHaveLength(1)
    expect(made[0]!.DN).toContain('CN=')
    const [transaction] = await database().query<{ certificate_id: string }>(
      'select certificate_id from signing_transactions where document_id = $1',
      [document.guid],
    )
    expect(transaction!.certificate_id).toBe(made[0]!.GUID)
    const next = await sendTo('carla')
    const body = { CertGUID: made[0]!.GUID, AccessMethod: 'USER_PASS' as const }
    const sign = call.sign({ params: { type: 'swisscom', signerGuid: next.guids[0]! }, body, headers: {} })
    expect(await refusalOf(sign)).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
    await signBySwisscom(scene, 'carla', next.guids[0]!)
    await expectSigned(next.document)
    expect(own).toBeDefined()
  })
})

describe('what keeps a document from being signed at Swisscom', () => {
  test('a person who refuses: the request is over, and another one may follow', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL, 'cancel')
    for (let time = 0; time < 2; time++) {
      expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_REFUSED' })
    }
    await expectUnsigned(document)
    expect(await failuresOf(scene, document), 'told once').toEqual(['CONSENT_REFUSED'])
    const again = await own.request()
    expect(again.RequestID).not.toBe(RequestID)
    await decideConsent(again.RedirectURL)
    await own.complete(again.RequestID)
    await expectSigned(document)
  })

  test('a person who refuses and never completes: pressed again, the request is another one', async () => {
    const { own } = await sendTo('ana')
    const first = await own.request()
    await decideConsent(first.RedirectURL, 'cancel')
    const second = await own.request()
    expect(second.RequestID).not.toBe(first.RequestID)
    expect(await refusalOf(own.complete(first.RequestID))).toMatchObject({ status: 409, code: 'CONSENT_REFUSED' })
  })

  test.each([
    ['person-late', 'CONSENT_TIMED_OUT'],
    ['person-changed', 'CONSENT_MISMATCH'],
  ])('%s ends it with %s', async (name, code) => {
    const { document, own } = await sendTo('ana')
    const { RequestID } = await own.request()
    await fault(name, 'pending')
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code })
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code })
    await expectUnsigned(document)
    expect(await failuresOf(scene, document)).toEqual([code])
  })

  test.each(['other-person', 'other-issuer', 'other-key', 'other-hash', 'fewer', 'signing-time', 'cut-cms'])(
    'a CMS that is no signature to rely on (%s) is not used, and its request is over',
    async (name) => {
      const { document, own } = await sendTo('ana')
      const { RedirectURL, RequestID } = await own.request()
      await fault(name, 'consent')
      await decideConsent(RedirectURL)
      const refusal = { status: 502, code: 'PROVIDER_SIGNATURE_REFUSED' }
      expect(await refusalOf(own.complete(RequestID))).toMatchObject(refusal)
      expect(await refusalOf(own.complete(RequestID))).toMatchObject(refusal)
      await expectUnsigned(document)
      expect(await failuresOf(scene, document)).toEqual([refusal.code])
      const again = await own.request()
      await decideConsent(again.RedirectURL)
      await own.complete(again.RequestID)
      await expectSigned(document)
    },
  )

  test('a person without a phone is told so', async () => {
    const { own } = await sendTo('biel')
    const { userId } = scene.people.biel
    const [row] = await database().query<{ phone: string }>('select phone from users where id = $1', [userId])
    await database().query('update users set phone = null where id = $1', [userId])
    try {
      expect(await refusalOf(own.request())).toMatchObject({ status: 422, code: 'PHONE_MISSING' })
      expect((await scene.people.biel.call.swisscomIdentity({})).Phone).toBeNull()
    } finally {
      await database().query('update users set phone = $2 where id = $1', [userId, row!.phone])
    }
  })

  test('whoever may not, or may not any more, is told so, before anybody is asked', async () => {
    const { own } = await sendTo('biel')
    const signed = await sendTo('biel')
    const { RedirectURL, RequestID } = await signed.own.request()
    await decideConsent(RedirectURL)
    // The server finds in passing that it is signed, and keeps that.
    await signed.own.request()
    const { userId, call } = scene.people.biel
    const flags = await database().query<{ certificate_flags: string[] }>(
      'select certificate_flags from users where id = $1',
      [userId],
    )
    await database().query(
      "update users set certificate_flags = array_remove(certificate_flags, 'Swisscom') where id = $1",
      [userId],
    )
    try {
      const refusal = { status: 403, code: 'CERTIFICATE_TYPE_NOT_ALLOWED' }
      expect(await refusalOf(own.request())).toMatchObject(refusal)
      expect(await refusalOf(call.swisscomIdentity({}))).toMatchObject(refusal)
      expect(await refusalOf(signed.own.complete(RequestID))).toMatchObject(refusal)
      await expectUnsigned(signed.document)
    } finally {
      await database().query('update users set certificate_flags = $2 where id = $1', [
        userId,
        flags[0]!.certificate_flags,
      ])
    }
    await signed.own.complete(RequestID)
    await expectSigned(signed.document)
  })

  test('pages that have not been read, and a certificate that the sender demands', async () => {
    const unread = await scene.send({ signers: ['ana'], pdf: makePdf(), signer: { readAll: true } })
    const { request } = swisscomCalls(scene.people.ana, unread.signers[0]!.guid)
    expect(await refusalOf(request())).toMatchObject({ status: 422, code: 'READ_ALL_PENDING' })
    const { certificateId } = scene.people.ana
    const demanding = await scene.send({ signers: ['ana'], signer: { certificate: certificateId } })
    const demanded = swisscomCalls(scene.people.ana, demanding.signers[0]!.guid)
    expect(await refusalOf(demanded.request())).toMatchObject({ status: 422, code: 'CERTIFICATE_UNUSABLE' })
  })

  test('a stranger, and a request of another document or of somebody else', async () => {
    const { own, guids } = await sendTo('ana')
    const foreign = swisscomCalls(scene.people.biel, guids[0]!)
    expect(await refusalOf(foreign.request())).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
    const { RequestID } = await own.request()
    const other = await sendTo('ana')
    for (const complete of [foreign.complete, other.own.complete]) {
      expect(await refusalOf(complete(RequestID))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    }
    expect(await refusalOf(own.complete(crypto.randomUUID()))).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
  })

  test('a service that is away, and one that does not name its page', async () => {
    const { document, own } = await sendTo('ana')
    await fault('http500', 'sign')
    expect(await refusalOf(own.request())).toMatchObject({ status: 502, code: 'PROVIDER_FAILED' })
    await fault('late-page', 'sign')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    // Away while it is asked: nothing is lost.
    await fault('http500', 'pending')
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 502, code: 'PROVIDER_ANSWER_LOST' })
    await fault('malformed', 'pending')
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 502, code: 'PROVIDER_ANSWER_LOST' })
    await own.complete(RequestID)
    await expectSigned(document)
  })

  test('a document whose time is over meanwhile', async () => {
    const { document, own } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    await database().query("update documents set deadline = now() - interval '1 second' where id = $1", [document.guid])
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({
      status: 409,
      code: 'DOCUMENT_NO_LONGER_AVAILABLE',
    })
    await expectUnsigned(document)
  })
})

describe('interruptions', () => {
  test('pressed twice, at once and later, in another browser: one request', async () => {
    const { own, guids, document } = await sendTo('ana')
    const [one, other] = await Promise.all([own.request(), own.request()])
    expect(other).toEqual(one)
    const elsewhere = await logIn(scene.portal.url, { userId: 'ana', password: DEMO_PASSWORD })
    const there = swisscomCalls({ ...scene.people.ana, ...elsewhere }, guids[0]!)
    expect(await there.request()).toEqual(one)
    await decideConsent(one.RedirectURL)
    expect(await there.request()).toEqual(one)
    // Completed twice at once, in two browsers.
    await Promise.all([own.complete(one.RequestID), there.complete(one.RequestID)])
    await expectSigned(document)
  })

  test('another signer signs meanwhile: what was confirmed is void, and it can be asked for again', async () => {
    const { own, guids, document } = await sendTo('ana', 'biel')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    expect(await trySigning(scene.people.biel, guids[1]!)).toBe(204)
    for (let time = 0; time < 2; time++) {
      expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'DOCUMENT_MOVED_ON' })
    }
    expect(await failuresOf(scene, document)).toEqual(['DOCUMENT_MOVED_ON'])
    await signBySwisscom(scene, 'ana', guids[0]!)
    await expectSigned(document, 2)
  })

  test('another signer signs before it is confirmed: asked again, the request is for the document as it is', async () => {
    const { own, guids, document } = await sendTo('ana', 'biel')
    const first = await own.request()
    expect(await trySigning(scene.people.biel, guids[1]!)).toBe(204)
    const second = await own.request()
    expect(second.RequestID).not.toBe(first.RequestID)
    await decideConsent(second.RedirectURL)
    await own.complete(second.RequestID)
    await expectSigned(document, 2)
    expect(await refusalOf(own.complete(first.RequestID))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
  })

  test('a document that is rejected meanwhile stays unsigned', async () => {
    const { own, guids, document } = await sendTo('ana', 'biel')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    await scene.people.biel.call.rejectDocument({
      params: { signerGuid: guids[1]! },
      body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
    })
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({
      status: 409,
      code: 'DOCUMENT_NO_LONGER_AVAILABLE',
    })
    await expectUnsigned(document)
  })

  test('a second process on the same database completes what the first one has begun', async () => {
    const { own, guids, document } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    await using second = await startSecond()
    const person = await logIn(second.url, { userId: 'ana', password: DEMO_PASSWORD })
    const there = swisscomCalls({ ...scene.people.ana, ...person }, guids[0]!)
    // Both at once: one of them signs, and both tell the same.
    await Promise.all([own.complete(RequestID), there.complete(RequestID)])
    await expectSigned(document)
  })

  test('the server is killed between the request and its completion, and another one completes', async () => {
    const { own, document } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    await scene.portal.server.kill9()
    await scene.portal.server.restart({})
    await own.complete(RequestID)
    await expectSigned(document)
  })

  test('a day later the request is over, and the person is told so', async () => {
    const { own, document } = await sendTo('ana')
    const { RequestID } = await own.request()
    await database().query("update away_transactions set expires_at = now() - interval '1 second' where id = $1", [
      RequestID,
    ])
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    await expectUnsigned(document)
    expect((await own.request()).RequestID).not.toBe(RequestID)
  })
})

test(
  'three people sign with certificates of two kinds, and the document reaches its long-term form',
  { timeout: 120_000 },
  async () => {
    const { document, guids } = await sendTo('ana', 'biel', 'carla')
    await signBySwisscom(scene, 'ana', guids[0]!)
    const [kept] = await database().query('select revision from document_evidence where document_id = $1', [
      document.guid,
    ])
    expect(kept, 'what proves the certificate came along').toBeDefined()
    expect(await trySigning(scene.people.biel, guids[1]!)).toBe(204)
    // Until the next test starts the server again.
    await scene.portal.server.restart({ ARCHIVE_DELAY_MS: '0' })
    await signBySwisscom(scene, 'carla', guids[2]!)
    expect(await untilArchived(scene, document)).toMatchObject({ state: 'done', level: 'PAdES-BASELINE-LTA' })
    await expectVerified(document)
  },
)

/** The steps after which something is kept, and in the full tests each that there is. */
const KEPT = ['claimed', 'tail-written', 'committed', 'consent-used'] as const
// Theirs came along, so that nobody is asked for a timestamp; and there is no key, no PIN, nothing prepared.
const ALL = FAILPOINTS.filter((name) => !/^(?:cert|pin|key|prepared|digests|signature-made|timestamp)/.test(name))
const STEPS = process.env['RUBRICA_FULL_TESTS'] ? [...ALL, ...CONSENT_FAILPOINTS.slice(2)] : KEPT

test.each(STEPS)('a server that dies at "%s" has lost nothing: the same completion ends well', async (failpoint) => {
  const { server } = scene.portal
  const { own, document } = await sendTo('ana')
  const { RedirectURL, RequestID } = await own.request()
  await decideConsent(RedirectURL)
  await server.restart({ FAILPOINT: failpoint })
  await refusalOf(own.complete(RequestID))
  expect((await server.program.ended).signal).toBe('SIGKILL')
  // What was signed is not asked for again: nobody there knows of it any more.
  await scene.portal.sandbox.control('reset', {})
  await server.restart({ FAILPOINT: undefined })
  const again = async () => {
    const refusal = await refusalOf(own.complete(RequestID))
    return refusal.status === 503 ? 'held' : refusal.code
  }
  await expect.poll(again, { timeout: 20_000 }).toBe('NONE')
  await expectSigned(document)
})

test('a server that dies with the answer in its hands asks again; a service that has forgotten it ends the request', async () => {
  const { server, sandbox } = scene.portal
  const [one, other] = [await sendTo('ana'), await sendTo('ana')]
  const asked = [await one.own.request(), await other.own.request()]
  for (const { RedirectURL } of asked) await decideConsent(RedirectURL)
  const [first, second] = asked.map(({ RequestID }) => RequestID)
  await server.restart({ FAILPOINT: 'consent-answered' })
  await Promise.all([refusalOf(one.own.complete(first!)), refusalOf(other.own.complete(second!))])
  expect((await server.program.ended).signal).toBe('SIGKILL')
  await server.restart({ FAILPOINT: undefined })
  // Nobody waits for the process that asked.
  await database().query(
    "update away_transactions set lease_until = now() - interval '1 second' where state = 'finishing'",
  )
  await one.own.complete(first!)
  await expectSigned(one.document)
  await sandbox.control('reset', {})
  for (let time = 0; time < 2; time++) {
    expect(await refusalOf(other.own.complete(second!))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
  }
  await expectUnsigned(other.document)
  expect(await failuresOf(scene, other.document)).toEqual(['TRANSACTION_EXPIRED'])
  await signBySwisscom(scene, 'ana', other.guids[0]!)
  await expectSigned(other.document)
})

test('a server that dies while it asks for the page leaves a request that can be made again', async () => {
  const { server } = scene.portal
  const { own, document } = await sendTo('ana')
  await server.restart({ FAILPOINT: 'consent-asked' })
  await refusalOf(own.request())
  expect((await server.program.ended).signal).toBe('SIGKILL')
  await server.restart({ FAILPOINT: undefined })
  await database().query("update away_transactions set created_at = created_at - interval '1 minute'")
  const { RedirectURL, RequestID } = await own.request()
  await decideConsent(RedirectURL)
  await own.complete(RequestID)
  await expectSigned(document)
})

describe('the hashes of an application', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  let application: Application
  beforeAll(async () => (application = await registerApplication(scene.portal, { id: 'hasher' })))

  const ask = (hashes: readonly Uint8Array[], more: object = {}) =>
    askForSignatures(scene, { application, hashes, request: { scope: 'vidmobilecert\\swisscom', ...more } })

  const requestHash = (RequestId: string, hashes: readonly Uint8Array[], name: DemoName = 'ana') =>
    scene.people[name].call.requestSwisscomHash({
      body: { Hash: hashes.map(base64url).join(','), HashAlgorithm: 'SHA256', RequestId },
    })

  const completeHash = (requestId: string) => scene.people.ana.call.completeSwisscomHash({ params: { requestId } })

  const codeFor = (RequestId: string, SessionId: string, scope = 'vidmobilecert\\swisscom') =>
    scene.people.ana.call.authorisationCode({
      body: { grant_type: 'authorization_code', username: 'ana', password: DEMO_PASSWORD, scope, RequestId, SessionId },
    })

  async function post(path: string, body: object, authorization: string) {
    const isForm = path.includes('oauth2')
    const answer = await fetch(`${scene.portal.url}/csc/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  async function tokenFor(code: string) {
    const basic = `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}`
    const form = { grant_type: 'authorization_code', code, redirect_uri: application.redirectUri }
    return (await post('oauth2/token', form, basic)).body as { access_token: string; credentialID: string }
  }

  const signHash = (token: { access_token: string; credentialID: string }, hashes: readonly Uint8Array[]) =>
    post(
      'signatures/signHash',
      {
        credentialID: token.credentialID,
        SAD: token.access_token,
        hash: hashes.map((one) => Buffer.from(one).toString('base64')),
        hashAlgo: '2.16.840.1.101.3.4.2.1',
        signAlgo: '1.2.840.113549.1.1.11',
      },
      `Bearer ${token.access_token}`,
    )

  test.each([[['one']], [['one', 'two']]])('are signed once the person has confirmed: %s', async (texts) => {
    const hashes = texts.map(hash)
    const { RequestId, CertTypes } = await ask(hashes)
    expect(CertTypes).toEqual(['swisscom'])
    const { RedirectURL, RequestID } = await requestHash(RequestId, hashes)
    // Pressed twice.
    expect(await requestHash(RequestId, hashes)).toEqual({ RedirectURL, RequestID })
    expect(await refusalOf(completeHash(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_PENDING' })
    await decideConsent(RedirectURL)
    const { SessionId } = await completeHash(RequestID)
    expect(await completeHash(RequestID)).toMatchObject({ SessionId })
    expect(await refusalOf(codeFor(RequestId, SessionId, 'vidmobilecert\\keyvault'))).toMatchObject({ status: 400 })
    const { code } = await codeFor(RequestId, SessionId)
    expect(await refusalOf(completeHash(RequestID))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
    const token = await tokenFor(code)
    const info = await post(
      'credentials/info',
      { credentialID: token.credentialID, certificates: 'chain' },
      `Bearer ${token.access_token}`,
    )
    expect(info.body).toMatchObject({ key: { status: 'disabled' }, authMode: 'oauth2code' })
    expect((await signHash(token, [hash('another')])).status).toBe(400)
    const { body } = await signHash(token, hashes)
    const signatures = body['signatures'] as string[]
    expect(signatures).toHaveLength(hashes.length)
    for (const [index, digest] of hashes.entries()) {
      const cms = Buffer.from(signatures[index]!, 'base64')
      const { subject } = checkAnsweredCms(cms, { digest, digestAlgorithm: 'SHA-256' })
      expect(subject.some(({ value }) => value === scene.people.ana.legalId)).toBe(true)
    }
    // Each once.
    expect((await signHash(token, hashes)).status).toBeGreaterThanOrEqual(400)
  })

  test('that were not named are not asked for, nor with another certificate, nor for somebody else', async () => {
    const { RequestId } = await ask([hash('named')])
    expect(await refusalOf(requestHash(RequestId, [hash('not named')]))).toMatchObject({
      code: 'DIGEST_NOT_AUTHORISED',
    })
    expect(await refusalOf(requestHash(crypto.randomUUID(), []))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
    const other = await ask([hash('named')], { scope: 'credential' })
    expect(await refusalOf(requestHash(other.RequestId, []))).toMatchObject({
      status: 404,
      code: 'CERTIFICATE_NOT_FOUND',
    })
    const more = await ask([hash('named')], { numSignatures: 2 })
    expect(await refusalOf(requestHash(more.RequestId, []))).toMatchObject({ code: 'AUTHORISATION_REQUEST_INVALID' })
    const { RedirectURL, RequestID } = await requestHash(RequestId, [])
    await decideConsent(RedirectURL)
    const foreign = scene.people.biel.call.completeSwisscomHash({ params: { requestId: RequestID } })
    expect(await refusalOf(foreign)).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
    await completeHash(RequestID)
    expect(await refusalOf(requestHash(RequestId, [], 'biel'))).toMatchObject({ code: 'AUTHORISATION_EXPIRED' })
  })

  test('that the person has refused can be asked for again', async () => {
    const { RequestId } = await ask([hash('refused')])
    const first = await requestHash(RequestId, [])
    await decideConsent(first.RedirectURL, 'cancel')
    expect(await refusalOf(completeHash(first.RequestID))).toMatchObject({ status: 409, code: 'CONSENT_REFUSED' })
    const second = await requestHash(RequestId, [])
    expect(second.RedirectURL).not.toBe(first.RedirectURL)
    await decideConsent(second.RedirectURL)
    await completeHash(second.RequestID)
  })
})
