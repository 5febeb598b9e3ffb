/** How accounts and the certificates that they list are kept, when several do it at once and names collide. */
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'
import { DatabaseAccountStore } from '../../src/adapters/database/provider-accounts/provider-account-store.ts'
import { DatabaseStepStore } from '../../src/adapters/database/provider-accounts/provider-step-store.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import type { ListedCertificate } from '../../src/modules/provider-accounts/ports.ts'

let scene: Scene
let foundation: Foundation
let accounts: DatabaseAccountStore
let key: { userId: string; provider: string }
const at = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  foundation = await openFoundation({ config, role: 'tool' })
  accounts = new DatabaseAccountStore(foundation.database, foundation.serverKeys)
  key = { userId: scene.people.ana.userId, provider: 'acme' }
})
afterAll(async () => {
  await foundation[Symbol.asyncDispose]()
  await scene[Symbol.asyncDispose]()
})
beforeEach(() => accounts.remove(key, at))

const certificate = (ref: string, alias: string, more: Partial<ListedCertificate> = {}): ListedCertificate => ({
  ref,
  alias,
  dn: `CN=${alias}`,
  serialNumber: '1',
  notBefore: at,
  notAfter: at,
  keyAlgorithm: 'P-256',
  authenticationType: 'PIN',
  pinRequired: true,
  inputs: ['pin'],
  maxDocuments: null,
  qualified: false,
  scal: '1',
  suspended: false,
  certificate: Buffer.from(ref),
  chain: [],
  ...more,
})
const account = (state: object) => ({ ...key, label: 'ana', state: state as Record<string, unknown>, at })
const rows = () =>
  scene.portal.server.database!.query<{ id: string; ref: string; alias: string; suspended: boolean }>(
    `select id, provider_ref as ref, alias, suspended from certificates
      where type = 'acme' and deleted_at is null order by provider_ref`,
  )

test('a state is replaced by whoever read the latest one', async () => {
  await accounts.link(account({ token: 'a' }), [])
  const one = (await accounts.find(key))!
  const other = (await accounts.find(key))!
  await one.keep({ token: 'b' })
  await other.keep({ token: 'lost' })
  expect((await accounts.find(key))!.state).toEqual({ token: 'b' })
  await one.keep({ token: 'c' })
  expect((await accounts.find(key))!.state).toEqual({ token: 'c' })
})

test('a state is replaced by whoever exchanged the latest one, although they read an earlier one', async () => {
  await accounts.link(account({ token: 'a' }), [])
  const [one, late] = [(await accounts.find(key))!, (await accounts.find(key))!]
  await one.keep({ token: 'b' })
  await late.keep({ token: 'c' }, { token: 'b' })
  expect((await accounts.find(key))!.state).toEqual({ token: 'c' })
  await one.keep({ token: 'lost' }, { token: 'b' })
  expect((await accounts.find(key))!.state).toEqual({ token: 'c' })
})

test('a state is kept although the server keys changed meanwhile', async () => {
  await accounts.link(account({ token: 'a' }), [])
  const kept = (await accounts.find(key))!
  const { serverKeys } = foundation
  const fresh = await serverKeys.add(2)
  const [old] = serverKeys.held()
  await serverKeys.follow([
    { ...old!, state: 'former' },
    { ...fresh, state: 'active' },
  ])
  await accounts.link(account({ token: 'a' }), [])
  await kept.keep({ token: 'b' })
  expect((await accounts.find(key))!.state).toEqual({ token: 'b' })
})

test('an account that was taken back does not come again with a late state or a late list', async () => {
  await accounts.link(account({ token: 'a' }), [certificate('1', 'One')])
  const kept = (await accounts.find(key))!
  await accounts.remove(key, at)
  await kept.keep({ token: 'b' })
  expect(await accounts.find(key)).toBeUndefined()
  expect(await accounts.synchronise(account({}), [certificate('1', 'One')], at)).toBe(false)
  expect(await rows()).toEqual([])
})

test('certificates of the same name get numbers, and keep them', async () => {
  const three = ['1', '2', '3'].map((ref) => certificate(ref, 'Ana'))
  await accounts.link(account({}), three)
  const first = await rows()
  expect(first.map(({ alias }) => alias)).toEqual(['Ana', 'Ana (2)', 'Ana (3)'])
  await accounts.synchronise(account({}), [...three].reverse(), at)
  expect(await rows()).toEqual(first)
  await accounts.synchronise(account({}), three.slice(1), at)
  expect((await rows()).map(({ alias }) => alias)).toEqual(['Ana (2)', 'Ana (3)'])
  const long = 'n'.repeat(100)
  await accounts.synchronise(account({}), [certificate('8', long), certificate('9', long)], at)
  expect((await rows()).map(({ alias }) => alias.length)).toEqual([100, 98])
})

test('long names that differ in a character that the number cuts in half keep apart', async () => {
  const names = ['🖊', '🪀'].map((last) => `${'n'.repeat(93)}${last}${'m'.repeat(5)}`)
  const list = names.flatMap((name, index) => [certificate(`${index}a`, name), certificate(`${index}b`, name)])
  await accounts.link(account({}), list)
  const first = await rows()
  expect(new Set(first.map(({ alias }) => alias)).size).toBe(4)
  await accounts.synchronise(account({}), list, at)
  expect(await rows()).toEqual(first)
})

test('names that change places, and a renewed and a suspended certificate, keep their rows', async () => {
  await accounts.link(account({}), [certificate('1', 'One'), certificate('2', 'Two')])
  const before = await rows()
  const renewed = Buffer.from('renewed')
  await accounts.synchronise(
    account({}),
    [certificate('1', 'Two', { certificate: renewed }), certificate('2', 'One', { suspended: true })],
    at,
  )
  const after = await rows()
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(new Set(after.map(({ alias }) => alias)).size).toBe(2)
  expect(after.map(({ suspended }) => suspended)).toEqual([false, true])
})

test('the list of an account that gave its place to another one is not taken over', async () => {
  await accounts.link(account({}), [certificate('1', 'One')])
  await accounts.link({ ...account({}), label: 'biel' }, [certificate('2', 'Two')])
  expect(await accounts.synchronise(account({}), [certificate('1', 'One')], at)).toBe(false)
  expect((await rows()).map(({ ref }) => ref)).toEqual(['2'])
})

test('ten lists at once leave each certificate once', async () => {
  await accounts.link(account({}), [])
  const list = ['1', '2', '3', '4'].map((ref) => certificate(ref, 'Ana'))
  await Promise.all(Array.from({ length: 10 }, () => accounts.synchronise(account({}), list, at)))
  expect((await rows()).map(({ ref }) => ref)).toEqual(['1', '2', '3', '4'])
})

test('a step is found until its time is over, and the latest one counts', async () => {
  const steps = new DatabaseStepStore(foundation.database, foundation.serverKeys)
  const step = (state: object, minutes: number) => ({
    ...key,
    purpose: 'link' as const,
    state: state as Record<string, unknown>,
    expiresAt: new Date(at.getTime() + minutes * 60_000),
  })
  await steps.save(step({ session: 'old' }, 10))
  await steps.save(step({ session: 'new' }, 10))
  expect(await steps.find(key, at)).toEqual({ purpose: 'link', state: { session: 'new' } })
  expect(await steps.find(key, new Date(at.getTime() + 600_000))).toBeUndefined()
  await steps.forget(key)
  expect(await steps.find(key, at)).toBeUndefined()
})
