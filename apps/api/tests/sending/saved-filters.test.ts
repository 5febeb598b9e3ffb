/** What narrows the list of what was sent: filters that are kept, and what waits for whoever looks. */
import { beforeAll, expect, test } from 'vitest'
import { makePdf, sendDocument } from '@rubrica/testing'
import { changingScene } from '../scenes/changing-scene.ts'

const { opened, query, ask } = changingScene({ CALLS_PER_MINUTE: '1000000' })
beforeAll(() =>
  query(`update user_subscriptions set roles = '{sender}' where user_id = $1`, [opened().people.biel.userId]),
)

test('filters are kept for who made them, changed under their id and forgotten', async () => {
  const guid = crypto.randomUUID()
  const put = (body: object, token?: string) =>
    ask(`filters/${guid}`, { method: 'PUT', body, ...(token !== undefined && { token }) })
  expect((await put({ name: ' Waiting ', filters: { state: 'open', silentDays: 7 } })).status).toBe(204)
  const { token } = opened().people.biel
  expect((await ask('filters', { token })).body).toEqual({ data: [] })
  expect(await put({ name: 'Mine now', filters: {} }, token)).toMatchObject({ status: 404, code: 'FILTER_NOT_FOUND' })
  expect(await ask(`filters/${guid}`, { method: 'DELETE', token })).toMatchObject({ status: 404 })
  expect((await put({ name: 'Late', filters: { state: 'open' } })).status).toBe(204)
  expect((await ask('filters')).body).toEqual({ data: [{ guid, name: 'Late', filters: { state: 'open' } }] })
  expect((await put({ name: '', filters: {} })).status).toBe(400)
  expect((await ask(`filters/${guid}`, { method: 'DELETE' })).status).toBe(204)
  for (let n = 0; n < 50; n += 1) {
    const made = await ask(`filters/${crypto.randomUUID()}`, { method: 'PUT', body: { name: `${n}`, filters: {} } })
    expect(made.status).toBe(204)
  }
  expect(await put({ name: 'One more', filters: {} })).toMatchObject({ status: 409, code: 'TOO_MANY_FILTERS' })
})

test('who needs to act themselves finds what waits for them', async () => {
  const { biel } = opened().people
  const sendAs = (userId: string) =>
    sendDocument(opened().portal.url, biel.token, {
      document: makePdf(),
      description: {
        fileName: `for ${userId}.pdf`,
        signers: [{ userId: 'carla', approvers: userId === 'carla' ? [] : [{ userId }] }],
      },
    })
  await sendAs('carla')
  const forBiel = await sendAs('biel')
  const { body } = await ask('documents?needsMe=true', { token: biel.token })
  expect((body as { data: { guid: string }[] }).data.map(({ guid }) => guid)).toEqual([forBiel.guid])
  expect((await ask('documents?needsMe=true')).body).toMatchObject({ data: [] })
})
