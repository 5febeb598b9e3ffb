import { beforeEach, expect, test, vi } from 'vitest'
import { keptErrand, forgetErrand, keepErrand, nameTransaction } from '../errand.ts'
import { copySession, restoreSession } from './copied-session.ts'
import { forgetOldCopy } from './old-copy.ts'
import { COPIED_SESSION_KEY } from '../session-keys.ts'

const SECRET = '6f1c6d0e-3a9f-4f43-9c3a-0c6a0b8a6a11'
const MINUTE = 60_000
const tokenOf = (sub: string) => `h.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.s`
const SIGNATURE = {
  kind: 'sign',
  transactionId: SECRET,
  attemptKey: 'key-12345',
  docGuid: 'doc',
  signerGuid: 'signer',
  fileName: 'Contract.pdf',
  certificateGuid: 'certificate',
  alias: 'Mine',
  acceptsChanges: false,
} as const

function storage(entries: Readonly<Record<string, string>> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

let local: ReturnType<typeof storage>
let session: ReturnType<typeof storage>

/** What another tab keeps, without anything. */
function openTab(entries: Readonly<Record<string, string>> = {}): void {
  session = storage(entries)
  vi.stubGlobal('sessionStorage', session)
}

beforeEach(async () => {
  local = storage()
  vi.stubGlobal('localStorage', local)
  openTab({ oauthTokenB64: tokenOf('ana'), user: 'ana', docsSelectedSignerGUIString: 'a,b', documentPageMap: '{}' })
  keepErrand(SIGNATURE)
  await copySession(SECRET)
})

test('a tab without a session takes over the one that was copied, once', async () => {
  openTab()
  expect(await restoreSession(SECRET)).toBe(true)
  expect(session.kept.get('user')).toBe('ana')
  expect(session.kept.get('docsSelectedSignerGUIString')).toBe('a,b')
  expect(session.kept.has('documentPageMap')).toBe(false)
  expect(keptErrand(SECRET)).toEqual(SIGNATURE)
  expect(local.kept.size).toBe(0)
  openTab()
  expect(await restoreSession(SECRET)).toBe(false)
  expect(session.kept.size).toBe(0)
})

test('what stands in local storage says nothing to who does not know the transaction', () => {
  const copy = local.kept.get(COPIED_SESSION_KEY)!
  const readable = copy + atob(copy.split('.')[2]!)
  for (const secret of ['ana', tokenOf('ana'), SECRET, 'Contract.pdf']) expect(readable).not.toContain(secret)
})

test.each([
  ['for another transaction', 'another', 0],
  ['ten minutes later', SECRET, 10 * MINUTE],
])('a copy opens for nobody %s, and is gone', async (_, secret, later) => {
  openTab()
  expect(await restoreSession(secret, Date.now() + later)).toBe(false)
  expect([session.kept.size, local.kept.size]).toEqual([0, 0])
})

test.each(['', 'x', `${Date.now()}.x.y`])('what somebody else wrote there, %j, is thrown away', async (written) => {
  openTab()
  local.setItem(COPIED_SESSION_KEY, written)
  expect(await restoreSession(SECRET)).toBe(false)
  expect([session.kept.size, local.kept.size]).toEqual([0, 0])
})

test('a tab of the same person keeps its own session and learns of the signature', async () => {
  openTab({ oauthTokenB64: `${tokenOf('ana')}2`, user: 'ANA' })
  expect(await restoreSession(SECRET)).toBe(false)
  expect(session.kept.get('oauthTokenB64')).toBe(`${tokenOf('ana')}2`)
  expect(session.kept.get('user')).toBe('ANA')
  expect(keptErrand(SECRET)).toEqual(SIGNATURE)
})

test('a tab of somebody else takes nothing', async () => {
  openTab({ oauthTokenB64: tokenOf('biel') })
  expect(await restoreSession(SECRET)).toBe(false)
  expect([...session.kept.keys()]).toEqual(['oauthTokenB64'])
})

test('a copy that nobody came back for is removed after ten minutes, not before', () => {
  forgetOldCopy(Date.now() + 9 * MINUTE)
  expect(local.kept.size).toBe(1)
  forgetOldCopy(Date.now() + 11 * MINUTE)
  expect(local.kept.size).toBe(0)
})

test('a signature under way belongs to one transaction, and the way back from a log-in names it', () => {
  expect(keptErrand('another')).toBeNull()
  nameTransaction('another')
  expect(keptErrand(SECRET)).toEqual(SIGNATURE)
  keepErrand({ ...SIGNATURE, kind: 'login', transactionId: null })
  nameTransaction(SECRET)
  expect(keptErrand(SECRET)).toEqual({ ...SIGNATURE, kind: 'login' })
  forgetErrand()
  expect(keptErrand(SECRET)).toBeNull()
  expect(local.kept.size).toBe(0)
})

test.each(['', '[]', 'null', '{"kind":"sign","transactionId":"t"}'])('%j is no signature under way', (stored) => {
  session.setItem('ivnosysProcess', stored)
  expect(keptErrand('t')).toBeNull()
})
