import { beforeEach, expect, test } from 'vitest'
import { ProviderError } from '@rubrica/providers/connector'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { Log } from '../../ports/log.ts'
import type { AccountStore, KnownProvider } from './ports.ts'
import { Refusals } from './remember-refusals.ts'
import { findStatus, type FindStatus } from './find-status.ts'

let asked: number
let says: () => Promise<boolean>
let state: ConnectorState | undefined
let hasStatus: boolean
let now: Date
let needs: FindStatus

beforeEach(() => {
  asked = 0
  says = () => Promise.resolve(true)
  state = { password: 'old' }
  hasStatus = true
  now = new Date('2026-11-21T10:00:00Z')
  const connector = {
    check: () => {
      asked++
      return says()
    },
  }
  const manifest = () => ({ certType: 'acme', label: 'Acme', link: { fields: [], hasStatus } })
  const accounts = {
    find: () => Promise.resolve(state && { label: 'ana', state, keep: () => Promise.resolve() }),
  }
  needs = {
    providers: {
      all: () => [],
      find: () => ({ kind: 'remote', manifest: manifest(), connector }) as unknown as KnownProvider,
    },
    accounts: accounts as unknown as AccountStore,
    refusals: new Refusals(),
    log: { warn: () => undefined } as unknown as Log,
    now: () => now,
  }
})

const status = async () => (await findStatus(needs, 'user', 'acme')).isLinked

test('an account that is not kept is not linked, and the provider is not asked', async () => {
  state = undefined
  expect([await status(), asked]).toEqual([false, 0])
})

test('a provider without a status call counts what is kept as linked', async () => {
  hasStatus = false
  expect([await status(), asked]).toEqual([true, 0])
})

test.each(['unreachable', 'timeout', 'failed'] as const)('trouble (%s) unlinks nobody', async (code) => {
  says = () => Promise.reject(new ProviderError(code, 'trouble'))
  expect([await status(), await status(), asked]).toEqual([true, true, 2])
})

test.each<[string, () => Promise<boolean>]>([
  ['says no', () => Promise.resolve(false)],
  ['refuses the log-in', () => Promise.reject(new ProviderError('login-invalid', 'no'))],
  ['knows of no account', () => Promise.reject(new ProviderError('not-authorised', 'no'))],
])('a provider that %s is asked again only when the account was linked again, or later', async (_, answer) => {
  says = answer
  expect([await status(), await status(), await status(), asked]).toEqual([false, false, false, 1])
  state = { password: 'new' }
  says = () => Promise.resolve(true)
  expect([await status(), asked]).toEqual([true, 2])
  state = { password: 'old' }
  now = new Date(now.getTime() + 600_001)
  expect([await status(), asked]).toEqual([true, 3])
})
