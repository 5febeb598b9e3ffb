import { createVerify } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { askForSignatures, callCsc, DEMO_PASSWORD, exchangeCode, digestOf } from '@rubrica/testing'
import { ECDSA_SHA256, RSA, SHA256, toBase64, refused, type SigningScene } from './open-signing-scene.ts'

const SHA512 = '2.16.840.1.101.3.4.2.3'

/** What an application gets for what a person has allowed. @param of the scene, once it is open */
export function describeActivationData(of: () => SigningScene): void {
  describe('activation data from the authorisation page', () => {
    let csc: SigningScene
    beforeAll(() => {
      csc = of()
    })

    test('signs the hash that the person authorised, once', async () => {
      const { access_token: SAD, token_type, expires_in, credentialID } = await csc.allowed(['one'])
      expect({ token_type, expires_in, credentialID }).toEqual({
        token_type: 'SAD',
        expires_in: 300,
        credentialID: csc.scene.people.ana.certificateId,
      })
      await csc.expectSignatures(
        await csc.signHash(csc.orderOf(SAD, ['one'])),
        ['one'],
        csc.scene.people.ana.certificateId,
      )
      expect(await csc.signHash(csc.orderOf(SAD, ['one']))).toMatchObject(refused('invalid_request'))
    })

    test('signs several hashes in their order, with a key on a curve as well', async () => {
      const texts = ['a', 'b', 'c', 'd', 'e']
      const { access_token: SAD } = await csc.allowed(texts, 'biel')
      const credentialID = csc.scene.people.biel.certificateId
      const order = { ...csc.orderOf(SAD, texts, { signAlgo: ECDSA_SHA256 }), credentialID }
      const { body } = await csc.signHash(order, csc.tokens.biel)
      const publicKey = await csc.keyOf(credentialID, csc.tokens.biel)
      for (const [index, signature] of (body['signatures'] as string[]).entries()) {
        expect(createVerify('sha256').update(texts[index]!).verify(publicKey, signature, 'base64')).toBe(true)
      }
    })

    test('signs hash by hash, too, and no other, for no other, and in no other way', async () => {
      const { access_token: SAD } = await csc.allowed(['one', 'two'])
      const before = await csc.dump()
      const foreign = await csc.serviceToken('ana', csc.other)
      for (const [body, token, error] of [
        [csc.orderOf(SAD, ['three']), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one', 'three']), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one', 'one']), csc.tokens.ana, 'invalid_request'],
        [
          csc.orderOf(SAD, ['one'], { credentialID: csc.scene.people.biel.certificateId }),
          csc.tokens.ana,
          'invalid_request',
        ],
        [csc.orderOf(SAD, ['one'], { credentialID: 'unknown' }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one'], { signAlgo: ECDSA_SHA256 }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one'], { signAlgo: '1.2.3' }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one'], { hashAlgo: SHA512 }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one'], { signAlgo: RSA, hashAlgo: undefined }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, []), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one'], { hash: 'text' }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one'], { hash: ['%%%'] }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one'], { hash: [1] }), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(SAD, ['one']), csc.tokens.biel, 'invalid_request'],
        [csc.orderOf(SAD, ['one']), foreign, 'invalid_request'],
        [csc.orderOf(`${SAD}x`, ['one']), csc.tokens.ana, 'invalid_request'],
        [csc.orderOf(csc.tokens.ana, ['one']), csc.tokens.ana, 'invalid_request'],
        [[], csc.tokens.ana, 'invalid_request'],
      ] as const) {
        expect(await csc.signHash(body, token), JSON.stringify(body)).toMatchObject(refused(error))
      }
      const other_ = await csc.dump()
      expect(other_.filter(({ client_id: id }) => id !== 'other')).toEqual(before)
      expect((await csc.signHash(csc.orderOf(SAD, ['two'], { signAlgo: RSA }))).status).toBe(200)
      expect((await csc.signHash(csc.orderOf(SAD, ['one'], { hashAlgo: undefined }))).status).toBe(200)
    })

    test('signs once when twenty calls come at once', async () => {
      const { access_token: SAD } = await csc.allowed(['race'])
      const answers = await Promise.all(Array.from({ length: 20 }, () => csc.signHash(csc.orderOf(SAD, ['race']))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test('ends after five minutes, with a new password, and when its client is closed or its key locked', async () => {
      const { access_token: SAD } = await csc.allowed(['late'])
      const expectRefusal = async () =>
        expect(await csc.signHash(csc.orderOf(SAD, ['late']))).toMatchObject({ body: { error: 'invalid_request' } })
      const id = [csc.scene.people.ana.userId]
      await csc.query('update users set token_generation = token_generation + 1 where id = $1', id)
      expect((await csc.signHash(csc.orderOf(SAD, ['late']))).status).toBe(401)
      await csc.query('update users set token_generation = token_generation - 1 where id = $1', id)
      const key = [csc.scene.people.ana.certificateId]
      await csc.query('update certificates set locked_at = now() where id = $1', key)
      await expectRefusal()
      await csc.query('update certificates set locked_at = null where id = $1', key)
      await csc.query(`update clients set active = false where id = 'application'`)
      expect((await csc.signHash(csc.orderOf(SAD, ['late']))).status).toBe(401)
      await csc.query(`update clients set active = true where id = 'application'`)
      await csc.query(
        `update grants set expires_at = now() - interval '1 second'
       where kind = 'credential' and phase = 'granted'`,
      )
      await expectRefusal()
    })

    test('of version 2 is the bearer token itself, for its own credential only', async () => {
      const { access_token: token, token_type } = await csc.allowed(['v2'], 'ana', 'v2')
      expect(token_type).toBe('Bearer')
      const credentialID = csc.scene.people.ana.certificateId
      const call = (path: string, body: object) => callCsc(csc.scene, `v2/${path}`, { token, body })
      expect((await call('credentials/info', { credentialID })).status).toBe(200)
      expect((await call('credentials/list', {})).status).toBe(403)
      expect((await call('credentials/info', { credentialID: csc.scene.people.biel.certificateId })).status).toBe(403)
      const order = { credentialID, hashes: [toBase64('v2')], hashAlgorithmOID: SHA256, signAlgo: RSA }
      expect((await call('signatures/signHash', { ...order, operationMode: 'A' })).status).toBe(400)
      await csc.expectSignatures(await call('signatures/signHash', order), ['v2'], credentialID)
      expect((await call('signatures/signHash', order)).status).toBe(401)
    })

    test('and what leads to it are never in the database', async () => {
      const { RequestId } = await askForSignatures(csc.scene, {
        application: csc.application,
        hashes: [digestOf('secret')],
      })
      const { ana } = csc.scene.people
      const { SessionId } = await ana.call.openCertificateSession({
        params: { guid: ana.certificateId },
        body: { PIN: ana.pin, RequestId },
      })
      const seen = [JSON.stringify(await csc.dump())]
      const { code } = await ana.call.authorisationCode({
        body: {
          grant_type: 'authorization_code',
          username: 'ana',
          password: DEMO_PASSWORD,
          scope: 'vidmobilecert\\keyvault',
          RequestId,
          SessionId,
        },
      })
      seen.push(JSON.stringify(await csc.dump()))
      const { access_token: SAD } = (await exchangeCode(csc.scene, csc.application, { code })).body
      seen.push(JSON.stringify(await csc.dump()))
      for (const secret of [SessionId, code, SAD]) {
        for (const rows of seen) expect(rows).not.toContain(secret)
        expect(csc.scene.portal.server.log()).not.toContain(secret)
      }
    })
  })
}
