import { beforeAll, describe, expect, test } from 'vitest'
import { callCsc, newestCode } from '@rubrica/testing'
import { addSmsKey } from '../../scenes/authorise-signing.ts'
import { ECDSA_SHA256, RSA, RSA_SHA256, SHA256, toBase64, refused, type SigningScene } from './open-signing-scene.ts'

/** Activation data without the page. @param of the scene, once it is open */
export function describeExplicitGrant(of: () => SigningScene): void {
  describe('an application that asks for PIN and code itself', () => {
    let csc: SigningScene
    beforeAll(() => {
      csc = of()
    })

    const authorize = (path: string, body: object) =>
      callCsc(csc.scene, `${path}/credentials/authorize`, { token: csc.tokens.ana, body })

    test('gets activation data for its hashes, and a wrong PIN costs a try', async () => {
      const { ana } = csc.scene.people
      const order = { credentialID: ana.certificateId, numSignatures: 1, hash: [toBase64('explicit')] }
      expect(await authorize('v1', { ...order, PIN: 'wrong' })).toMatchObject(refused('invalid_pin'))
      // Without one nothing was tried (CSC 1.0.4 §11.6).
      expect(await authorize('v1', order)).toMatchObject(refused('invalid_request'))
      expect(await authorize('v1', { ...order, PIN: ana.pin, hash: undefined })).toMatchObject(
        refused('invalid_request'),
      )
      expect(await authorize('v1', { ...order, PIN: ana.pin, numSignatures: 0 })).toMatchObject(
        refused('invalid_request'),
      )
      expect(await authorize('v1', { ...order, PIN: ana.pin, numSignatures: 201 })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', error_description: 'Numbers of signatures is too high' },
      })
      const { status, body } = await authorize('v1', { ...order, PIN: ana.pin })
      expect({ status, expiresIn: body['expiresIn'] }).toEqual({ status: 200, expiresIn: 300 })
      const signed = await csc.signHash(csc.orderOf(body['SAD'] as string, ['explicit']))
      await csc.expectSignatures(signed, ['explicit'], ana.certificateId)
    })

    test('names further hashes later, as many as were authorised', async () => {
      const { ana } = csc.scene.people
      const { certificateId: credentialID, pin: PIN } = ana
      const { body } = await authorize('v1', { credentialID, numSignatures: 2, hash: [toBase64('first')], PIN })
      const SAD = body['SAD'] as string
      expect((await csc.signHash(csc.orderOf(SAD, ['first']))).status).toBe(200)
      const extend = (more: object) =>
        callCsc(csc.scene, 'v1/credentials/extendTransaction', {
          token: csc.tokens.ana,
          body: { credentialID, SAD, ...more },
        })
      expect(await extend({ hash: [toBase64('second'), toBase64('third')] })).toMatchObject(refused('invalid_request'))
      const next = (await extend({ hash: [toBase64('second')] })).body['SAD'] as string
      expect(await csc.signHash(csc.orderOf(SAD, ['second']))).toMatchObject(refused('invalid_request'))
      expect((await csc.signHash(csc.orderOf(next, ['second']))).status).toBe(200)
      expect(await extend({ SAD: next, hash: [toBase64('third')] })).toMatchObject(refused('invalid_request'))
    })

    test('has the code sent, and answers it, in both versions', async () => {
      const credentialID = await addSmsKey(csc.scene, 'ana', 'explicit codes')
      const { pin } = csc.scene.people.ana
      const call = (path: string, body: object) =>
        callCsc(csc.scene, path, { token: csc.tokens.ana, body: { credentialID, ...body } })
      expect((await call('v1/credentials/sendOTP', {})).status).toBe(204)
      const first = { numSignatures: 1, hash: [toBase64('sms')], PIN: pin }
      expect(await call('v1/credentials/authorize', first)).toMatchObject(refused('invalid_request'))
      expect(await call('v1/credentials/authorize', { ...first, OTP: 'wrong' })).toMatchObject(refused('invalid_otp'))
      expect((await call('v1/credentials/authorize', { ...first, OTP: await newestCode(csc.scene) })).status).toBe(200)
      await csc.query("update one_time_codes set created_at = created_at - interval '2 minutes'")
      expect((await call('v2/credentials/getChallenge', { authObjectID: 'OTP' })).status).toBe(204)
      const second = { numSignatures: 1, hashes: [toBase64('sms')], hashAlgorithmOID: SHA256 }
      const authData = (value: string) => [
        { id: 'PIN', value: pin },
        { id: 'OTP', value },
      ]
      expect(await call('v2/credentials/authorize', { ...second, authData: authData('wrong') })).toMatchObject(
        refused('invalid_authentication_data'),
      )
      const code = await newestCode(csc.scene)
      const { status, body } = await call('v2/credentials/authorize', { ...second, authData: authData(code) })
      expect(status).toBe(200)
      const order = { SAD: body['SAD'], hashes: second.hashes, hashAlgorithmOID: SHA256, signAlgo: ECDSA_SHA256 }
      await csc.expectSignatures(await call('v2/signatures/signHash', order), ['sms'], credentialID)
    })

    test('learns of a credential what it needs', async () => {
      const { ana } = csc.scene.people
      const info = (path: string, body: object = {}) =>
        callCsc(csc.scene, `${path}/credentials/info`, {
          token: csc.tokens.ana,
          body: { credentialID: ana.certificateId, ...body },
        })
      const whole = { certificates: 'chain', certInfo: true, authInfo: true }
      expect((await info('v1', whole)).body).toMatchObject({
        key: { status: 'enabled', algo: expect.arrayContaining([RSA, RSA_SHA256]) as string[], len: 2048 },
        cert: {
          status: 'valid',
          subjectDN: expect.stringMatching(/^CN=[^,]+,serialNumber=[^,]+,givenName=Ana,surname=[^,]+,O=/) as string,
          validTo: expect.stringMatching(/^\d{14}Z$/) as string,
        },
        authMode: 'explicit',
        SCAL: '2',
        PIN: { presence: 'true', format: 'A' },
        OTP: { presence: 'false' },
        multisign: 200,
      })
      expect((await info('v2', whole)).body).toMatchObject({
        auth: { mode: 'oauth2code', expression: 'PIN', objects: [{ type: 'Password', id: 'PIN' }] },
      })
      const none = (await info('v1', { certificates: 'none' })).body
      expect(none['cert']).toEqual({ status: 'valid' })
      expect(await info('v1', { certificates: 'some' })).toMatchObject(refused('invalid_request'))
      expect(await info('v1', { credentialID: csc.scene.people.biel.certificateId })).toMatchObject(
        refused('invalid_request'),
      )
      expect(await info('v1', { credentialID: undefined })).toMatchObject(refused('invalid_request'))
    })

    test('lists credentials in pages', async () => {
      const page = (body: object, path = 'v1') =>
        callCsc(csc.scene, `${path}/credentials/list`, { token: csc.tokens.ana, body })
      const all = (await page({})).body['credentialIDs'] as string[]
      const seen: string[] = []
      for (let pageToken: string | undefined; ;) {
        const { body } = await page({ maxResults: 1, ...(pageToken !== undefined && { pageToken }) })
        seen.push(...(body['credentialIDs'] as string[]))
        pageToken = body['nextPageToken'] as string | undefined
        if (pageToken === undefined) break
      }
      expect(seen).toEqual(all)
      expect(await page({ userID: 'ana' })).toMatchObject(refused('invalid_request'))
      expect(await page({ pageToken: 'unknown' })).toMatchObject(refused('invalid_request'))
      const { body } = await page({ credentialInfo: true, certificates: 'none', onlyValid: true }, 'v2')
      expect(body['onlyValid']).toBe(true)
      expect((body['credentialInfos'] as { credentialID: string }[]).map(({ credentialID }) => credentialID)).toEqual(
        all,
      )
    })
  })
}
