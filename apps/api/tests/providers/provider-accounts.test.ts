/** Accounts at providers: authorised, listed, synchronised, taken back, and every way in which a provider fails. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  countMessages,
  DEMO_PASSWORD as PASSWORD,
  nextCode,
  openScene,
  runCli,
  type DemoSigner,
  type Scene,
} from '@rubrica/testing'

let scene: Scene
let ana: DemoSigner
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { LOGINS_PER_MINUTE_AND_USER: '1000' } })
  ana = scene.people.ana
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(async () => void (await control('reset', {})))

const control = (path: string, body: object) => scene.portal.sandbox.control(path, body)

const database = () => scene.portal.server.database!
const pathOf = (account: string) => ({ params: { id: ana.userId, account } })

/** What the person has of one type. */
const listed = async (type: string) =>
  (await ana.call.certificates({ params: { legalid: ana.legalId } })).filter(({ CertType }) => CertType === type)

interface Case {
  readonly type: string
  readonly account: string
  readonly fields: Readonly<Record<string, string>>
  readonly service: string
}

const CASES: readonly Case[] = [
  { type: 'uanataca', account: 'uanatacaauth', fields: {}, service: 'signcloud' },
  { type: 'validatedid', account: 'validatedidauth', fields: {}, service: 'signcloud' },
  { type: 'redtrust', account: 'redtrustauth', fields: { Domain: 'rubrica' }, service: 'redtrust' },
]

const authorise = ({ account, fields }: Case, more: object = {}) =>
  ana.call.authoriseAccount({
    ...pathOf(account),
    body: { Username: 'ana', Password: PASSWORD, ...fields, ...more },
  })
const isAuthorised = async ({ account }: Case) => (await ana.call.accountStatus(pathOf(account))).IsAuthorized

describe.each(CASES)('an account at $type', (at) => {
  test('is authorised, lists its certificates, and goes with them when it is taken back', async () => {
    expect(await isAuthorised(at)).toBe(false)
    expect(await authorise(at)).toBeNull()
    expect(await isAuthorised(at)).toBe(true)
    const certificates = await listed(at.type)
    expect(certificates.length).toBeGreaterThan(0)
    for (const certificate of certificates) {
      expect(certificate).toMatchObject({
        DN: expect.stringContaining('Ana Vidal Serra') as unknown,
        Inputs: expect.any(Array) as unknown,
        Qualified: expect.any(Boolean) as unknown,
        Locked: false,
      })
    }
    const deleting = ana.call.deleteCertificate({ params: { legalid: ana.legalId, guid: certificates[0]!.GUID } })
    await expect(deleting).rejects.toMatchObject({ status: 403, code: 'CERTIFICATE_TYPE_NOT_ALLOWED' })
    await ana.call.removeAccount(pathOf(at.account))
    expect(await isAuthorised(at)).toBe(false)
    expect(await listed(at.type)).toEqual([])
    await ana.call.removeAccount(pathOf(at.account))
  })

  test('authorised twice keeps its certificates as they are', async () => {
    await authorise(at)
    const before = await listed(at.type)
    await authorise(at)
    expect(await listed(at.type)).toEqual(before)
    await ana.call.removeAccount(pathOf(at.account))
  })

  test('is not authorised with a wrong password, and nothing of it is kept', async () => {
    await expect(authorise(at, { Password: 'wrong' })).rejects.toMatchObject({
      status: 400,
      code: 'PROVIDER_LOGIN_INVALID',
    })
    expect(await isAuthorised(at)).toBe(false)
  })

  test('misses a field: the field is named, and the provider is not asked', async () => {
    const call = ana.call.authoriseAccount({ ...pathOf(at.account), body: { Username: 'ana' } })
    await expect(call).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })

  test.each(['http500', 'malformed', 'empty'] as const)(
    'a provider that answers badly (%s) is no end of the session, and nothing is kept',
    async (fault) => {
      await control('faults', { service: at.service, fault, times: 3 })
      const error: unknown = await authorise(at).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: expect.stringMatching(/^PROVIDER_(FAILED|TIMEOUT|UNREACHABLE)$/) as unknown })
      expect((error as { status: number }).status).toBeGreaterThanOrEqual(500)
      await control('reset', {})
      expect(await isAuthorised(at)).toBe(false)
    },
  )

  test('keeps neither password nor token in clear', async () => {
    await authorise(at)
    const [row] = await database().query<{ state: Buffer; label: string }>(
      'select sealed_state as state, label from provider_accounts where provider = $1',
      [at.type],
    )
    expect(row!.state.toString('latin1')).not.toContain(PASSWORD)
    expect(row!.label).toContain('ana')
    expect(scene.portal.server.log()).not.toContain(PASSWORD)
    await ana.call.removeAccount(pathOf(at.account))
  })
})

test('remote signatures are authorised at the path without person and type', async () => {
  expect(await ana.call.remoteSignatureStatus({})).toEqual({ IsAuthorized: false })
  expect(await ana.call.authoriseRemoteSignature({ body: { Username: 'ana', Password: PASSWORD } })).toBeNull()
  expect(await ana.call.remoteSignatureStatus({})).toEqual({ IsAuthorized: true, Account: 'ana' })
  const certificates = await listed('firmaremota')
  expect(certificates.length).toBeGreaterThan(2)
  expect(certificates.some(({ MaxDocuments }) => MaxDocuments === 1)).toBe(true)
  expect(certificates.some(({ Locked }) => Locked === true)).toBe(true)
  await ana.call.removeRemoteSignature({})
  expect(await listed('firmaremota')).toEqual([])
})

