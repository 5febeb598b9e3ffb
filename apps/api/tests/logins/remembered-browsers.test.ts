/** Browsers that a person has remembered, which are not asked for the second factor. */
import { expect, test } from 'vitest'
import { factorPeople } from '../scenes/factor-people.ts'
import { codeOf } from '../scenes/factor-scene.ts'

const { address, freeSteps, logIn, personWithApp, rows, rubrica } = factorPeople()

/** Completes a log-in with a code of the app. @returns the cookie that is set, with its attributes */
async function remember(userId: string, secret: string, name: string): Promise<string> {
  const answer = await fetch(`${address()}/api/vidmobileuser/factors/confirmations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await logIn(userId)).token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ Code: codeOf(secret), RememberAs: name }),
  })
  await freeSteps(userId)
  return answer.headers.get('set-cookie')!
}

const valueIn = (set: string): string => set.split(';')[0]!

test('a browser that is remembered is not asked, by the one person whose it is, until it is forgotten', async () => {
  const { userId, secret, calls } = await personWithApp()
  const set = await remember(userId, secret, 'Firefox, Linux')
  expect(set).toMatch(/^rubrica-device=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/)
  const cookie = valueIn(set)
  expect((await logIn(userId, { cookie })).scope).toBeUndefined()
  expect((await logIn(userId)).scope).toBe('vidmobileuser\\factor')
  const other = await personWithApp()
  expect((await logIn(other.userId, { cookie })).scope).toBe('vidmobileuser\\factor')
  const { Devices } = await calls.factors({})
  expect(Devices.map(({ Name }) => Name)).toEqual(['Firefox, Linux'])
  await calls.forgetDevice({ params: { factorGuid: Devices[0]!.Guid } })
  expect((await logIn(userId, { cookie })).scope).toBe('vidmobileuser\\factor')
})

test('a remembered browser is asked again after a new password, and after thirty days', async () => {
  const { userId, secret } = await personWithApp()
  const before = valueIn(await remember(userId, secret, 'Browser'))
  await rubrica('user', 'password', userId)
  expect((await logIn(userId, { cookie: before })).scope).toBe('vidmobileuser\\factor')
  const cookie = valueIn(await remember(userId, secret, 'Browser'))
  expect((await logIn(userId, { cookie })).scope).toBeUndefined()
  await rows(`update remembered_devices set expires_at = now() - interval '1 second'`)
  expect((await logIn(userId, { cookie })).scope).toBe('vidmobileuser\\factor')
})
