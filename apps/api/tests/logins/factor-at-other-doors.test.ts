/** Where a password opens something besides a session: the second factor is asked for there, or left as it was. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  askForSignatures,
  DEMO_PASSWORD,
  digestOf,
  openScene,
  registerApplication,
  type Application,
  type Scene,
} from '@rubrica/testing'
import { addApp, callsAs, codeOf, outcomeOf } from '../scenes/factor-scene.ts'
import { openRecoveries, PASSWORD, tokenIn } from '../scenes/recovery-scene.ts'

const NEW = 'Another-Horse-8'
let scene: Scene
const recoveries = openRecoveries(() => scene)

beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { LOGINS_PER_MINUTE_AND_ADDRESS: '100000', LOGINS_PER_MINUTE_AND_USER: '100000' },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

const as = (token: string) => callsAs(scene.portal.url, token)
const logIn = async (username: string, password: string) => {
  const { body } = await recoveries.logIn(username, password)
  return { token: String(body['access_token']), scope: body['scope'] }
}

test('a password set by a mailed link lets nobody in, and leaves the factors as they were', async () => {
  const { userId, email } = await recoveries.newPerson()
  const { secret } = await addApp(as((await logIn(userId, PASSWORD)).token))
  // That an app was added.
  await recoveries.mailsTo(email, 1)
  await recoveries.askForMail(userId)
  const mailed = tokenIn(await recoveries.mailsTo(email, 2))
  expect(await outcomeOf(as(mailed).askFactor({}))).toBe('403 SCOPE_TOO_NARROW')
  expect(await recoveries.put('password', mailed, { password: NEW })).toEqual({ status: 204, body: {} })
  const half = await logIn(userId, NEW)
  expect(half.scope).toBe('vidmobileuser\\factor')
  const code = codeOf(secret, Date.now() + 30_000)
  expect(await outcomeOf(as(half.token).confirmFactor({ body: { Code: code } }))).toBe('done')
})

describe('the code for an application', () => {
  let application: Application
  beforeAll(async () => {
    application = await registerApplication(scene.portal, { redirectUris: ['http://127.0.0.1:9/done'] })
  })

  async function giveCode(username: string, fields: { password?: string; SessionToken?: string } = {}) {
    const request = { scope: 'service', hash: undefined, hashalgo: undefined }
    const { RequestId } = await askForSignatures(scene, { application, hashes: [digestOf('x')], request })
    const wish = { grant_type: 'authorization_code', username, password: DEMO_PASSWORD, scope: 'service' } as const
    return outcomeOf(as('').authorisationCode({ body: { ...wish, RequestId, ...fields } }))
  }

  test('asks who has a second factor for a session of theirs in which it was just shown', async () => {
    expect(await giveCode('ana')).toBe('done')
    const before = (await logIn('ana', DEMO_PASSWORD)).token
    const { token: fresh } = await addApp(as(before))
    const { token: ofBiel } = await addApp(as((await logIn('biel', DEMO_PASSWORD)).token))
    const half = (await logIn('ana', DEMO_PASSWORD)).token
    for (const SessionToken of [undefined, '', 'nonsense', before, half, ofBiel]) {
      expect(await giveCode('ana', SessionToken === undefined ? {} : { SessionToken })).toBe('403 FACTOR_NEEDED')
    }
    expect(await giveCode('ana', { SessionToken: fresh, password: 'wrong' })).toBe('401 INVALID_CREDENTIALS')
    expect(await giveCode('ana', { SessionToken: fresh })).toBe('done')
  })

  test('is not given to who has to have a second factor and has none', async () => {
    await recoveries.query('update subscriptions set demands_factor = true')
    expect(await giveCode('carla')).toBe('403 FACTOR_SETUP_NEEDED')
  })
})
