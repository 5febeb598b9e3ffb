/** Hashes that an application has signed at Swisscom. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkAnsweredCms } from '@rubrica/pki'
import {
  askForSignatures,
  decideConsent,
  DEMO_PASSWORD,
  registerApplication,
  type Application,
  type DemoName,
} from '@rubrica/testing'
import { refusalOf } from '../scenes/authorise-signing.ts'
import { swisscomScene } from '../scenes/swisscom-scene.ts'

const { scene } = swisscomScene()

describe('the hashes of an application', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  let application: Application
  beforeAll(async () => (application = await registerApplication(scene().portal, { id: 'hasher' })))

  const ask = (hashes: readonly Uint8Array[], more: object = {}) =>
    askForSignatures(scene(), { application, hashes, request: { scope: 'vidmobilecert\\swisscom', ...more } })

  const requestHash = (RequestId: string, hashes: readonly Uint8Array[], name: DemoName = 'ana') =>
    scene().people[name].call.requestSwisscomHash({
      body: { Hash: hashes.map(base64url).join(','), HashAlgorithm: 'SHA256', RequestId },
    })

  const requestOwn = (Hash: string, HashAlgorithm = 'SHA256', name: DemoName = 'ana') =>
    scene().people[name].call.requestSwisscomHash({ body: { Hash, HashAlgorithm } })

  const completeHash = (requestId: string) => scene().people.ana.call.completeSwisscomHash({ params: { requestId } })

  /** What leads on to the code for the application. */
  async function sessionOf(requestId: string) {
    const answer = await completeHash(requestId)
    if ('SessionId' in answer) return answer
    throw new Error('No session was answered')
  }

  const codeFor = (RequestId: string, SessionId: string, scope = 'vidmobilecert\\swisscom') =>
    scene().people.ana.call.authorisationCode({
      body: { grant_type: 'authorization_code', username: 'ana', password: DEMO_PASSWORD, scope, RequestId, SessionId },
    })

  async function post(path: string, body: object, authorization: string) {
    const isForm = path.includes('oauth2')
    const answer = await fetch(`${scene().portal.url}/csc/v1/${path}`, {
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
    const { SessionId } = await sessionOf(RequestID)
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
      expect(subject.some(({ value }) => value === scene().people.ana.legalId)).toBe(true)
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
    const foreign = scene().people.biel.call.completeSwisscomHash({ params: { requestId: RequestID } })
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

  test.each([[['alone']], [['first', 'second']]])(
    'are signed for whoever asks with Hash and HashAlgorithm alone, and the signatures are answered: %s',
    async (texts) => {
      const hashes = texts.map(hash)
      const Hash = hashes.map((one) => Buffer.from(one).toString('base64')).join(',')
      const { RedirectURL, RequestID } = await requestOwn(Hash)
      // Pressed twice.
      expect(await requestOwn(Hash)).toEqual({ RedirectURL, RequestID })
      expect(await refusalOf(completeHash(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_PENDING' })
      await decideConsent(RedirectURL)
      const answer = await completeHash(RequestID)
      if (!('Signatures' in answer)) throw new Error('No signatures were answered')
      expect(answer.Signatures).toHaveLength(hashes.length)
      for (const [index, digest] of hashes.entries()) {
        const cms = Buffer.from(answer.Signatures[index]!, 'base64')
        const { subject } = checkAnsweredCms(cms, { digest, digestAlgorithm: 'SHA-256' })
        expect(subject.some(({ value }) => value === scene().people.ana.legalId)).toBe(true)
      }
      // An answer that was lost is asked for again, and nobody confirms anything twice.
      expect(await completeHash(RequestID)).toEqual(answer)
      expect(await requestOwn(Hash)).toEqual({ RedirectURL, RequestID })
    },
  )

  test('of a person’s own are theirs alone, whole, and of the algorithm that they say', async () => {
    const own = base64url(hash('mine'))
    const { RedirectURL, RequestID } = await requestOwn(own)
    await decideConsent(RedirectURL)
    const foreign = scene().people.biel.call.completeSwisscomHash({ params: { requestId: RequestID } })
    expect(await refusalOf(foreign)).toMatchObject({ code: 'TRANSACTION_EXPIRED' })
    expect((await requestOwn(own, 'SHA256', 'biel')).RequestID).not.toBe(RequestID)
    for (const [named, algorithm] of [
      ['', 'SHA256'],
      ['no hash!', 'SHA256'],
      [own.slice(0, 20), 'SHA256'],
      [own, 'SHA512'],
      [own, 'MD5'],
      [own, ''],
      [`${own},${own}`, 'SHA256'],
    ] as const) {
      const refusal = await refusalOf(requestOwn(named, algorithm))
      expect(refusal, `${algorithm} ${named}`).toMatchObject({ status: 400, code: 'AUTHORISATION_REQUEST_INVALID' })
    }
  })
})
