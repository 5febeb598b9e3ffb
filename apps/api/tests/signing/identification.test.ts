/** The event of each act says how the server knew who acted. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  linkAccount,
  makeLocalKey,
  makePdf,
  openScene,
  signAsPortal,
  signBySwisscom,
  signLocally,
  trySigning,
  type Scene,
} from '@rubrica/testing'
import { approvedBy } from '../scenes/approvals-scene.ts'
import { clientAs, openGuests } from '../scenes/guest-scene.ts'
import { LoginBrowser } from '../scenes/login-browser.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await query('update subscriptions set allows_guests = true', [])
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[]) =>
  scene.portal.server.database!.query<Row>(text, values)

/** What the newest event of a kind says of one document. */
async function loggedOf(documentId: string, type = 'document-signed'): Promise<object> {
  const [row] = await query<{ by: string | null; at: string | null }>(
    `select canonical::json->'facts'->>'identifiedBy' as by, canonical::json->'facts'->>'identifiedAt' as at
     from audit_events where document_id = $1 and type = $2 order by sequence desc limit 1`,
    [documentId, type],
  )
  return row!
}

/** Signs as ana in a session that began in some way. @returns what is logged */
async function signWith(token: string): Promise<object> {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  const { certificateId, pin } = scene.people.ana
  await clientAs(scene.portal.url, token).sign({
    params: { type: 'keyvault', signerGuid: signers[0]!.guid },
    body: { CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  return loggedOf(guid)
}

const renewed = async (token: string) => (await clientAs(scene.portal.url, token).renewToken({})).access_token

async function askAsProgram<Answer>(path: string, token: string, body: object): Promise<Answer> {
  const answer = await fetch(`${scene.portal.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as Answer
}

describe('a signature names what its session began with', () => {
  test('a password, also after the session was renewed', async () => {
    const { token } = scene.people.ana
    expect(await signWith(token)).toEqual({ by: 'password', at: null })
    expect(await signWith(await renewed(await renewed(token)))).toEqual({ by: 'password', at: null })
  })

  test('an identity provider, and which one', async () => {
    const { body } = await new LoginBrowser(scene.portal.url).logIn('google', 'ana')
    const logged = await signWith(await renewed((body as { Token: string }).Token))
    expect(logged).toEqual({ by: 'google', at: expect.stringMatching(/^http/) as unknown })
  })

  test('a program that logged the person in', async () => {
    const { token } = await askAsProgram<{ token: string }>('/v1/user-tokens', scene.logInToken, {
      userId: 'ana',
    })
    const logged = (await signWith(await renewed(token))) as { by: string; at: string }
    const [client] = await query<{ name: string }>('select name from clients where id::text = $1', [logged.at])
    expect(logged.by).toBe('program')
    expect(client).toBeDefined()
  })

  test('a link of a program, which proves nothing', async () => {
    const { guid, signers } = await scene.send({ signers: ['ana'] })
    const link = await askAsProgram<{ url: string }>(`/v1/documents/${guid}/signing-links`, scene.senderToken, {
      signer: signers[0]!.guid,
      returnUrl: 'https://scene.example.test/done',
    })
    const { Session } = await askAsProgram<{ Session: { access_token: string } }>('/signing-links/openings', '', {
      Secret: new URL(link.url).hash.slice(1),
    })
    await clientAs(scene.portal.url, Session.access_token).sign({
      params: { type: 'keyvault', signerGuid: signers[0]!.guid },
      body: { CertGUID: scene.people.ana.certificateId, PIN: scene.people.ana.pin, AccessMethod: 'SSO' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(await loggedOf(guid)).toEqual({ by: 'link', at: expect.any(String) as unknown })
  })

  test('an invitation and the code of its mail', async () => {
    const guests = openGuests(() => scene)
    const { guid } = await guests.invite('gemma.identified@example.test')
    const { call } = await guests.enter('gemma.identified@example.test')
    await call.signAsGuest({ headers: { 'idempotency-key': crypto.randomUUID() }, body: {} })
    expect(await loggedOf(guid)).toEqual({ by: 'invitation', at: null })
  })
})

describe('whatever signs, the event says it', () => {
  const password = { by: 'password', at: null }
  const sendOne = async () => {
    const { guid, signers } = await scene.send({ signers: ['ana'], pdf: makePdf() })
    return { guid, signerGuid: signers[0]!.guid }
  }

  test('an application on the person’s PC', async () => {
    const { guid, signerGuid } = await sendOne()
    await signLocally(scene, { name: 'ana', signerGuid, key: await makeLocalKey(scene, 'ana') })
    expect(await loggedOf(guid)).toEqual(password)
  })

  test('a certificate that Swisscom makes', async () => {
    const { guid, signerGuid } = await sendOne()
    await signBySwisscom(scene, 'ana', signerGuid)
    expect(await loggedOf(guid)).toEqual(password)
  })

  test('Ivnosys, from whose page the person comes back', async () => {
    const { guid, signerGuid } = await sendOne()
    const [certificate] = (await linkAccount(scene, 'ana', 'ivnosys')).values()
    await signAsPortal(scene, { name: 'ana', signerGuid, certificate: certificate!, pin: '246810' })
    expect(await loggedOf(guid)).toEqual(password)
  })
})

test('a rejection and each decision of an approver name it too', async () => {
  const { ana, biel, carla } = scene.people
  const first = await scene.send({ signers: ['ana'], signer: approvedBy('biel', 'carla') })
  const approvalOf = async (person: typeof biel) =>
    (await person.call.pendingApprovals({ body: { Terms: { vidmobileuser: person.userId } } })).find(
      ({ DocGuid }) => DocGuid === first.guid,
    )!.ApproverGuid
  await biel.call.acceptApproval({ params: { approverGuid: await approvalOf(biel) } })
  expect(await loggedOf(first.guid, 'document-approved')).toEqual({ by: 'password', at: null })
  await carla.call.rejectApproval({
    params: { approverGuid: await approvalOf(carla) },
    body: { RejectedReason: 'Not this one.' },
  })
  expect(await loggedOf(first.guid, 'document-rejected')).toEqual({ by: 'password', at: null })
  const second = await scene.send({ signers: ['ana'] })
  await ana.call.rejectDocument({
    params: { signerGuid: second.signers[0]!.guid },
    body: { RejectionReason: 'Not mine.', AccessMethod: 'USER_PASS' },
  })
  expect(await loggedOf(second.guid, 'document-rejected')).toEqual({ by: 'password', at: null })
  expect(await trySigning(ana, second.signers[0]!.guid)).not.toBe(204)
})
