/** Which certificates of the person's own PC are taken, and how often their issuers are asked. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  fixedPort,
  localCalls,
  makeLocalKey,
  serialOf,
  signLocally,
  type LocalKey,
  type LocalKeyWish,
  type Scene,
  IN_FULL_RUN,
} from '@rubrica/testing'
import { refusalOf, sendSeveral } from '../scenes/authorise-signing.ts'
import { localSigningScene } from '../scenes/local-signing-scene.ts'

// A fixed port: the people of the scene keep their addresses over a restart.
const { database, opened, sendOne } = localSigningScene({ PORT: fixedPort() })
let scene: Scene
let rsa: LocalKey
beforeAll(() => {
  ;({ scene, rsa } = opened())
})

/** A key of Ana's that is not good for something. */
const otherKey = (wish: LocalKeyWish) => makeLocalKey(scene, 'ana', wish)

const refusalOfCertificate = async (key: LocalKey) => refusalOf((await sendOne()).local.announce(key))

describe('a certificate that is not taken', () => {
  test.each([
    ['expired', ['EXPIRED']],
    ['not-yet-valid', ['NOT_YET_VALID']],
    ['ca', ['IS_CA']],
    ['no-signing', ['NO_SIGNING_KEY_USAGE']],
    ['revoked', ['REVOKED']],
  ])('%s', async (profile, Reasons) => {
    expect(await refusalOfCertificate(await otherKey({ profile }))).toMatchObject({
      status: 422,
      code: 'CERTIFICATE_UNUSABLE',
      details: { Reasons },
    })
  })

  test('somebody else’s, and one that names nobody', async () => {
    const foreign = { status: 422, code: 'LOCAL_CERTIFICATE_FOREIGN' }
    expect(await refusalOfCertificate(await otherKey({ legalId: '00000001R' }))).toMatchObject(foreign)
    const nameless = await otherKey({ legalId: '0' })
    expect(await refusalOfCertificate(nameless)).toMatchObject(foreign)
  })

  test('one that was revoked since it signed, once what its issuer said is old', async () => {
    const key = await otherKey({})
    await signLocally(scene, { name: 'ana', signerGuid: (await sendOne()).signerGuid, key })
    await scene.portal.sandbox.control('revoke', { serial: serialOf(key) })
    await scene.portal.server.restart({})
    expect(await refusalOfCertificate(key)).toMatchObject({ details: { Reasons: ['REVOKED'] } })
  })

  test.each([
    ['nothing', '='],
    ['no base64', '<certificate>'],
    ['no certificate', Buffer.from('certificate').toString('base64')],
    ['nothing behind the semicolon', undefined],
  ])('%s', async (_what, text) => {
    const { signerGuid } = await sendOne()
    const CertsData = text ?? `${Buffer.from(rsa.certificate).toString('base64')};`
    const call = scene.people.ana.call.announceLocalCertificate({
      params: { signerGuid },
      body: { CertType: 'local', CertsData, HashAlgorithm: 'SHA512', AccessMethod: 'USER_PASS' },
    })
    expect(await refusalOf(call)).toMatchObject({ status: 422, code: 'LOCAL_CERTIFICATE_INVALID' })
  })

  test('one with something behind it', async () => {
    const certificate = Buffer.concat([rsa.certificate, Buffer.alloc(3)])
    expect(await refusalOfCertificate({ ...rsa, certificate })).toMatchObject({ code: 'LOCAL_CERTIFICATE_INVALID' })
  })

  test('any, while nobody says whether it was revoked; and the next try takes it', async () => {
    const key = await otherKey({})
    await scene.portal.sandbox.inject({ service: 'ocsp', fault: 'http500', times: 1 })
    await scene.portal.sandbox.inject({ service: 'crl', fault: 'http500', times: 1 })
    const { local } = await sendOne()
    expect(await refusalOf(local.announce(key))).toMatchObject({ status: 502, code: 'PROVIDER_UNREACHABLE' })
    await local.announce(key)
  })
})

test.runIf(IN_FULL_RUN)(
  'fifty documents with one certificate, one after another: its issuers are asked once, and no limit is met',
  async () => {
    const key = await otherKey({})
    const documents = await sendSeveral(scene, 50, 'ana')
    const steps = documents.map(({ signers }) => localCalls(scene.people.ana, signers[0]!.guid))
    for (const local of steps) await local.announce(key)
    await scene.portal.sandbox.inject({ service: 'ocsp', fault: 'http500', times: 1 })
    await scene.portal.sandbox.inject({ service: 'crl', fault: 'http500', times: 1 })
    await steps[0]!.announce(key)
    const values: string[] = []
    for (const local of steps) values.push(await local.value(key))
    for (const [index, local] of steps.entries()) await local.complete(values[index]!)
    const [row] = await database().query<{ count: string }>(
      'select count(*) from signers where id = any($1) and state = $2',
      [documents.map(({ signers }) => signers[0]!.guid), 'signed'],
    )
    expect(Number(row!.count)).toBe(50)
    await scene.portal.sandbox.control('reset', {})
  },
)
