import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PATHS } from '../shared/router/place.ts'

const SCREENS = [
  '/',
  '/absence',
  '/account-return',
  '/approvals',
  '/approvals/$approverGuid',
  '/auth',
  '/authcerts',
  '/bulk',
  '/bulk/$bulkSendId',
  '/certificates',
  '/changePassword',
  '/confirmed',
  '/contacts',
  '/copies/$copyGuid',
  '/documents',
  '/documents/$docGuid',
  '/invitation',
  '/ivsign-auth',
  '/ivsign-login-sign',
  '/ivsign-sign',
  '/keys',
  '/login-ad',
  '/new-login',
  '/notifications',
  '/profile',
  '/recovery',
  '/saml',
  '/send',
  '/sent',
  '/sent/$docGuid',
  '/sign/$link',
  '/signed',
  '/signhash/cms',
  '/ssi',
  '/templates',
  '/v/$code',
  '/verify',
  '/webhooks',
  '/webhooks/$webhookId',
]

test('the screens are those of people who come in, sign, approve, send and verify; none is for an administrator', () => {
  expect([...PATHS].sort()).toEqual(SCREENS)
})

test('every address of the portal has a route, and every route its address', () => {
  const here = import.meta.dirname
  const routes = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) => /-route\.ts$/.test(name))
  const sources = routes.map((name) => readFileSync(`${here}/${name}`, 'utf8'))
  const paths = sources.flatMap((source) =>
    [...source.matchAll(/\b(?:path: |PATH = )'([^']+)'/g)].map(([, path]) => path),
  )
  expect(paths.sort()).toEqual([...PATHS].sort())
})
