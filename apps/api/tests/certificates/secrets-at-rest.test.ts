import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openP12 } from '@rubrica/pki'
import { logIn, openScene, readKept, trySigning, type Scene } from '@rubrica/testing'

const PIN = 'canary-pin-7f3a91'
const WRONG_PIN = 'canary-wrong-pin-52c8'
const FILE_PASSWORD = 'canary-file-password-9d11'
const WRONG_PASSWORD = 'canary-wrong-password-e402'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { LOG_LEVEL: 'trace' }, isSeededAnew: true })
})
afterAll(() => scene[Symbol.asyncDispose]())

async function useEverySecret(): Promise<Uint8Array> {
  const { biel } = scene.people
  const p12 = await scene.portal.sandbox.makePerson({
    of: 'biel',
    commonName: 'Canary',
    keyType: 'rsa',
    pin: FILE_PASSWORD,
  })
  const [key] = (await openP12(p12, FILE_PASSWORD)).keys
  const upload = { p12: Buffer.from(p12).toString('base64'), certalias: 'canary', certtype: 'keyvault' as const }
  const certificate = await biel.call.uploadCertificate({
    params: { legalid: biel.legalId },
    body: { ...upload, pin: PIN, filepassword: FILE_PASSWORD },
  })
  await expect(
    biel.call.uploadCertificate({
      params: { legalid: biel.legalId },
      body: { ...upload, certalias: 'again', pin: PIN, filepassword: WRONG_PASSWORD },
    }),
  ).rejects.toMatchObject({ status: 422, code: 'P12_WRONG_PASSWORD' })
  const document = await scene.send({ signers: ['biel'] })
  const signer = { ...biel, certificateId: certificate.GUID, pin: PIN }
  expect(await trySigning(signer, document.signers[0]!.guid, { pin: WRONG_PIN })).toBe(422)
  expect(await trySigning(signer, document.signers[0]!.guid)).toBe(204)
  await expect(logIn(scene.portal.url, { userId: 'biel', password: WRONG_PASSWORD })).rejects.toMatchObject({
    status: 401,
  })
  return key!.privateKeyPkcs8
}

test('database, objects and logs hold no private key, PIN, password or token in clear', async () => {
  const privateKey = Buffer.from(await useEverySecret())
  const places = await readKept(scene.portal.server)
  const token = scene.people.biel.token.split('.')[2]!
  const secrets = { PIN, WRONG_PIN, FILE_PASSWORD, WRONG_PASSWORD, token }
  // The private exponent lies in the middle of the key; any 24 bytes of it would give it away.
  const pieces = [300, 400, 500, 600, 700, 800, 900].map((start) => privateKey.subarray(start, start + 24))
  for (const [place, content] of Object.entries(places)) {
    expect(content.length, `${place} was read`).toBeGreaterThan(1000)
    for (const [name, secret] of Object.entries(secrets)) {
      expect(content.includes(secret), `${name} in ${place}`).toBe(false)
    }
    for (const piece of pieces) {
      for (const form of [piece, piece.toString('hex'), piece.toString('base64').slice(2, -4)]) {
        expect(content.includes(form), `the private key in ${place}`).toBe(false)
      }
    }
  }
})
