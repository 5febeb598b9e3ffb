import { beforeAll, describe, expect, test } from 'vitest'
import {
  giveGrant,
  digestOf,
  exchangeCode,
  registerApplication,
  type Application,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { cscOpenCalls, cscSecretCalls, cscTokenCalls, named, type Operation } from './described-calls.ts'
import type { Matrix } from './open-matrix.ts'

/**
 * Calls of applications, for which Ana has given one a token for her certificates and one for a certain hash.
 * @param of the matrix, once it is open
 */
export function describeApplications(of: () => Matrix): void {
  describe('the API for applications', () => {
    let scene: Scene
    let matrix: Matrix

    let application: Application
    let other: Application
    let given: { service: string; credential: string; code: string }
    let bearers: Readonly<Record<string, string | undefined>>
    let strangers: { carla: string; otherClient: string; otherCredential: string }
    const hashes = [digestOf('matrix')]

    async function tokenOf(who: DemoName, by: Application, more: object = {}): Promise<string> {
      const { code } = await giveGrant(scene, who, { application: by, request: { scope: 'service' }, ...more })
      return (await exchangeCode(scene, by, { code })).body.access_token
    }
    const credentialOf = (more: object = {}) => tokenOf('ana', application, { hashes, request: {}, ...more })
    const basicOf = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

    async function endToken(token: string, how: string): Promise<void> {
      const isIt = `secret_hash = sha256(convert_to('rubrica-authorisation:' || $1, 'UTF8'))`
      const ended = await matrix.rows(`update grants set ${how} where ${isIt} returning id`, [token])
      expect(ended).toHaveLength(1)
    }

    async function secondKey(): Promise<string> {
      const { ana } = scene.people
      const p12 = await scene.portal.sandbox.makePerson({ commonName: 'Second', keyType: 'rsa', pin: ana.pin })
      const body = { p12: Buffer.from(p12).toString('base64'), certalias: 'second', pin: ana.pin, certtype: 'keyvault' }
      return (await ana.call.uploadCertificate({ params: { legalid: ana.legalId }, body })).GUID
    }

    beforeAll(async () => {
      matrix = of()
      scene = matrix.scene
      application = await registerApplication(scene.portal)
      other = await registerApplication(scene.portal, { id: 'other' })
      const closing = await registerApplication(scene.portal, { id: 'closing' })
      const [expired, ended, closed] = [
        await tokenOf('ana', application),
        await tokenOf('ana', application),
        await tokenOf('ana', closing),
      ]
      await endToken(expired, `expires_at = now() - interval '1 second'`)
      await endToken(ended, `phase = 'ended'`)
      await matrix.rows(`update clients set active = false where id = 'closing'`)
      bearers = {
        ...matrix.invalid,
        'the application by its secret': basicOf(application.id, application.secret),
        'a person of the portal': `Bearer ${scene.people.ana.token}`,
        'a program that sends': `Bearer ${scene.senderToken}`,
        'a token that is over': `Bearer ${expired}`,
        'a token that was ended': `Bearer ${ended}`,
        'a token of a closed application': `Bearer ${closed}`,
      }
      strangers = {
        // Biel has chosen another password by now.
        carla: await tokenOf('carla', application),
        otherClient: await tokenOf('ana', other),
        otherCredential: await credentialOf({ certificateId: await secondKey() }),
      }
      const { code } = await giveGrant(scene, 'ana', { application, request: { scope: 'service' } })
      given = { service: await tokenOf('ana', application), credential: await credentialOf(), code }
    })

    /** Everything that any call takes, all of it right for Ana's application. */
    function cscBody(): Readonly<Record<string, unknown>> {
      const { certificateId, pin } = scene.people.ana
      const named = hashes.map((hash) => hash.toString('base64'))
      return {
        token: given.credential,
        credentialID: certificateId,
        SAD: given.credential,
        numSignatures: 1,
        hash: named,
        hashes: named,
        hashAlgo: '2.16.840.1.101.3.4.2.1',
        hashAlgorithmOID: '2.16.840.1.101.3.4.2.1',
        signAlgo: '1.2.840.113549.1.1.11',
        PIN: pin,
        authData: [{ id: 'PIN', value: pin }],
        authObjectID: 'OTP',
      }
    }

    const callCsc = ({ path, method }: Operation, authorization?: string) =>
      fetch(`${scene.portal.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: method === 'GET' ? undefined : JSON.stringify(cscBody()),
        redirect: 'manual',
      })

    async function answerOf(call: Promise<Response>) {
      const answer = await call
      const text = await answer.text()
      const content = text === '' ? {} : (JSON.parse(text) as { error?: string })
      return { status: answer.status, headers: answer.headers, text, content }
    }

    test.each(named(cscTokenCalls))('%s is refused for every token that does not count', async (_, call) => {
      const before = await matrix.stateOf()
      for (const [who, authorization] of Object.entries(bearers)) {
        const { status, headers, content } = await answerOf(callCsc(call, authorization))
        expect({ who, status, members: Object.keys(content).toSorted() }).toEqual({
          who,
          status: 401,
          members: ['error', 'error_description'],
        })
        expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
      }
      expect(await matrix.stateOf()).toEqual(before)
    })

    const namesCredential = ({ path }: Operation) => !/(?:credentials\/list|auth\/revoke)$/.test(path)

    test.each(named(cscTokenCalls))('%s tells and does nothing of Ana’s for another person', async (_, call) => {
      const before = await matrix.stateOf()
      const { status, text } = await answerOf(callCsc(call, `Bearer ${strangers.carla}`))
      if (namesCredential(call)) expect(status, text).toBe(400)
      for (const secret of [...matrix.anasSecrets, scene.people.ana.certificateId, given.credential]) {
        expect(text).not.toContain(secret)
      }
      expect(await matrix.stateOf()).toEqual(before)
    })

    const takesActivation = ({ path }: Operation) => /(?:extendTransaction|signHash|revoke)$/.test(path)

    test.each(named(cscTokenCalls.filter(takesActivation)))(
      '%s does nothing with what another application was given',
      async (_, call) => {
        const before = await matrix.stateOf()
        const { status } = await answerOf(callCsc(call, `Bearer ${strangers.otherClient}`))
        expect(status).toBe(call.path.endsWith('revoke') ? 204 : 400)
        expect(await matrix.stateOf()).toEqual(before)
      },
    )

    test.each(named(cscTokenCalls))('%s is closed to a token for another certificate', async (_, call) => {
      const before = await matrix.stateOf()
      const { status } = await answerOf(callCsc(call, `Bearer ${strangers.otherCredential}`))
      expect(status).toBe(takesActivation(call) ? 400 : 403)
      expect(await matrix.stateOf()).toEqual(before)
    })

    const formOf = (): URLSearchParams =>
      new URLSearchParams({
        grant_type: 'authorization_code',
        code: given.code,
        redirect_uri: application.redirectUri,
        token: given.service,
        response_type: 'code',
        scope: 'service',
        code_challenge: 'x'.repeat(43),
      })
    const submit = ({ path }: Operation, authorization?: string) =>
      answerOf(
        fetch(`${scene.portal.url}${path}`, {
          method: 'POST',
          headers: authorization === undefined ? {} : { authorization },
          body: formOf(),
          redirect: 'manual',
        }),
      )

    test.each(named(cscSecretCalls))('%s takes no application that it does not know', async (_, call) => {
      const before = await matrix.stateOf()
      for (const authorization of [
        undefined,
        `Bearer ${scene.people.ana.token}`,
        `Bearer ${given.service}`,
        ...[
          ':',
          'portal:',
          'scene:',
          `${application.id}:`,
          `${application.id}:wrong`,
          `nobody:${application.secret}`,
        ].map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
        basicOf(other.id, application.secret),
      ]) {
        const { status, content } = await submit(call, authorization)
        expect({ authorization, status, error: content.error }).toEqual({
          authorization,
          status: 401,
          error: 'invalid_client',
        })
      }
      expect(await matrix.stateOf()).toEqual(before)
    })

    test.each(named(cscSecretCalls.filter(({ path }) => !path.endsWith('pushed_authorize'))))(
      '%s does nothing with what another application was given',
      async (_, call) => {
        // A code lasts for a minute, and one that comes too late ends what it led to.
        const { code } = await giveGrant(scene, 'ana', { application, request: { scope: 'service' } })
        given = { ...given, code }
        const before = await matrix.stateOf()
        const { status } = await submit(call, basicOf(other.id, other.secret))
        expect(status).toBe(call.path.endsWith('revoke') ? 204 : 400)
        expect(await matrix.stateOf()).toEqual(before)
      },
    )

    test.each(named(cscOpenCalls))('%s tells nobody anything of anybody', async (_, call) => {
      const before = await matrix.stateOf()
      const isForm = call.method === 'POST' && call.path.endsWith('authorize')
      const { status, text } = await (isForm ? submit(call) : answerOf(callCsc(call)))
      expect(status).toBe(call.path.endsWith('authorize') ? 302 : 200)
      for (const secret of [...matrix.anasSecrets, scene.people.ana.certificateId]) expect(text).not.toContain(secret)
      expect(await matrix.stateOf()).toEqual(before)
    })

    test('nothing but the caller was wrong: what was given still does what it was given for', async () => {
      const signHash = cscTokenCalls.filter(({ name }) => /V1SignaturesSignHash$/.test(name))
      for (const call of signHash) expect((await callCsc(call, `Bearer ${given.service}`)).status).toBe(200)
    })
  })
}
