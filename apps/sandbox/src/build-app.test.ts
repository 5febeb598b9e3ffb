import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOpenssl, once, statusOf, TestSandbox } from './test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

/** An OCSP request that is in order. */
async function ocspRequest(): Promise<Buffer> {
  await sandbox.savePems('ca')
  await sandbox.savePerson('good')
  sandbox.openssl('ocsp', '-issuer', 'ca.pem', '-cert', 'good.pem', '-reqout', 'good.ocsp')
  return readFileSync(sandbox.path('good.ocsp'))
}

describe('rubbish', () => {
  it('gets a refusal from every service, never a failure', async () => {
    const valid = hasOpenssl ? await ocspRequest() : randomBytes(80)
    for (let round = 0; round < 150; round += 1) {
      const bytes = Buffer.from(valid)
      bytes[round % bytes.length] = randomBytes(1)[0] ?? 0
      const cut = bytes.subarray(0, round % 2 === 0 ? bytes.length : round)
      const answers = [
        sandbox.post('/pki/ocsp/ca', 'application/ocsp-request', cut),
        sandbox.post('/pki/tsa', 'application/timestamp-query', cut),
        sandbox.enrol(cut.toString('base64')),
      ]
      for (const answer of answers) expect(await statusOf(answer)).toBeLessThan(500)
    }
    for (const where of ['/?lang=a&lang=b', '/inbox.json?to=a&to=b', '/inbox/..%2f..', '/pki/ocsp/ca/%ff', '/%00']) {
      expect(await statusOf(sandbox.get(where))).toBeLessThan(500)
    }
    for (const body of [null, [], {}, { commonName: 'x' }, { commonName: '', keyType: 'rsa', pin: '' }]) {
      expect(await statusOf(sandbox.postJson('/control/people', body))).toBe(400)
    }
    const late = { commonName: '\ud800', keyType: 'ec', pin: '', notAfter: '9999-12-31T23:59:59Z' }
    expect(await statusOf(sandbox.postJson('/control/people', late))).toBe(201)
    expect(await statusOf(sandbox.postJson('/control/people', { ...late, notAfter: '1999-12-31T23:59:59Z' }))).toBe(201)
    expect(await statusOf(sandbox.post('/control/people', 'application/json', '{'.repeat(1000)))).toBe(400)
    for (const subject of ['nothing', 'x=y', 'o=A house without a name']) {
      const body = { commonName: 'a', keyType: 'ec', pin: '', subject }
      expect(await statusOf(sandbox.postJson('/control/people', body))).toBe(422)
    }
    expect(await statusOf(sandbox.post('/control/reset', 'text/plain', 'not JSON'))).toBe(415)
  })
})

describe('control', () => {
  it('takes no call from a web page', async () => {
    const headers = { ...once, origin: 'http://elsewhere.example' }
    const answer = await fetch(`${sandbox.url}/control/reset`, { method: 'POST', headers })
    expect(answer.status).toBe(403)
  })
})

describe('nonsense', () => {
  it('gets a refusal from every provider, never a failure', async () => {
    const paths = [
      '/csc/v1/auth/login',
      '/csc/v2/signatures/signHash',
      '/signcloud/uanataca/api/sign_rsa',
      '/redtrust/raapi/v1/auth/login',
      '/redtrust/dssapi/v1/signHash',
      '/nebula/signin/auth/login/first',
      '/nebula/signin/auth/login/second',
      '/nebula/api/v3/certificate/signhash',
      '/nebula/csc/v1/signatures/signHash',
      '/ivsign/Keyman/rest/v5/auth/login',
      '/ivsign/Keyman/rest/v5/auth/mfaBegin',
      '/ivsign/Keyman/rest/v5/auth/check',
      '/ivsign/Keyman/rest/v5/sign/hash',
      '/ivsign/mfa/x',
      '/swisscom/consent/x',
      '/phone/pushes/x',
      '/sms/messages',
      '/idp/google/oauth2/token',
      '/idp/wallet/oauth2/token',
      '/idp/google/choose/x',
      '/idp/saml/sso',
      '/idp/saml/choose/x',
    ]
    for (const path of paths) {
      for (const body of ['', '{', 'null', '[]', '7', '{"username":{},"password":[],"tuid":1,"hash":[null]}']) {
        const status = await statusOf(sandbox.post(path, 'application/json', body))
        expect([path, body, status >= 400 && status < 500]).toEqual([path, body, true])
      }
      expect(
        await statusOf(sandbox.post(path, 'application/x-www-form-urlencoded', 'a=b&a=c&__proto__=d')),
      ).toBeLessThan(500)
      expect(await statusOf(sandbox.post(path, 'application/octet-stream', randomBytes(50)))).toBeLessThan(500)
    }
  })

  it('gets a refusal from AIS under a good status, as everything does there', async () => {
    for (const call of ['sign', 'pending']) {
      for (const body of ['null', '[]', '7', '{"SignRequest":[],"async.PendingRequest":{"OptionalInputs":[null]}}']) {
        const answer = await sandbox.post(`/swisscom/AIS-Server/rs/v1.0/${call}`, 'application/json', body)
        expect([call, body, answer.status]).toEqual([call, body, 200])
        expect(await answer.text()).toContain('resultmajor:RequesterError')
      }
    }
  })
})
