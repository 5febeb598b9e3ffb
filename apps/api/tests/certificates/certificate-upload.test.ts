import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type DemoSigner, type Scene } from '@rubrica/testing'

/** Key files of other projects, beside a checkout of ours; on a bare clone these tests are skipped. */
const CORPUS = resolve(import.meta.dirname, '../../../../../shared/corpora/p12')

let scene: Scene
let ana: DemoSigner
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  ana = scene.people.ana
})
afterAll(() => scene[Symbol.asyncDispose]())

interface Upload {
  readonly file: Uint8Array
  readonly password: string
  readonly alias?: string
  readonly key?: string
}

interface Answer {
  readonly status: number
  readonly code?: string
  readonly details?: Readonly<Record<string, unknown>>
}

const upload = ({ file, password, alias = crypto.randomUUID(), key }: Upload): Promise<Answer> =>
  ana.call
    .uploadCertificate({
      params: { legalid: ana.legalId },
      body: {
        p12: Buffer.from(file).toString('base64'),
        certalias: alias,
        pin: 'a PIN of my own',
        filepassword: password,
        certtype: 'keyvault',
        keyalias: key,
      },
    })
    .then(
      () => ({ status: 200 }),
      (error: Answer) => ({ status: error.status, code: error.code, details: error.details }),
    )

const person = (wish: object) =>
  scene.portal.sandbox.makePerson({ commonName: 'Somebody', keyType: 'rsa', pin: 'file', ...wish })

test('a usable key is taken, and its alias only once', async () => {
  const file = await person({})
  expect(await upload({ file, password: 'file', alias: 'mine' })).toEqual({ status: 200 })
  expect(await upload({ file, password: 'file', alias: 'mine' })).toMatchObject({ status: 422, code: 'ALIAS_TAKEN' })
})

test('a wrong file password and a file that is no PKCS#12 are told apart', async () => {
  const file = await person({})
  expect(await upload({ file, password: 'other' })).toMatchObject({ status: 422, code: 'P12_WRONG_PASSWORD' })
  const rubbish = Buffer.from('this is no key file at all')
  expect(await upload({ file: rubbish, password: 'x' })).toMatchObject({ status: 422, code: 'P12_DAMAGED' })
})

test.each([
  ['expired', 'EXPIRED'],
  ['not-yet-valid', 'NOT_YET_VALID'],
  ['ca', 'IS_CA'],
  ['no-signing', 'NO_SIGNING_KEY_USAGE'],
])('a certificate of kind "%s" is refused with its reason', async (profile, reason) => {
  const answer = await upload({ file: await person({ profile }), password: 'file' })
  expect(answer).toMatchObject({ status: 422, code: 'CERTIFICATE_UNUSABLE' })
  expect(answer.details!['Reasons']).toContain(reason)
})

test('somebody else cannot list, add or delete my certificates', async () => {
  const { biel } = scene.people
  const asBiel = (legalid: string) => biel.call.deleteCertificate({ params: { legalid, guid: ana.certificateId } })
  await expect(asBiel(ana.legalId)).rejects.toMatchObject({ status: 404 })
  await expect(asBiel(biel.legalId)).rejects.toMatchObject({ status: 404 })
  await expect(biel.call.certificates({ params: { legalid: ana.legalId } })).rejects.toMatchObject({ status: 404 })
})

test('a deleted certificate is gone, its wrapped key with it', async () => {
  expect(await upload({ file: await person({}), password: 'file', alias: 'short-lived' })).toEqual({ status: 200 })
  const own = { legalid: ana.legalId }
  const list = await ana.call.certificates({ params: own })
  const { GUID } = list.find((certificate) => certificate.certalias === 'short-lived')!
  await ana.call.deleteCertificate({ params: { ...own, guid: GUID } })
  expect((await ana.call.certificates({ params: own })).some((certificate) => certificate.GUID === GUID)).toBe(false)
  const rows = await scene.portal.server.database!.query('select wrapped_key from certificates where id = $1', [GUID])
  expect(rows).toEqual([{ wrapped_key: null }])
})

/** By date, key usage and basic constraints, as openssl shows them. */
const UNUSABLE: Readonly<Record<string, readonly string[]>> = {
  EXPIRED: ['329a', 'b2fa', '12ae', 'c3e9', '76df', 'e737', '216e', '741b', '8531', '371a', 'f9e9'],
  'IS_CA or not for signing': ['655b', '5748', '7c40', 'babe', '3f86'],
}
/** Usable, with another person's number. */
const FOREIGN = ['27e7']
/** Usable, without any number. */
const UNKNOWN = ['1d8d', 'e660']

const pins = () =>
  readFileSync(resolve(CORPUS, 'pins.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t') as [string, string])

test.skipIf(!existsSync(CORPUS))(
  'every key file of the corpus is taken, or refused for what its certificate is or for whose it is',
  async () => {
    expect(readdirSync(CORPUS).filter((name) => /\.(p12|pfx)$/.test(name))).toHaveLength(pins().length)
    for (const [name, password] of pins()) {
      const file = readFileSync(resolve(CORPUS, name))
      let answer = await upload({ file, password })
      if (answer.code === 'P12_SEVERAL_KEYS') {
        const [first] = answer.details!['Keys'] as { Alias: string }[]
        answer = await upload({ file, password, key: first!.Alias })
      }
      const id = name.slice(0, 4)
      const code = FOREIGN.includes(id) ? 'CERTIFICATE_FOREIGN' : 'CERTIFICATE_UNUSABLE'
      if (UNKNOWN.includes(id)) expect(answer, name).toEqual({ status: 200 })
      else expect(answer, name).toMatchObject({ status: 422, code })
      if (UNUSABLE['EXPIRED']!.includes(id)) expect(answer.details!['Reasons'], name).toContain('EXPIRED')
    }
  },
)
