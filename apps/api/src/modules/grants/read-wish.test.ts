import { describe, expect, test } from 'vitest'
import { readWish, type AskedFor } from './read-wish.ts'

const HASH = Buffer.alloc(32, 0xfb).toString('base64url')
const REGISTERED = 'https://app.example.org/done?from=portal'
const client = { id: 'app', name: 'App', redirectUris: [REGISTERED] }
const read = (more: Partial<AskedFor> = {}) =>
  readWish(client, { response_type: 'code', client_id: 'app', redirect_uri: REGISTERED, hash: HASH, ...more })
const refusal = (more: Partial<AskedFor>) => {
  try {
    read(more)
    return 'none'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('hashes come in base64url or base64, and the algorithm by name, by OID or by their length', () => {
  const base64 = Buffer.alloc(32, 0xfb).toString('base64')
  for (const [hash, hashalgo] of [
    [HASH, 'SHA256'],
    [HASH, 'sha-256'],
    [HASH, '2.16.840.1.101.3.4.2.1'],
    [HASH, undefined],
    [base64, 'SHA-256'],
    [base64.replaceAll('+', ' '), 'SHA256'],
    [`${HASH},${HASH}`, 'SHA2-256'],
  ] as const) {
    const { hashes, hashAlgorithm } = read({ hash, hashalgo })
    expect(hashAlgorithm).toBe('SHA-256')
    for (const one of hashes) expect(Buffer.from(one)).toEqual(Buffer.alloc(32, 0xfb))
  }
  expect(read({ hash: Buffer.alloc(64).toString('base64url') }).hashAlgorithm).toBe('SHA-512')
})

test('a request that is not one is refused', () => {
  for (const more of [
    { response_type: 'token' },
    { response_type: undefined },
    { scope: 'openid' },
    { scope: 'vidmobilecert\\uanataca' },
    { scope: 'service credential' },
    { scope: 'credential vidmobilecert\\uanataca' },
    { state: 's'.repeat(256) },
    { hash: undefined },
    { hash: '' },
    { hash: 'ñ' },
    { hash: `${HASH},` },
    { hash: HASH.slice(4) },
    { hash: HASH, hashalgo: 'SHA512' },
    { hash: HASH, hashalgo: 'MD5' },
    { hash: Buffer.alloc(20).toString('base64url') },
    { hash: Array(201).fill(HASH).join(',') },
    { credentialID: 'not-a-guid' },
    { numSignatures: 201 },
    { hash: `${HASH},${HASH}`, numSignatures: 1 },
    { code_challenge: 'short' },
    { code_challenge: 'A'.repeat(43), code_challenge_method: 'S512' },
    { code_challenge_method: 'S256' },
  ]) {
    expect(refusal(more), JSON.stringify(more)).toBe('AUTHORISATION_REQUEST_INVALID')
  }
})

test('the scope says which types may answer', () => {
  expect(read().certificateTypes).toEqual(['keyvault', 'firmaremota'])
  expect(read({ scope: 'credential' }).certificateTypes).toEqual(['keyvault', 'firmaremota'])
  expect(read({ scope: 'vidmobilecert\\keyvault' }).certificateTypes).toEqual(['keyvault'])
  expect(read({ scope: 'vidmobilecert\\FirmaRemota' }).certificateTypes).toEqual(['firmaremota'])
  expect(read({ scope: 'vidmobilecert\\swisscom' }).certificateTypes).toEqual(['swisscom'])
  expect(read({ scope: 'credential vidmobilecert\\swisscom' }).certificateTypes).toEqual([
    'keyvault',
    'firmaremota',
    'swisscom',
  ])
  expect(read({ scope: 'service' })).toMatchObject({ kind: 'service', hashes: [] })
})

describe('an answer goes only to an address that was registered, letter by letter', () => {
  const spellings = [
    'https://app.example.org/done',
    'https://app.example.org/done?from=portal&more=1',
    'https://app.example.org/done?from=portal#x',
    'https://app.example.org/done?from=portal#',
    'https://app.example.org/done/?from=portal',
    'https://app.example.org//done?from=portal',
    'https://app.example.org/./done?from=portal',
    'https://app.example.org/x/../done?from=portal',
    'https://app.example.org/%64one?from=portal',
    'https://app.example.org/done?from=%70ortal',
    'https://app.example.org/done%3Ffrom=portal',
    'https://app.example.org/done?FROM=portal',
    'https://app.example.org/DONE?from=portal',
    'https://APP.example.org/done?from=portal',
    'HTTPS://app.example.org/done?from=portal',
    'http://app.example.org/done?from=portal',
    'https:/app.example.org/done?from=portal',
    'https:app.example.org/done?from=portal',
    '//app.example.org/done?from=portal',
    '/done?from=portal',
    'https://app.example.org:443/done?from=portal',
    'https://app.example.org:8443/done?from=portal',
    'https://app.example.org./done?from=portal',
    'https://app.example.org.evil.test/done?from=portal',
    'https://evil.test/done?from=portal',
    'https://evil.test/https://app.example.org/done?from=portal',
    'https://app.example.org@evil.test/done?from=portal',
    'https://user@app.example.org/done?from=portal',
    'https://user:pass@app.example.org/done?from=portal',
    'https://evil.test#@app.example.org/done?from=portal',
    'https://evil.test\\@app.example.org/done?from=portal',
    'https:\\\\app.example.org/done?from=portal',
    'https://app.example.org\\done?from=portal',
    'https://app.example.org/done?from=portal ',
    ' https://app.example.org/done?from=portal',
    'https://app.example.org/done?from=portal\n',
    'https://app.example.org/done?from=portal\r\nlocation: https://evil.test',
    'https://app.example.org\t/done?from=portal',
    'https://app.example.org/done?from=portal\u0000',
    'https://\u0430pp.example.org/done?from=portal',
    'https://app\u3002example\u3002org/done?from=portal',
    'https://app.example.org\u2044done?from=portal',
    'javascript:alert(1)//https://app.example.org/done?from=portal',
    'data:text/html,<script>location="https://evil.test"</script>',
    'app://done?from=portal',
    '',
  ]
  test.each(spellings)('%j is refused', (redirect_uri) => {
    expect(refusal({ redirect_uri })).toBe('AUTHORISATION_REDIRECT_UNKNOWN')
  })

  test('without a name it is the only one there is', () => {
    expect(read({ redirect_uri: undefined })).toMatchObject({ redirectUri: REGISTERED, redirectNamed: false })
    const two = { ...client, redirectUris: [REGISTERED, 'https://app.example.org/other'] }
    const none = { ...client, redirectUris: [] }
    for (const one of [two, none]) {
      expect(() => readWish(one, { response_type: 'code', client_id: 'app', hash: HASH })).toThrow()
    }
  })
})
