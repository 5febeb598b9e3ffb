import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, createClient, NetworkError, type ClientSettings } from './client.ts'
import { contract } from './contract.ts'

const DOCUMENT = '0b3f6c5e-1111-4222-8333-444455556666'
const BASES = { main: 'https://main.test/api', identity: 'https://identity.test/api' }

const asked = vi.fn<typeof fetch>()
beforeEach(() => {
  asked.mockReset()
  vi.stubGlobal('fetch', asked)
})
afterEach(() => vi.unstubAllGlobals())

const client = (settings: Partial<ClientSettings> = {}) =>
  createClient(contract, {
    bases: () => BASES,
    authorization: ({ auth }) => (auth === 'bearer' ? 'Bearer t' : 'Basic c'),
    ...settings,
  })
const answer = (status: number, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  asked.mockResolvedValueOnce(new Response(status === 204 ? null : text, { status }))
}
const lastCall = () => {
  const [address, init] = asked.mock.lastCall!
  return { address, ...init } as RequestInit & { address: string; headers: Record<string, string> }
}
const CREDENTIALS = { grant_type: 'password', username: 'añá', password: 'a&b=c d', scope: 'vidmobileuser' } as const

test('the token call sends its fields as a form to the identity base, with the credentials of the client', async () => {
  answer(200, { access_token: 'x', token_type: 'bearer', expires_in: 1 })
  expect(await client().token({ body: CREDENTIALS })).toMatchObject({ access_token: 'x' })
  const { address, method, body, headers } = lastCall()
  expect([method, address]).toEqual(['POST', 'https://identity.test/api/oauth/token'])
  expect(body).toBeInstanceOf(URLSearchParams)
  expect(Object.fromEntries(body as URLSearchParams)).toEqual(CREDENTIALS)
  // The type, with its characters, is the browser's to say.
  expect(headers).toEqual({ authorization: 'Basic c' })
})

test('other bodies are JSON, with the bearer’s token and the headers of the call', async () => {
  answer(204, null)
  const body = { CertGUID: DOCUMENT, PIN: 'ñ', AccessMethod: 'SSO' } as const
  const headers = { 'idempotency-key': 'attempt-1' }
  expect(await client().sign({ params: { type: 'keyvault', signerGuid: DOCUMENT }, body, headers })).toBeNull()
  const call = lastCall()
  expect(call.address).toBe(`https://identity.test/api/vidmobileuser/signature/keyvault/${DOCUMENT}`)
  expect(JSON.parse(call.body as string)).toEqual(body)
  expect(call.headers).toEqual({ authorization: 'Bearer t', 'content-type': 'application/json', ...headers })
})

test('a call without a body says nothing of one', async () => {
  answer(200, { Signers: [], UploadTime: '' })
  await client().documentInfo({ params: { docGuid: DOCUMENT } })
  expect(lastCall()).toMatchObject({ method: 'GET', body: undefined, headers: { authorization: 'Bearer t' } })
})

test('documents go to the main base; what is empty in the query is left out', async () => {
  answer(200, { List: [] })
  const query = { PageNumber: '2', FileName: 'a&b/ñ', Tag: '', Count: undefined }
  await client().pendingDocuments({ query })
  expect(lastCall().address).toBe(
    'https://main.test/api/pendingsignatures/paginated?PageNumber=2&FileName=a%26b%2F%C3%B1',
  )
})

const IDENTITY_WORDS = ['oauth', 'auth', 'saml', 'ssi', 'vidmobileuser', 'vidmobileusers', 'vidmobilecertificate']

test('every call is sent to the identity base when its first word is one of identity, else to the main base', async () => {
  const calls = client() as unknown as Record<string, (input: object) => Promise<unknown>>
  const wordsMet = new Set<string>()
  for (const [name, { path }] of Object.entries(contract)) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!)
    answer(200, {})
    await calls[name]!({ params: Object.fromEntries(names.map((parameter) => [parameter, DOCUMENT])) })
    const { origin, pathname } = new URL(lastCall().address)
    const word = pathname.split('/')[2]!
    wordsMet.add(word)
    expect(`${origin}/api`, name).toBe(IDENTITY_WORDS.includes(word) ? BASES.identity : BASES.main)
  }
  // Each of the words is met, so that none of them could be sent elsewhere unseen.
  expect([...wordsMet]).toEqual(expect.arrayContaining(IDENTITY_WORDS))
})

