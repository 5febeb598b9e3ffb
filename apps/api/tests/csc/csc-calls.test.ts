/** What the CSC service tells about itself, and every call of it against everybody who may not make it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCsc, digestOf, exchangeCode, giveGrant } from '@rubrica/testing'
import { openSigningScene, RSA_SHA256, SHA256, toBase64, type SigningScene } from './csc-signing/open-signing-scene.ts'

let csc: SigningScene
beforeAll(async () => {
  csc = await openSigningScene()
})
afterAll(() => csc[Symbol.asyncDispose]())

test('the service tells about itself, and where its authorisation server is', async () => {
  for (const version of ['v1', 'v2']) {
    const { body } = await callCsc(csc.scene, `${version}/info`, {})
    expect(body).toMatchObject({ authType: ['oauth2code'], oauth2: `${csc.scene.portal.url}/csc/${version}` })
    // Clients that read the standard closely refuse two names of one authorisation server.
    expect(body).not.toHaveProperty('oauth2Issuer')
    expect(body['methods']).toContain('signatures/signHash')
    const logo = await fetch(csc.scene.portal.url + new URL(String(body['logo'])).pathname)
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png'])
    const empty = await fetch(`${csc.scene.portal.url}/csc/${version}/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    expect(empty.status).toBe(200)
    expect((await callCsc(csc.scene, `${version}/signatures/timestamp`, {})).status).toBe(501)
    // Otherwise the portal answers, as it does to every address that a browser opens.
    for (const path of ['info', 'credentials/list', 'unknown']) {
      const got = await fetch(`${csc.scene.portal.url}/csc/${version}/${path}`)
      expect({ status: got.status, allow: got.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
      expect(await got.json()).toMatchObject({ error: 'invalid_request' })
    }
  }
  expect((await callCsc(csc.scene, 'v2/info', {})).body).toMatchObject({
    asynchronousOperationMode: false,
    validationInfo: false,
    signAlgorithms: { algos: expect.arrayContaining([RSA_SHA256]) as string[] },
    // Documents stay with the application.
    signature_formats: { formats: [], envelope_properties: [] },
    conformance_levels: [],
  })
  const issuer = `${csc.scene.portal.url}/csc/v2`
  const own = `${issuer}/.well-known/oauth-authorization-server`
  for (const address of [`${csc.scene.portal.url}/.well-known/oauth-authorization-server/csc/v2`, own]) {
    expect(await (await fetch(address)).json()).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/oauth2/token`,
      code_challenge_methods_supported: ['S256', 'plain'],
    })
  }
})

describe('every call of the API', () => {
  test('is for tokens of its own, and changes nothing for anybody else', async () => {
    const { code } = await giveGrant(csc.scene, 'ana', { application: csc.other, hashes: [digestOf('one')] })
    const credential = (await exchangeCode(csc.scene, csc.other, { code })).body.access_token
    const { ana, biel } = csc.scene.people
    const hash = [toBase64('one')]
    const body = {
      credentialID: ana.certificateId,
      SAD: credential,
      numSignatures: 1,
      hash,
      hashes: hash,
      hashAlgo: SHA256,
      hashAlgorithmOID: SHA256,
      signAlgo: RSA_SHA256,
      PIN: ana.pin,
      authData: [{ id: 'PIN', value: ana.pin }],
      authObjectID: 'OTP',
    }
    const before = await csc.dump()
    for (const version of ['v1', 'v2']) {
      const { methods } = (await callCsc(csc.scene, `${version}/info`, {})).body as { methods: string[] }
      for (const method of methods.filter((one) => /^(credentials|signatures)\//.test(one))) {
        const path = `${version}/${method}`
        for (const token of [undefined, 'unknown', ana.token, csc.scene.senderToken, 'x'.repeat(5000)]) {
          const answer = await callCsc(csc.scene, path, { body, ...(token !== undefined && { token }) })
          expect({ path, status: answer.status }).toEqual({ path, status: 401 })
          expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
          expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description'])
        }
        const foreign = { ...body, credentialID: biel.certificateId }
        const answer = await callCsc(csc.scene, path, { token: csc.tokens.ana, body: foreign })
        if (method !== 'credentials/list') expect({ path, status: answer.status }).toEqual({ path, status: 400 })
        if (method.endsWith('/info') || method.endsWith('/signHash')) continue
        const narrow = await callCsc(csc.scene, path, { token: credential, body: foreign })
        expect(narrow.status, path).toBeGreaterThanOrEqual(400)
      }
    }
    expect(await csc.dump()).toEqual(before)
  })

  test('takes whatever comes without breaking', async () => {
    const values = [null, true, 1, -1, 1e308, 'x', '\u0000', 'x'.repeat(9000), [], [null], {}, [[]], [{}], ['\u0000']]
    const names = ['credentialID', 'SAD', 'hash', 'hashes', 'hashAlgo', 'hashAlgorithmOID', 'signAlgo', 'numSignatures']
    const more = [
      'PIN',
      'OTP',
      'authData',
      'authObjectID',
      'maxResults',
      'pageToken',
      'certificates',
      'certInfo',
      'lang',
    ]
    const whole = { credentialID: csc.scene.people.biel.certificateId, SAD: 'x', hash: ['AA=='], hashes: ['AA=='] }
    for (const version of ['v1', 'v2']) {
      const { methods } = (await callCsc(csc.scene, `${version}/info`, {})).body as { methods: string[] }
      for (const method of methods.filter((one) => /^(credentials|signatures)\//.test(one))) {
        const path = `${version}/${method}`
        const call = async (name: string, value: unknown) => {
          const { status } = await callCsc(csc.scene, path, {
            token: csc.tokens.ana,
            body: { ...whole, [name]: value },
          })
          expect(status, `${path} ${name} ${JSON.stringify(value).slice(0, 40)}`).toBeLessThan(500)
        }
        await Promise.all([...names, ...more].flatMap((name) => values.map((value) => call(name, value))))
      }
    }
  })
})
