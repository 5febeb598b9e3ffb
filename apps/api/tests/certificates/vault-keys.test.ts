/** Keys of the vault after they came in: their PIN is changed, they are used with codes, or they are made here. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { askPdfsig, linkAccount, openScene, runCli, trySigning, type DemoSigner, type Scene } from '@rubrica/testing'

let scene: Scene
let ana: DemoSigner
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  ana = scene.people.ana
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(async () => void (await scene.portal.sandbox.control('reset', {})))

const database = () => scene.portal.server.database!
const documentFor = async (name: 'ana' | 'biel' | 'carla') => scene.send({ signers: [name] })
const changePin = (person: DemoSigner, CurrentPin: string, NewPin: string) =>
  person.call.changePin({ params: { id: person.userId, guid: person.certificateId }, body: { CurrentPin, NewPin } })
const refusal = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  const { status, code, details } = error as { status: number; code: string; details: Record<string, unknown> }
  return { status, code, details }
}

/** A key of its own for each test, because tries are counted. */
async function upload(person: DemoSigner, more: object = {}): Promise<DemoSigner> {
  const pin = 'first-pin'
  const file = await scene.portal.sandbox.makePerson({
    commonName: 'Somebody',
    keyType: 'ec',
    pin,
    legalId: person.legalId,
  })
  const { GUID } = await person.call.uploadCertificate({
    params: { legalid: person.legalId },
    body: {
      p12: Buffer.from(file).toString('base64'),
      certalias: crypto.randomUUID(),
      pin,
      certtype: 'keyvault',
      ...more,
    },
  })
  return { ...person, certificateId: GUID, pin }
}

describe('a call without any PIN', () => {
  const withoutPin = { status: 400, code: 'PIN_REQUIRED' }

  test('costs a key of the vault no try', async () => {
    const person = await upload(ana)
    const signer = (await documentFor('ana')).signers[0]!.guid
    const sign = (typed: object) =>
      person.call.sign({
        params: { type: 'keyvault', signerGuid: signer },
        body: { CertGUID: person.certificateId, AccessMethod: 'USER_PASS', ...typed },
        headers: {},
      })
    for (const typed of [{}, { PIN: '' }, { PinAuthentication: '' }, {}, {}, {}]) {
      expect(await refusal(sign(typed))).toMatchObject(withoutPin)
    }
    // Nothing was claimed for them either.
    const rows = await database().query('select 1 from signing_attempts where signer_id = $1', [signer])
    expect(rows).toEqual([])
    expect(await refusal(sign({ PIN: 'wrong' }))).toMatchObject({ code: 'WRONG_PIN', details: { TriesLeft: 4 } })
    await sign({ PIN: person.pin })
  })

  test.each(['redtrust', 'nebula', 'validatedid'])('does not reach %s for a key that has a PIN', async (type) => {
    const certificates = [...(await linkAccount(scene, 'ana', type)).values()]
    const signerGuid = (await documentFor('ana')).signers[0]!.guid
    const withPin = certificates.filter(({ Inputs }) => Inputs?.join() === 'pin')
    expect(withPin.length).toBeGreaterThan(0)
    for (const { GUID: CertGUID } of withPin) {
      const body = { CertGUID, AccessMethod: 'USER_PASS' } as const
      expect(await refusal(ana.call.sign({ params: { type, signerGuid }, body, headers: {} }))).toMatchObject(
        withoutPin,
      )
    }
  })
})

describe('a PIN that is changed', () => {
  test('opens the key from then on, and the old one no more', async () => {
    const person = await upload(ana)
    const emoji = '🔑 ñandú'
    expect(await changePin(person, person.pin, emoji)).toBeNull()
    const signer = (await documentFor('ana')).signers[0]!.guid
    expect(await trySigning(person, signer)).toBe(422)
    expect(await trySigning(person, signer, { pin: emoji })).toBe(204)
  })

  test('asks for the current one, counts wrong ones, and locks after five', async () => {
    const person = await upload(ana)
    for (let left = 4; left > 0; left--) {
      expect(await refusal(changePin(person, 'wrong', 'next'))).toMatchObject({
        status: 422,
        code: 'WRONG_PIN',
        details: { TriesLeft: left },
      })
    }
    expect(await refusal(changePin(person, 'wrong', 'next'))).toMatchObject({ status: 423, code: 'PIN_LOCKED' })
    expect(await refusal(changePin(person, person.pin, 'next'))).toMatchObject({ status: 423, code: 'PIN_LOCKED' })
    const listed = await ana.call.certificates({ params: { legalid: ana.legalId } })
    expect(listed.find(({ GUID }) => GUID === person.certificateId)).toMatchObject({ Locked: true })
  })

  test('by four at once is changed by one of them, and the key is under that one’s PIN', async () => {
    const person = await upload(ana)
    const wishes = Array.from({ length: 4 }, (_, index) => `pin-${index}`)
    const outcomes = await Promise.all(
      wishes.map((pin) =>
        changePin(person, person.pin, pin).then(
          () => pin,
          () => undefined,
        ),
      ),
    )
    const [winner, ...others] = outcomes.filter((pin) => pin !== undefined)
    expect(others).toEqual([])
    expect(await trySigning(person, (await documentFor('ana')).signers[0]!.guid, { pin: winner! })).toBe(204)
  })

  test('is that of one’s own certificate', async () => {
    const { biel } = scene.people
    const others = { ...biel, certificateId: ana.certificateId }
    expect(await refusal(changePin(others, ana.pin, 'mine'))).toMatchObject({ status: 404 })
  })
})

