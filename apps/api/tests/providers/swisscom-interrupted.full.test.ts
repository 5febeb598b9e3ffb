/** What real life does between the beginning of a signature and its end, with Swisscom. */
import { describe, expect, test } from 'vitest'
import {
  decideConsent,
  DEMO_PASSWORD,
  logIn,
  signBySwisscom,
  swisscomCalls,
  trySigning,
  verifyDocument,
} from '@rubrica/testing'
import { CONSENT_FAILPOINTS, FAILPOINTS } from '../../src/ports/failpoints.ts'
import { failuresOf, refusalOf } from '../scenes/authorise-signing.ts'
import { startBeside } from '../scenes/start-beside.ts'
import { swisscomScene } from '../scenes/swisscom-scene.ts'
import { untilArchived } from '../scenes/until-archived.ts'

const { scene, database, sendTo, expectSigned, expectUnsigned } = swisscomScene()

/** Of a long-term form: nobody is asked anything. */
async function expectVerified(document: { guid: string }) {
  const report = await verifyDocument(scene(), document, { asksNobody: true })
  expect(report).toMatchObject({ code: 0, integrity: 'intact', trust: 'anchored' })
  expect(new Set(report.signatures.map(({ indication }) => indication))).toEqual(new Set(['TOTAL-PASSED']))
}

