import { beforeEach, expect, test, vi } from 'vitest'
import { keptErrand, keepErrand } from '../../shared/session/errand.ts'
import { copySession } from '../../shared/session/tabs/copied-session.ts'
import { returnToAuthorise, returnToBegin, returnToSign } from './come-back.ts'
import { parseReturn } from './return-search.ts'

const authorise = vi.hoisted(() => vi.fn(() => Promise.resolve(null)))
vi.mock('../../shared/api/api.ts', () => ({ api: { authoriseTransaction: authorise } }))
vi.mock('../../shared/theme/apply-theme.ts', () => ({ applyPortalTheme: () => undefined }))

const T = '6f1c6d0e-3a9f-4f43-9c3a-0c6a0b8a6a11'
const TOKEN = `h.${Buffer.from(JSON.stringify({ sub: 'ana' })).toString('base64url')}.s`

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const openTab = () => vi.stubGlobal('sessionStorage', storage())

beforeEach(() => {
  authorise.mockClear()
  vi.stubGlobal('localStorage', storage())
  openTab()
  sessionStorage.setItem('oauthTokenB64', TOKEN)
})

test('each way back leads on to the address of the specification', async () => {
  expect(await returnToAuthorise(`?transactionid=${T}`)).toEqual({
    address: '/certificates?ivnosysAuthorization=true',
  })
  expect(authorise).toHaveBeenCalledExactlyOnceWith({ params: { id: 'ana' }, body: { TransactionGuid: T } })
  sessionStorage.setItem('ivnosysToken', 'token-1')
  expect(await returnToBegin(`?transactionid=${T}`)).toEqual({
    address: `/documents?ivnosysPreSignAuth=true&transactionid=${T}`,
  })
  expect(await returnToSign(`?transactionid=${T}`)).toEqual({
    address: `/documents?ivnosysInitSign=true&transactionid=${T}`,
  })
})

test.each([
  ['transaction', returnToAuthorise, ''],
  ['transaction', returnToBegin, '?transactionid='],
  ['transaction', returnToSign, '?other=1'],
  ['token', returnToBegin, `?transactionid=${T}`],
])('without a %s it leads nowhere', async (missing, comeBack, search) => {
  await expect(comeBack(search)).rejects.toMatchObject({ missing })
  expect(authorise).not.toHaveBeenCalled()
})

test('who has no session logs in first, and then goes on', async () => {
  openTab()
  sessionStorage.setItem('ivnosysToken', 'token-1')
  const wanted = [
    [returnToAuthorise, `/ivsign-auth?transactionid=${T}`],
    [returnToBegin, `/documents?ivnosysPreSignAuth=true&transactionid=${T}`],
    [returnToSign, `/documents?ivnosysInitSign=true&transactionid=${T}`],
  ] as const
  for (const [comeBack, address] of wanted) {
    expect(await comeBack(`?transactionid=${T}`)).toEqual({ address: '/', wanted: address })
  }
  expect(authorise).not.toHaveBeenCalled()
})

test('a copied session is taken back: by its transaction, and by the token of a log-in', async () => {
  const signature = {
    kind: 'login',
    transactionId: null,
    ...{ attemptKey: 'k', docGuid: 'd', signerGuid: 's', fileName: 'f', certificateGuid: 'c', alias: 'a' },
    acceptsChanges: false,
  } as const
  keepErrand(signature)
  await copySession('token-1')
  openTab()
  sessionStorage.setItem('ivnosysToken', 'token-1')
  expect(await returnToBegin(`?transactionid=${T}`)).toEqual({
    address: `/documents?ivnosysPreSignAuth=true&transactionid=${T}`,
  })
  expect(keptErrand(T)).toEqual({ ...signature, transactionId: T })
  expect(sessionStorage.getItem('oauthTokenB64')).toBe(TOKEN)
})

test.each([
  [
    { ivnosysInitSign: true, transactionid: T },
    { ivnosysInitSign: true, transactionid: T },
  ],
  [
    { ivnosysPreSignAuth: 'true', transactionid: 12 },
    { ivnosysPreSignAuth: true, transactionid: '12' },
  ],
  [{ ivnosysInitSign: true }, {}],
  [{ ivnosysInitSign: 'no', transactionid: T }, {}],
  [{ transactionid: T, page: 2 }, {}],
])('the list of documents reads %j', (search, expected) => {
  expect(parseReturn(search)).toEqual(expected)
})