describe('a key that is used with a code', () => {
  test('is of type SMS, and its PIN is still asked for', async () => {
    const { certificateId } = await upload(ana, { dynamicpin: true })
    const listed = await ana.call.certificates({ params: { legalid: ana.legalId } })
    expect(listed.find(({ GUID }) => GUID === certificateId)).toMatchObject({
      AuthenticationType: 'SMS',
      PinRequired: true,
    })
  })

  test('needs a phone, which an operator registers', async () => {
    const environment = { DATABASE_URL: database().url, DATA_DIR: scene.portal.server.dataDir }
    const { carla } = scene.people
    await runCli(['user', 'set', 'carla', '--no-phone'], environment)
    expect(await refusal(upload(carla, { dynamicpin: true }))).toMatchObject({ status: 422, code: 'PHONE_MISSING' })
    const set = await runCli(['user', 'set', 'carla', '--phone', '+34 600-000-003'], environment)
    expect(set.stdout).toContain('+34600000003')
    await upload(carla, { dynamicpin: true })
    expect((await runCli(['user', 'set', 'carla', '--phone', 'call me'], environment)).stderr).toContain('no phone')
  })
})

describe('a certificate issued on demand', () => {
  const issue = (person: DemoSigner, more: object = {}) =>
    person.call.uploadCertificate({
      params: { legalid: person.legalId },
      body: { certalias: crypto.randomUUID(), pin: 'issued-pin', certtype: 'software', ...more },
    })
  const forget = async (person: DemoSigner) => {
    const own = await person.call.certificates({ params: { legalid: person.legalId } })
    for (const { GUID, CertType } of own) {
      if (CertType !== 'software') continue
      await person.call.deleteCertificate({ params: { legalid: person.legalId, guid: GUID } })
    }
  }

  test('names its owner, signs with its PIN, and is deleted', async () => {
    const certificate = await issue(ana)
    expect(certificate).toMatchObject({ CertType: 'software', AuthenticationType: 'PIN', PinRequired: true })
    expect(certificate.DN).toContain('Ana Vidal Serra')
    expect(certificate.DN).toContain('00000000T')
    const document = await documentFor('ana')
    const sign = (PinAuthentication: string) =>
      ana.call.sign({
        params: { type: 'software', signerGuid: document.signers[0]!.guid },
        body: { CertGUID: certificate.GUID, PinAuthentication, AccessMethod: 'USER_PASS' },
      })
    expect(await refusal(sign('wrong'))).toMatchObject({ status: 422, code: 'WRONG_PIN' })
    expect(await sign('issued-pin')).toBeNull()
    expect((await askPdfsig(await scene.download(document))).verdicts).toEqual(['Signature is Valid.'])
    await forget(ana)
  })

  test('has one name each, whoever asks twice', async () => {
    const certalias = crypto.randomUUID()
    await issue(ana, { certalias })
    expect(await refusal(issue(ana, { certalias }))).toMatchObject({ status: 422, code: 'ALIAS_TAKEN' })
    await forget(ana)
  })

  test.each([
    ['http500', 502, 'PROVIDER_FAILED'],
    ['malformed', 502, 'PROVIDER_FAILED'],
  ])('is not issued by an authority that fails (%s), and nothing is kept', async (fault, status, code) => {
    await scene.portal.sandbox.inject({ service: 'est', fault, times: 1 })
    expect(await refusal(issue(ana))).toMatchObject({ status, code })
    const own = await ana.call.certificates({ params: { legalid: ana.legalId } })
    expect(own.filter(({ CertType }) => CertType === 'software')).toEqual([])
  })

  test('is not what a key file or another type asks for', async () => {
    expect(await refusal(issue(ana, { p12: 'AAAA' }))).toMatchObject({ code: 'CERTIFICATE_TYPE_NOT_ALLOWED' })
    expect(await refusal(issue(ana, { certtype: 'keyvault' }))).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await refusal(issue(ana, { dynamicpin: true }))).toMatchObject({ code: 'CERTIFICATE_TYPE_NOT_ALLOWED' })
    expect(await refusal(issue(ana, { certtype: 'Software' }))).toMatchObject({ status: 403 })
  })
})
