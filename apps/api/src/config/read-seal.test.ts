import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EnvironmentReader } from './environment-reader.ts'
import { readSeal } from './read-seal.ts'

function readFrom(env: Record<string, string>) {
  const read = new EnvironmentReader(env)
  return { seal: readSeal(read), problems: read.problems }
}

const FILE = { SEAL_P12: 'seal.p12', SEAL_P12_PIN: 'canary-1' }
const TOKEN = { SEAL_PKCS11_MODULE: '/lib/hsm.so', SEAL_PKCS11_PIN: 'canary-2' }
const SERVICE = {
  SEAL_CSC_URL: 'https://rssp.example/csc/',
  SEAL_CSC_CLIENT_ID: 'rubrica',
  SEAL_CSC_CLIENT_SECRET: 'canary-3',
  SEAL_CSC_CREDENTIAL: 'seal-1',
}

test('without any setting the installation seals with a key of its own', () => {
  expect(readFrom({})).toEqual({ seal: undefined, problems: [] })
})

test.each([
  [FILE, { kind: 'file', file: resolve('seal.p12') }],
  [TOKEN, { kind: 'token', module: '/lib/hsm.so', token: undefined, key: undefined, certificate: undefined }],
  [
    { ...TOKEN, SEAL_PKCS11_TOKEN: 'office', SEAL_PKCS11_KEY: 'a0', SEAL_CERTIFICATE: 'seal.pem' },
    { kind: 'token', token: 'office', key: 'a0', certificate: resolve('seal.pem') },
  ],
  [
    SERVICE,
    {
      ...{ kind: 'service', url: 'https://rssp.example/csc', oauthUrl: 'https://rssp.example/csc' },
      ...{ clientId: 'rubrica', credential: 'seal-1', pin: undefined, timeoutMs: 20_000 },
    },
  ],
  [
    { ...SERVICE, SEAL_CSC_OAUTH_URL: 'https://login.example', SEAL_CSC_TIMEOUT_MS: '500' },
    { oauthUrl: 'https://login.example', timeoutMs: 500 },
  ],
])('%j is one way to seal', (env, seal) => {
  const read = readFrom(env)
  expect(read).toMatchObject({ seal, problems: [] })
  expect(JSON.stringify(read) + inspect(read, { depth: 9 })).not.toContain('canary')
})

describe('what is not whole is one sentence that names what is missing', () => {
  test.each([
    [{ SEAL_P12: 'seal.p12' }, 'SEAL_P12 is set, so SEAL_P12_PIN must be set too.'],
    [{ SEAL_P12_PIN: 'x' }, 'SEAL_P12_PIN is set, so SEAL_P12 must be set too.'],
    [{ SEAL_PKCS11_MODULE: '/lib/hsm.so' }, 'SEAL_PKCS11_MODULE is set, so SEAL_PKCS11_PIN must be set too.'],
    [
      { SEAL_CERTIFICATE: 'seal.pem' },
      'SEAL_CERTIFICATE is set, so SEAL_PKCS11_MODULE and SEAL_PKCS11_PIN must be set too.',
    ],
    [
      { SEAL_CSC_URL: 'https://rssp.example', SEAL_CSC_CLIENT_ID: 'rubrica' },
      'SEAL_CSC_URL is set, so SEAL_CSC_CLIENT_SECRET and SEAL_CSC_CREDENTIAL must be set too.',
    ],
  ])('%j', (env, problem) => {
    expect(readFrom(env)).toEqual({ seal: undefined, problems: [problem] })
  })
})

describe('two ways at once are one sentence that names both', () => {
  test.each([
    [{ ...FILE, ...TOKEN }, 'SEAL_P12 and SEAL_PKCS11_MODULE'],
    [{ ...FILE, ...SERVICE }, 'SEAL_P12 and SEAL_CSC_URL'],
    [{ ...TOKEN, ...SERVICE }, 'SEAL_PKCS11_MODULE and SEAL_CSC_URL'],
    [{ ...FILE, SEAL_CERTIFICATE: 'seal.pem' }, 'SEAL_P12 and SEAL_CERTIFICATE'],
    [{ ...FILE, ...TOKEN, ...SERVICE }, 'SEAL_P12 and SEAL_PKCS11_MODULE and SEAL_CSC_URL'],
  ])('%#', (env, names) => {
    const problem = `Only one key seals, so ${names} must not be set together.`
    expect(readFrom(env)).toEqual({ seal: undefined, problems: [problem] })
  })
})