describe('interruptions', () => {
  test('pressed twice, at once and later, in another browser: one request', async () => {
    const { own, guids, document } = await sendTo('ana')
    const [one, other] = await Promise.all([own.request(), own.request()])
    expect(other).toEqual(one)
    const elsewhere = await logIn(scene().portal.url, { userId: 'ana', password: DEMO_PASSWORD })
    const there = swisscomCalls({ ...scene().people.ana, ...elsewhere }, guids[0]!)
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
    expect(await trySigning(scene().people.biel, guids[1]!)).toBe(204)
    for (let time = 0; time < 2; time++) {
      expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 409, code: 'DOCUMENT_MOVED_ON' })
    }
    expect(await failuresOf(scene(), document)).toEqual(['DOCUMENT_MOVED_ON'])
    await signBySwisscom(scene(), 'ana', guids[0]!)
    await expectSigned(document, 2)
  })

  test('another signer signs before it is confirmed: asked again, the request is for the document as it is', async () => {
    const { own, guids, document } = await sendTo('ana', 'biel')
    const first = await own.request()
    expect(await trySigning(scene().people.biel, guids[1]!)).toBe(204)
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
    await scene().people.biel.call.rejectDocument({
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
    await using second = await startBeside(scene())
    const person = await logIn(second.url, { userId: 'ana', password: DEMO_PASSWORD })
    const there = swisscomCalls({ ...scene().people.ana, ...person }, guids[0]!)
    // Both at once: one of them signs, and both answer the same.
    await Promise.all([own.complete(RequestID), there.complete(RequestID)])
    await expectSigned(document)
  })

  test('the server is killed between the request and its completion, and another one completes', async () => {
    const { own, document } = await sendTo('ana')
    const { RedirectURL, RequestID } = await own.request()
    await decideConsent(RedirectURL)
    await scene().portal.server.kill9()
    await scene().portal.server.restart({})
    await own.complete(RequestID)
    await expectSigned(document)
  })

  test('a day later the request is over, and the person is told so', async () => {
    const { own, document } = await sendTo('ana')
    const { RequestID } = await own.request()
    await database().query("update errands set expires_at = now() - interval '1 second' where id = $1", [RequestID])
    expect(await refusalOf(own.complete(RequestID))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
    await expectUnsigned(document)
    expect((await own.request()).RequestID).not.toBe(RequestID)
  })
})

test('three people sign with certificates of two kinds, and the document reaches its long-term form', async () => {
  const { document, guids } = await sendTo('ana', 'biel', 'carla')
  await signBySwisscom(scene(), 'ana', guids[0]!)
  const [kept] = await database().query('select revision from document_evidence where document_id = $1', [
    document.guid,
  ])
  expect(kept, 'what proves the certificate came along').toBeDefined()
  expect(await trySigning(scene().people.biel, guids[1]!)).toBe(204)
  // Until the next test starts the server again.
  await scene().portal.server.restart({ ARCHIVE_DELAY_MS: '0' })
  await signBySwisscom(scene(), 'carla', guids[2]!)
  expect(await untilArchived(scene(), document)).toMatchObject({ state: 'done', level: 'PAdES-BASELINE-LTA' })
  await expectVerified(document)
})

/** The steps after which something is kept, and in the full tests each that there is. */
// Theirs came along, so that nobody is asked for a timestamp; and there is no key, no PIN, nothing prepared.
const ALL = FAILPOINTS.filter((name) => !/^(?:cert|pin|key|prepared|digests|signature-made|timestamp)/.test(name))
const STEPS = [...ALL, ...CONSENT_FAILPOINTS.slice(2)]

test.each(STEPS)('a server that dies at "%s" has lost nothing: the same completion ends well', async (failpoint) => {
  const { server } = scene().portal
  const { own, document } = await sendTo('ana')
  const { RedirectURL, RequestID } = await own.request()
  await decideConsent(RedirectURL)
  await server.restart({ FAILPOINT: failpoint })
  await refusalOf(own.complete(RequestID))
  expect((await server.program.ended).signal).toBe('SIGKILL')
  // What was signed is not asked for again: nobody there knows of it any more.
  await scene().portal.sandbox.control('reset', {})
  await server.restart({ FAILPOINT: undefined })
  const again = async () => {
    const refusal = await refusalOf(own.complete(RequestID))
    return refusal.status === 503 ? 'held' : refusal.code
  }
  await expect.poll(again, { timeout: 20_000 }).toBe('NONE')
  await expectSigned(document)
})

test('a server that dies with the answer in its hands asks again; a service that has forgotten it ends the request', async () => {
  const { server, sandbox } = scene().portal
  const [one, other] = [await sendTo('ana'), await sendTo('ana')]
  const asked = [await one.own.request(), await other.own.request()]
  for (const { RedirectURL } of asked) await decideConsent(RedirectURL)
  const [first, second] = asked.map(({ RequestID }) => RequestID)
  await server.restart({ FAILPOINT: 'consent-answered' })
  await Promise.all([refusalOf(one.own.complete(first!)), refusalOf(other.own.complete(second!))])
  expect((await server.program.ended).signal).toBe('SIGKILL')
  await server.restart({ FAILPOINT: undefined })
  // Nobody waits for the process that asked.
  await database().query("update errands set lease_until = now() - interval '1 second' where state = 'finishing'")
  await one.own.complete(first!)
  await expectSigned(one.document)
  await sandbox.control('reset', {})
  for (let time = 0; time < 2; time++) {
    expect(await refusalOf(other.own.complete(second!))).toMatchObject({ status: 400, code: 'TRANSACTION_EXPIRED' })
  }
  await expectUnsigned(other.document)
  expect(await failuresOf(scene(), other.document)).toEqual(['TRANSACTION_EXPIRED'])
  await signBySwisscom(scene(), 'ana', other.guids[0]!)
  await expectSigned(other.document)
})

test('a server that dies while it asks for the page leaves a request that can be made again', async () => {
  const { server } = scene().portal
  const { own, document } = await sendTo('ana')
  await server.restart({ FAILPOINT: 'consent-asked' })
  await refusalOf(own.request())
  expect((await server.program.ended).signal).toBe('SIGKILL')
  await server.restart({ FAILPOINT: undefined })
  await database().query("update errands set created_at = created_at - interval '1 minute'")
  const { RedirectURL, RequestID } = await own.request()
  await decideConsent(RedirectURL)
  await own.complete(RequestID)
  await expectSigned(document)
})
