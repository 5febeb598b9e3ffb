/** The certificates of a person, and what kinds of them the operator grants. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, runCli, trySigning, type Scene } from '@rubrica/testing'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

test('without a file password the PIN opens the file; with one the PIN is the vault’s alone', async () => {
  const { call, legalId, ...person } = scene.people.carla
  const uploadWith = async (pin: string, filepassword?: string) => {
    const file = await scene.portal.sandbox.makePerson({
      of: 'carla',
      commonName: 'Carla',
      keyType: 'ec',
      pin: filepassword ?? pin,
    })
    const body = { p12: Buffer.from(file).toString('base64'), certalias: crypto.randomUUID(), pin, filepassword }
    const params = { legalid: legalId }
    const { GUID } = await call.uploadCertificate({ params, body: { ...body, certtype: 'keyvault' } })
    return { ...person, call, legalId, certificateId: GUID, pin }
  }
  const document = async () => (await scene.send({ signers: ['carla'] })).signers[0]!.guid
  const same = await uploadWith('only-one')
  expect(await trySigning(same, await document())).toBe(204)
  const apart = await uploadWith('the-pin', 'the-file')
  expect(await trySigning(apart, await document(), { pin: 'the-file' })).toBe(422)
  expect(await trySigning(apart, await document())).toBe(204)
})

test('certificates are listed with the names of the specification, and none at all is 404', async () => {
  const { call, legalId, certificateId } = scene.people.biel
  const own = { legalid: legalId }
  const [certificate, ...others] = await call.certificates({ params: own })
  expect(others).toEqual([])
  expect(certificate).toMatchObject({
    GUID: certificateId,
    CertType: 'keyvault',
    certalias: expect.any(String) as unknown,
    DN: expect.stringContaining('CN=') as unknown,
    AuthenticationType: 'PIN',
    PinRequired: true,
  })
  expect(Date.parse(certificate!.ExpirationDate)).toBeGreaterThan(Date.now())
  await call.deleteCertificate({ params: { ...own, guid: certificateId } })
  await expect(call.certificates({ params: own })).rejects.toMatchObject({ status: 404, code: 'NO_CERTIFICATES' })
})

function grant(...args: string[]) {
  const { database, dataDir } = scene.portal.server
  return runCli(['user', 'grant', ...args], { DATABASE_URL: database!.url, DATA_DIR: dataDir })
}

test('the flags say what the operator granted, and a type that is not granted cannot be uploaded', async () => {
  const { call, legalId } = scene.people.biel
  const granted = Object.keys(await call.grantedTypes({ params: { legalid: legalId } }))
  await grant('biel', '--deny', granted.join(','))
  expect(await call.certificateTypes({})).toMatchObject({ KeyVault: false, Swisscom: false })
  await grant('biel', '--allow', 'Swisscom')
  expect(await call.certificateTypes({})).toEqual({
    Software: false,
    FirmaRemota: false,
    KeyVault: false,
    RedTrust: false,
    Uanataca: false,
    Swisscom: true,
    Local: false,
    Nebula: false,
    ValidatedID: false,
    Ivnosys: false,
  })
  const file = await scene.portal.sandbox.makePerson({ of: 'biel', commonName: 'Biel', keyType: 'ec', pin: '1' })
  const body = { p12: Buffer.from(file).toString('base64'), certalias: 'x', pin: '1', certtype: 'keyvault' } as const
  await expect(call.uploadCertificate({ params: { legalid: legalId }, body })).rejects.toMatchObject({
    status: 403,
    code: 'CERTIFICATE_TYPE_NOT_ALLOWED',
  })
})

test('a person hides and shows what the operator granted, and grants nothing', async () => {
  const { call, legalId } = scene.people.ana
  const own = { params: { legalid: legalId } }
  await grant('ana', '--deny', 'Swisscom')
  const granted = await call.grantedTypes(own)
  expect(granted).toMatchObject({ KeyVault: true, Software: true })
  expect(granted).not.toHaveProperty('Swisscom')
  expect(await call.chooseTypes({ ...own, body: { Software: false, Swisscom: false } })).toBeNull()
  expect(await call.grantedTypes(own)).toEqual({ ...granted, Software: false })
  expect(await call.certificateTypes({})).toMatchObject({ Software: false, KeyVault: true, Swisscom: false })
  await expect(call.chooseTypes({ ...own, body: { Software: true, Swisscom: true } })).rejects.toMatchObject({
    status: 403,
    code: 'CERTIFICATE_TYPE_NOT_ALLOWED',
  })
  expect(await call.certificateTypes({})).toMatchObject({ Software: false })
  await call.chooseTypes({ ...own, body: { Software: true } })
  expect(await call.grantedTypes(own)).toEqual(granted)
})
