/** Calendars: whoever knows the address reads the deadlines of what waits for its person, as long as it holds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scene } from '@rubrica/testing'
import { sign } from '../scenes/authorise-signing.ts'
import { openPushScene } from '../scenes/push-scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openPushScene({ PUBLIC_URL: '' })
})
afterAll(() => scene[Symbol.asyncDispose]())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const read = async (address: string) => {
  const answer = await fetch(address)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('a calendar has what waits for its person and has an end, until it is done', async () => {
  const { ana } = scene.people
  const { Address } = await ana.call.makeCalendar({})
  const document = await scene.send({
    signers: ['ana'],
    description: { fileName: 'budget, 2027.pdf', deadline: inDays(9) },
  })
  await scene.send({ signers: ['ana'], description: { fileName: 'endless.pdf' } })
  await scene.send({ signers: ['biel'], description: { fileName: 'of-biel.pdf', deadline: inDays(9) } })
  const { status, type, text } = await read(Address)
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text).toContain(String.raw`budget\, 2027.pdf`)
  expect(text).not.toMatch(/endless|of-biel/)
  await sign(ana, document, { PIN: ana.pin })
  expect((await read(Address)).text).not.toContain('budget')
})

test('an address ends with a new one, when its person says so, and for who is not active any more', async () => {
  const { ana, biel } = scene.people
  const first = (await ana.call.makeCalendar({})).Address
  const second = (await ana.call.makeCalendar({})).Address
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  expect((await ana.call.notificationSettings({})).CalendarSince).not.toBeNull()
  await ana.call.endCalendar({})
  expect((await read(second)).status).toBe(404)
  expect((await ana.call.notificationSettings({})).CalendarSince).toBeNull()
  const ofBiel = (await biel.call.makeCalendar({})).Address
  const database = scene.portal.server.database!
  await database.query(`update users set active = false where user_id = 'biel'`)
  expect((await read(ofBiel)).status).toBe(404)
  await database.query(`update users set active = true where user_id = 'biel'`)
})

test.each(['x.ics', `${'A'.repeat(43)}.ics`, 'A', '%00.ics', `${'A'.repeat(90)}.ics`])(
  'no calendar lies at %s',
  async (name) => {
    expect((await read(`${scene.portal.url}/calendars/${name}`)).status).toBe(404)
  },
)

test('the secret of an address is in no row and no line of the log', async () => {
  const { Address } = await scene.people.ana.call.makeCalendar({})
  await read(Address)
  const secret = /\/calendars\/(.+)\.ics$/.exec(Address)![1]!
  const rows = await scene.portal.server.database!.query('select * from calendars')
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(scene.portal.server.log()).not.toContain(secret)
})
