/** The code by which a person proves that the address in their profile is theirs. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { ApiError } from '@rubrica/contract'
import { DEMO_PASSWORD, openScene, type DemoName, type Scene } from '@rubrica/testing'
import { readInbox } from '../scenes/read-inbox.ts'
import { readEventsOf } from '../scenes/read-installation-events.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const setAddress = (name: DemoName, email: string) =>
  scene.people[name].call.updateUser({ body: { email, currentpassword: DEMO_PASSWORD } })
const isKnown = async (name: DemoName) => (await scene.people[name].call.user({})).emailisknown
const mailsTo = (email: string) => readInbox(scene, email)
/** The newest that was sent; other mails may have come since. */
const codeTo = async (email: string) => (await mailsTo(email)).flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? [])[0]!
const send = async (name: DemoName) => (await scene.people[name].call.sendEmailCode({})).Secret
const prove = (name: DemoName, Secret: string, Code: string) =>
  scene.people[name].call.proveEmail({ body: { Secret, Code } }).then(
    () => 'proved',
    ({ code }: ApiError) => code,
  )
/** As if a minute had gone by since the last code. */
const letTimePass = () => rows(`update email_codes set sent_at = sent_at - interval '61 seconds'`)

test('the code in the mail proves the address, with the secret of who asked for it and once', async () => {
  expect(await send('ana')).toBeNull()
  await rows(`update users set language = 'en' where user_id = 'ana'`)
  await setAddress('ana', 'ana.new@people.test')
  expect(await isKnown('ana')).toBe(false)
  const secret = (await send('ana'))!
  const code = await codeTo('ana.new@people.test')
  expect((await mailsTo('ana.new@people.test'))[0]!.subject).toBe('Your code to confirm this address')
  expect(await prove('ana', 'another secret', code)).toBe('WRONG_CODE')
  expect(await prove('biel', secret, code)).toBe('CODE_EXPIRED')
  const dump = JSON.stringify(await rows('select * from email_codes'))
  expect([dump.includes(code), dump.includes(secret)]).toEqual([false, false])
  const both = await Promise.all([prove('ana', secret, code), prove('ana', secret, code)])
  expect(both.toSorted()).toEqual(['CODE_EXPIRED', 'proved'])
  expect(await isKnown('ana')).toBe(true)
  expect((await readEventsOf(rows, 'ana')).slice(-2)).toMatchObject([
    { type: 'account-changed', facts: { by: 'person', changed: 'email' } },
    { type: 'account-changed', facts: { by: 'person', changed: 'emailIsKnown' } },
  ])
})

test('a code proves the address that it was sent to, and no later one', async () => {
  await setAddress('biel', 'biel.new@people.test')
  const secret = (await send('biel'))!
  const code = await codeTo('biel.new@people.test')
  await setAddress('biel', 'somebody.else@people.test')
  expect(await prove('biel', secret, code)).toBe('CODE_EXPIRED')
  await setAddress('biel', 'biel.new@people.test')
  await rows(`update email_codes set sent_at = sent_at - interval '10 minutes'`)
  expect(await prove('biel', secret, code)).toBe('CODE_EXPIRED')
  expect(await isKnown('biel')).toBe(false)
})

test('five tries are for a code, a minute is between two, and ten are for a day', async () => {
  await setAddress('carla', 'carla.new@people.test')
  const secret = (await send('carla'))!
  const code = await codeTo('carla.new@people.test')
  const wrong = code === '000000' ? '000001' : '000000'
  const tries = []
  for (let turn = 0; turn < 5; turn++) tries.push(await prove('carla', secret, wrong))
  expect(tries).toEqual([...Array.from({ length: 4 }, () => 'WRONG_CODE'), 'CODE_EXPIRED'])
  expect(await prove('carla', secret, code)).toBe('CODE_EXPIRED')
  await expect(send('carla')).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  await letTimePass()
  await rows('update email_codes set sent = 9')
  expect(await send('carla')).not.toBeNull()
  await letTimePass()
  await expect(send('carla')).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  await rows(`update email_codes set expires_at = now()`)
  expect(await send('carla')).not.toBeNull()
})

test('a code that the mail server did not take counts for nothing, and another is sent at once', async () => {
  await setAddress('carla', 'carla.later@people.test')
  await letTimePass()
  await scene.portal.sandbox.inject({ service: 'smtp', fault: 'http500' })
  await expect(send('carla')).rejects.toMatchObject({ status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
  const secret = (await send('carla'))!
  await vi.waitFor(async () => expect(await mailsTo('carla.later@people.test')).toHaveLength(1))
  expect(await prove('carla', secret, await codeTo('carla.later@people.test'))).toBe('proved')
})

test('an address that nobody has is refused as such, and may be asked for again at once', async () => {
  await setAddress('ana', 'no-such-user@people.test')
  for (let time = 0; time < 2; time += 1) {
    await expect(send('ana')).rejects.toMatchObject({ status: 422, code: 'EMAIL_REFUSED' })
  }
  expect((await scene.people.ana.call.memberships({})).EmailReturns).toBe(true)
  await setAddress('ana', 'ana.found@people.test')
  expect((await scene.people.ana.call.memberships({})).EmailReturns).toBe(false)
})

test('an address that mail came back from is good again once a code that was sent there is given', async () => {
  await setAddress('ana', 'ana.again@people.test')
  await rows(`update users set returned_address = email where user_id = 'ana'`)
  expect((await scene.people.ana.call.memberships({})).EmailReturns).toBe(true)
  const secret = (await send('ana'))!
  expect(await prove('ana', secret, await codeTo('ana.again@people.test'))).toBe('proved')
  expect((await scene.people.ana.call.memberships({})).EmailReturns).toBe(false)
})
