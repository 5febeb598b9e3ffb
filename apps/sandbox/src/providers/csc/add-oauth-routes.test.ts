import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { TestSandbox } from '../../test-sandbox.ts'
import { CSC_CLIENT } from './add-oauth-routes.ts'

const VERIFIER = 'v'.repeat(64)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const redirect_uri = 'http://127.0.0.1:1/back'
const ASKED = {
  ...{ response_type: 'code', client_id: CSC_CLIENT.clientId, redirect_uri, scope: 'service', state: 'one' },
  ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
}
const client = { client_id: CSC_CLIENT.clientId, client_secret: CSC_CLIENT.clientSecret }

let sandbox: TestSandbox
beforeAll(async () => (sandbox = await TestSandbox.open()))
beforeEach(() => sandbox.post('/control/reset', 'application/json', '{}'))
afterAll(() => sandbox.close())

const authorize = (account: string, asked: object = {}) =>
  fetch(`${sandbox.url}/csc/oauth2/authorize?${new URLSearchParams({ ...ASKED, ...asked }).toString()}`, {
    method: 'POST',
    body: new URLSearchParams({ account }),
    redirect: 'manual',
  })

const codeOf = async (account: string) => {
  const address = new URL((await authorize(account)).headers.get('location')!)
  expect(address.searchParams.get('state')).toBe('one')
  return address.searchParams.get('code')
}

interface TokenAnswer {
  readonly status: number
  readonly error?: string
  readonly access_token?: string
  readonly refresh_token?: string
}

const token = async (form: Record<string, string>, call = 'token'): Promise<TokenAnswer> => {
  const body = new URLSearchParams({ ...client, ...form })
  const answer = await fetch(`${sandbox.url}/csc/oauth2/${call}`, { method: 'POST', body })
  const text = await answer.text()
  return { status: answer.status, ...(JSON.parse(text || '{}') as Omit<TokenAnswer, 'status'>) }
}

const redeem = (code: string | null, more: Record<string, string> = {}) =>
  token({ grant_type: 'authorization_code', code: code ?? '', code_verifier: VERIFIER, redirect_uri, ...more })

const asks = async (accessToken: string) => {
  const authorization = `Bearer ${accessToken}`
  const answer = await fetch(`${sandbox.url}/csc/v2/credentials/list`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  return answer.status
}

it('gives a code for whom the person chooses, which is good once, with the verifier and the address of before', async () => {
  const code = await codeOf('ana')
  const { access_token, refresh_token } = await redeem(code)
  expect(await asks(access_token!)).toBe(200)
  expect(await redeem(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
  const others: Record<string, string>[] = [{ code_verifier: 'w'.repeat(64) }, { redirect_uri: `${redirect_uri}x` }]
  for (const more of others) {
    expect(await redeem(await codeOf('ana'), more)).toMatchObject({ status: 400, error: 'invalid_grant' })
  }
  const renewed = await token({ grant_type: 'refresh_token', refresh_token: refresh_token! })
  expect(renewed.status).toBe(200)
  expect(await token({ token: renewed.refresh_token! }, 'revoke')).toMatchObject({ status: 200 })
  expect(await asks(renewed.access_token!)).toBe(401)
})

it('leads back with a refusal, and leads nowhere but to this machine', async () => {
  const refused = new URL((await authorize('refuse')).headers.get('location')!)
  expect(Object.fromEntries(refused.searchParams)).toEqual({ error: 'access_denied', state: 'one' })
  for (const asked of [
    { redirect_uri: 'https://elsewhere.example/' },
    { client_id: 'other' },
    { code_challenge_method: 'plain' },
    { scope: 'credential' },
  ]) {
    expect((await authorize('ana', asked)).status).toBe(400)
  }
})

it('knows its client by the secret', async () => {
  const code = await codeOf('ana')
  expect(await redeem(code, { client_secret: 'no' })).toMatchObject({ status: 401, error: 'invalid_client' })
})

it('gives the client a token of its own for keys that seal, and no refresh token', async () => {
  const { status, access_token: given, refresh_token: refresh } = await token({ grant_type: 'client_credentials' })
  expect([status, refresh]).toEqual([200, undefined])
  const call = async (operation: string, body: object) => {
    const headers = { authorization: `Bearer ${given}`, 'content-type': 'application/json' }
    const address = `${sandbox.url}/csc/v2/${operation}`
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as Record<string, unknown>
  }
  const { credentialIDs } = await call('credentials/list', {})
  expect(credentialIDs).toEqual(['seal-ec', 'seal-open', 'seal-expired', 'seal-rsa'])
  const digest = createHash('sha256').update('file').digest('base64')
  const bound = { hashes: [digest], hashAlgorithmOID: '2.16.840.1.101.3.4.2.1' }
  const { SAD } = await call('credentials/authorize', {
    ...{ credentialID: 'seal-open', numSignatures: 1, authData: [] },
    ...bound,
  })
  const asked = { credentialID: 'seal-open', SAD, ...bound, signAlgo: '1.2.840.10045.4.3.2' }
  expect(await call('signatures/signHash', asked)).toEqual({ signatures: [expect.any(String)] })
})

it('gives no token to a client with another secret', async () => {
  const asked = token({ grant_type: 'client_credentials', client_secret: 'another' })
  expect(await asked).toMatchObject({ status: 401, error: 'invalid_client' })
})
