import { expect, test } from 'vitest'
import { isProtectedPath } from './protected-paths.ts'

test.each([
  '/documents',
  '/documents/0b3f',
  '/absence',
  '/approvals',
  '/copies/0b3f',
  '/signed',
  '/send',
  '/sent',
  '/bulk',
  '/contacts',
  '/sent/0b3f',
  '/keys',
  '/webhooks',
  '/webhooks/0b3f',
  '/profile',
  '/notifications',
  '/certificates',
  '/authcerts',
  '/changePassword',
])('%s is for logged-in people', (path) => expect(isProtectedPath(path)).toBe(true))

test.each(['/', '/signhash/cms', '/recovery', '/documentsx'])('%s is open', (path) =>
  expect(isProtectedPath(path)).toBe(false),
)
