import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { contract, type CallName } from '@rubrica/contract'
import { makeKey } from '../../modules/personal-keys/key-form.ts'
import { admitCaller, type Authorities } from './admit-caller.ts'

const ana = { userId: 'ana', subscriptionId: 'acme' }
const { key } = makeKey(crypto.randomUUID())

function outcome(name: CallName, { scopes, may }: { scopes: readonly string[] | undefined; may: boolean }) {
  const authorities = {
    tokens: { verify: () => Promise.reject(new Error('A key is no token.')) },
    verifyKey: (token: string) => Promise.resolve(token === key && scopes ? { ...ana, scopes } : undefined),
    memberships: {
      membershipsOf: () => Promise.resolve([{ subscriptionId: 'acme', name: 'Acme', roles: may ? ['sender'] : [] }]),
    },
  } as unknown as Authorities
  const request = { headers: { authorization: `Bearer ${key}` }, query: {} } as FastifyRequest
  return admitCaller(authorities, { name, entry: contract[name] }, request).catch(({ code }: { code: string }) => code)
}

const all = ['documents:send', 'documents:read', 'documents:manage']

test.each<[CallName, string]>([
  ['sendDocument', 'documents:send'],
  ['uploadFile', 'documents:send'],
  ['sentDocumentStatus', 'documents:read'],
  ['cancelDocument', 'documents:manage'],
])('a key opens %s with the scope %s and the role, and acts for its person', async (name, scope) => {
  expect(await outcome(name, { scopes: [scope], may: true })).toEqual({ ...ana, clientId: null, seesEverything: false })
  expect(await outcome(name, { scopes: [scope], may: false })).toBe('NOT_A_SENDER')
  const others = all.filter((other) => other !== scope)
  expect(await outcome(name, { scopes: others, may: true })).toBe('SCOPE_TOO_NARROW')
  expect(await outcome(name, { scopes: undefined, may: true })).toBe('SESSION_EXPIRED')
})

const closed = (Object.keys(contract) as CallName[]).filter((name) => {
  const { auth, path } = contract[name]
  return auth === 'bearer' && (!path.startsWith('/v1/') || name === 'userToken')
})

test.each(closed)('a key does not open %s, whatever its scopes', async (name) => {
  expect(await outcome(name, { scopes: [...all, 'vidmobileuser'], may: true })).toBe('SCOPE_TOO_NARROW')
})