test('synchronising brings what is new, and takes what is gone, while the others keep their ids', async () => {
  const at = CASES[2]!
  await authorise(at)
  const before = await listed(at.type)
  await control('redtrust/issue', { user: 'ana' })
  await ana.call.synchroniseAccount(pathOf(at.account))
  const more = await listed(at.type)
  expect(more.length).toBe(before.length + 1)
  expect(more.map(({ GUID }) => GUID)).toEqual(expect.arrayContaining(before.map(({ GUID }) => GUID)))
  const fresh = more.find(({ GUID }) => !before.some((one) => one.GUID === GUID))!
  await control('redtrust/remove', { user: 'ana', alias: fresh.certalias })
  await ana.call.synchroniseAccount(pathOf(at.account))
  expect(await listed(at.type)).toEqual(before)
  await ana.call.removeAccount(pathOf(at.account))
  await expect(ana.call.synchroniseAccount(pathOf(at.account))).rejects.toMatchObject({
    status: 403,
    code: 'PROVIDER_NOT_AUTHORISED',
  })
})

test('an account that the provider cannot speak of for the moment stays authorised', async () => {
  const at = CASES[0]!
  await authorise(at)
  await control('faults', { service: at.service, fault: 'http503', times: 1 })
  expect(await isAuthorised(at)).toBe(true)
  await ana.call.removeAccount(pathOf(at.account))
})

describe('Nebula', () => {
  const first = { Client: 'rubrica', Username: 'ana', Password: PASSWORD }
  const step = (account: string, body: object) => ana.call.authoriseAccount({ ...pathOf(account), body })
  test('is authorised in three steps, with the authenticator that was chosen', async () => {
    const choice = await step('nebulaauth', first)
    expect(choice!.Authenticators!.length).toBeGreaterThan(1)
    const sms = choice!.Authenticators!.find(({ Id, Name }) => /sms/i.test(`${Id} ${Name}`))!
    const before = await countMessages(scene)
    await step('nebulaauthmiddle', { Authenticator: sms.Id })
    expect(await listed('Nebula')).toEqual([])
    expect(await step('nebulaauthend', { Challenge: await nextCode(scene, before) })).toBeNull()
    expect((await listed('Nebula')).length).toBeGreaterThan(1)
    await ana.call.removeAccount(pathOf('nebulaauth'))
    expect(await listed('Nebula')).toEqual([])
  })

  test('says integrationUnauthorized for a wrong answer, and the right one still counts', async () => {
    const choice = await step('nebulaauth', first)
    const sms = choice!.Authenticators!.find(({ Id, Name }) => /sms/i.test(`${Id} ${Name}`))!
    const before = await countMessages(scene)
    await step('nebulaauthmiddle', { Authenticator: sms.Id })
    await expect(step('nebulaauthend', { Challenge: '000000x' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('integrationUnauthorized') as unknown,
    })
    expect(await step('nebulaauthend', { Challenge: await nextCode(scene, before) })).toBeNull()
    await ana.call.removeAccount(pathOf('nebulaauth'))
  })

  test.each(['http500', 'malformed'])('says integrationUnauthorized when it fails (%s)', async (fault) => {
    await control('faults', { service: 'nebula', fault, times: 3 })
    await expect(step('nebulaauth', first)).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('integrationUnauthorized') as unknown,
    })
  })

  test('has nothing to go on with when no login is under way', async () => {
    await expect(step('nebulaauthend', { Challenge: '1' })).rejects.toMatchObject({
      status: 400,
      code: 'CODE_EXPIRED',
      message: expect.stringContaining('integrationUnauthorized') as unknown,
    })
  })
})

test('a type that the operator did not grant, and one that nobody knows, are refused', async () => {
  const { dataDir } = scene.portal.server
  const environment = { DATABASE_URL: database().url, DATA_DIR: dataDir }
  await runCli(['user', 'grant', 'biel', '--deny', 'Uanataca'], environment)
  const { biel } = scene.people
  const asBiel = (account: string) =>
    biel.call.authoriseAccount({
      params: { id: biel.userId, account },
      body: { Username: 'biel', Password: PASSWORD },
    })
  await expect(asBiel('uanatacaauth')).rejects.toMatchObject({ status: 403, code: 'CERTIFICATE_TYPE_NOT_ALLOWED' })
  await expect(asBiel('acmeauth')).rejects.toMatchObject({ status: 404 })
  await expect(asBiel('keyvaultauth')).rejects.toMatchObject({ status: 404 })
})

test('a change of the server keys leaves accounts open', async () => {
  const at = CASES[0]!
  await authorise(at)
  const { dataDir, serverKeyFile } = scene.portal.server
  const environment = { DATABASE_URL: database().url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile }
  const versions = () =>
    database().query<{ version: number }>(
      `select server_key_version as version from provider_accounts where provider = 'uanataca'`,
    )
  const [{ version: old }] = (await versions()) as [{ version: number }]
  expect((await runCli(['keys', 'rotate'], environment)).code).toBe(0)
  expect(await versions()).toEqual([{ version: old + 1 }])
  await ana.call.synchroniseAccount(pathOf(at.account))
  await ana.call.removeAccount(pathOf(at.account))
})