test('what is put into a path cannot leave its place', async () => {
  answer(404, {})
  await client()
    .certificates({ params: { legalid: '../x?y#z' } })
    .catch(() => null)
  expect(lastCall().address).toBe('https://identity.test/api/vidmobileusers/..%2Fx%3Fy%23z/certs')
})

test('the bases are asked for at each call, since the environment may change', async () => {
  let main = 'https://one.test'
  const { documentInfo } = client({ bases: () => ({ ...BASES, main }) })
  answer(200, {})
  await documentInfo({ params: { docGuid: DOCUMENT } })
  main = 'https://two.test'
  answer(200, {})
  await documentInfo({ params: { docGuid: DOCUMENT } })
  expect(lastCall().address).toBe(`https://two.test/documentinfo/${DOCUMENT}`)
})

test('an error status becomes an ApiError with the server’s code, words and details, told before it is thrown', async () => {
  answer(422, { Code: 'WRONG_PIN', Message: 'The PIN is wrong', Details: { TriesLeft: 3 } })
  const onError = vi.fn()
  const failure = await client({ onError })
    .documentInfo({ params: { docGuid: DOCUMENT } })
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({
    status: 422,
    code: 'WRONG_PIN',
    message: 'The PIN is wrong',
    details: { TriesLeft: 3 },
  })
  expect(onError.mock.calls).toEqual([[failure, contract.documentInfo]])
})

test.each([
  ['<html>Bad gateway</html>', '<html>Bad gateway</html>'],
  ['', ''],
  ['null', 'null'],
  ['{"Code":7}', 'HTTP 502'],
])('an error whose body is %j is still an ApiError, of the code UNKNOWN', async (body, message) => {
  answer(502, body)
  const failure = client().documentInfo({ params: { docGuid: DOCUMENT } })
  await expect(failure).rejects.toMatchObject({ name: 'ApiError', status: 502, code: 'UNKNOWN', message, details: {} })
})

test('of a file the bytes are given as they are, and its refusal has a code as any other', async () => {
  const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00])
  asked.mockResolvedValueOnce(new Response(bytes))
  const file = await client().sentDocumentContent({ params: { docGuid: DOCUMENT } })
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
  answer(404, { Code: 'DOCUMENT_NOT_FOUND', Message: 'No' })
  const refused = client().sentDocumentContent({ params: { docGuid: DOCUMENT } })
  await expect(refused).rejects.toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
})

test('no answer is a NetworkError with its cause, and onError is not told of it', async () => {
  const cause = new TypeError('fetch failed')
  asked.mockRejectedValueOnce(cause)
  const onError = vi.fn()
  const failure = client({ onError }).documentInfo({ params: { docGuid: DOCUMENT } })
  await expect(failure).rejects.toMatchObject({ name: 'NetworkError', cause })
  await expect(failure).rejects.toBeInstanceOf(NetworkError)
  expect(onError).not.toHaveBeenCalled()
})

test('a call that was called off is no NetworkError', async () => {
  const control = new AbortController()
  control.abort()
  asked.mockRejectedValueOnce(control.signal.reason)
  const failure = client().documentInfo({ params: { docGuid: DOCUMENT }, signal: control.signal })
  await expect(failure).rejects.toBe(control.signal.reason)
})

test.each([200, 500])(
  'an answer of status %i that breaks off in the middle is an answer that did not come',
  async (status) => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"Signers":[')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    })
    asked.mockResolvedValueOnce(new Response(body, { status }))
    await expect(client().documentInfo({ params: { docGuid: DOCUMENT } })).rejects.toBeInstanceOf(NetworkError)
  },
)
