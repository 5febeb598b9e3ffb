import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EnvironmentReader, type Environment } from './environment-reader.ts'
import { readLogins, readSocialLinks } from './read-logins.ts'

let folder: string
let pem: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'logins-'))
  const subject = ['-keyout', join(folder, 'key.pem'), '-days', '1', '-subj', '/CN=idp.example']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  pem = execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...subject], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim()
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(env: Environment) {
  const reader = new EnvironmentReader(env)
  return { logins: readLogins(reader), problems: reader.problems }
}

describe('providers that speak OpenID Connect', () => {
  test('are off without a client id', () => {
    const { logins, problems } = read({ MICROSOFT_ISSUER: 'https://login.example', WALLET_CLIENT_SECRET: 's' })
    expect(logins).toEqual({
      google: undefined,
      microsoft: undefined,
      wallet: undefined,
      oidc: undefined,
      saml: [],
      samlKeys: [],
    })
    expect(problems).toEqual([])
  })

  test('need their secret, and, but for Google, their issuer', () => {
    const { logins, problems } = read({
      GOOGLE_CLIENT_ID: 'g',
      MICROSOFT_CLIENT_ID: 'm',
      MICROSOFT_CLIENT_SECRET: 's',
      WALLET_CLIENT_ID: 'w',
      WALLET_ISSUER: 'ftp://wallet',
    })
    expect(problems).toHaveLength(4)
    for (const name of ['GOOGLE_CLIENT_SECRET', 'MICROSOFT_ISSUER', 'WALLET_ISSUER']) {
      expect(problems.some((problem) => problem.includes(name))).toBe(true)
    }
    expect(logins.google).toBeUndefined()
  })

  test('a wallet is asked for tokens as VIDconnect wants it, or as the standard has it', () => {
    const wallet = { WALLET_CLIENT_ID: 'w', WALLET_CLIENT_SECRET: 's', WALLET_ISSUER: 'https://wallet.example' }
    expect(read(wallet).logins.wallet?.tokenRequest).toBe('json')
    expect(read({ ...wallet, WALLET_TOKEN_REQUEST: 'form' }).logins.wallet?.tokenRequest).toBe('form')
    expect(read({ ...wallet, WALLET_TOKEN_REQUEST: 'xml' }).problems).toHaveLength(1)
  })

  test('any other needs a name for people to see, and domains for a claim with addresses', () => {
    const oidc = { OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 's', OIDC_ISSUER: 'https://idp.example' }
    expect(read(oidc).problems).toEqual([expect.stringContaining('OIDC_NAME')])
    expect(read({ ...oidc, OIDC_NAME: 'x'.repeat(61) }).problems).toEqual([expect.stringContaining('OIDC_NAME')])
    const named = { ...oidc, OIDC_NAME: 'Ajuntament' }
    expect(read(named)).toMatchObject({ problems: [], logins: { oidc: { name: 'Ajuntament', idClaim: 'sub' } } })
    const claims = { OIDC_EMAIL_CLAIM: 'upn', OIDC_ID_CLAIM: 'oid', OIDC_LEGAL_ID_CLAIM: 'dni' }
    expect(read({ ...named, ...claims }).problems).toEqual([expect.stringContaining('OIDC_EMAIL_DOMAINS')])
    expect(read({ ...named, ...claims, OIDC_EMAIL_DOMAINS: 'A.example, b.example' }).logins.oidc).toMatchObject({
      idClaim: 'oid',
      emailClaim: 'upn',
      emailDomains: ['a.example', 'b.example'],
      legalIdClaim: 'dni',
    })
  })

  test('show their secret to nobody', () => {
    const { logins } = read({ GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'canary' })
    expect(logins.google).toMatchObject({ issuer: 'https://accounts.google.com', authMethod: 'client_secret_post' })
    expect(JSON.stringify(logins) + inspect(logins, { depth: 9 })).not.toContain('canary')
  })
})

describe('the list of SAML providers', () => {
  const entry = () => ({
    name: 'Ajuntament',
    domains: ['Ajuntament.example'],
    issuer: 'https://idp.example/metadata',
    entryPoint: 'https://idp.example/sso',
    certificates: [pem],
  })
  const readList = (list: unknown) => {
    const path = join(folder, 'list.json')
    writeFileSync(path, typeof list === 'string' ? list : JSON.stringify(list))
    return read({ SAML_PROVIDERS: path })
  }

  test('takes certificates as PEM and as metadata have them, and domains in any case', () => {
    const bare = pem.replace(/-----[^-]+-----/g, '').trim()
    const { logins, problems } = readList([{ ...entry(), certificates: [pem, bare, bare.replace(/\s/g, '')] }])
    expect(problems).toEqual([])
    const [provider] = logins.saml
    expect(provider?.domains).toEqual(['ajuntament.example'])
    expect(new Set(provider?.certificates).size).toBe(1)
    expect(provider?.acceptSha1).toBe(false)
  })

  const WRONG: readonly (readonly [string, () => unknown])[] = [
    ['not JSON', () => '{'],
    ['not a list', () => ({})],
    ['without a domain', () => [{ ...entry(), domains: [] }]],
    ['a domain that is none', () => [{ ...entry(), domains: ['a b'] }]],
    ['a certificate that is none', () => [{ ...entry(), certificates: ['x'.repeat(200)] }]],
    ['an address that is no web address', () => [{ ...entry(), entryPoint: 'javascript:alert(1)' }]],
    ['a member that nobody knows', () => [{ ...entry(), wantAssertionsSigned: false }]],
    ['one domain twice', () => [entry(), { ...entry(), issuer: 'https://other.example' }]],
    ['one issuer twice', () => [entry(), { ...entry(), domains: ['other.example'] }]],
  ]
  test.each(WRONG)('%s is one sentence that names the variable', (_what, list) => {
    const { logins, problems } = readList(list())
    expect(logins.saml).toEqual([])
    expect(problems).toEqual([expect.stringContaining('SAML_PROVIDERS')])
  })

  test('a file that is not there is told', () => {
    expect(read({ SAML_PROVIDERS: join(folder, 'none.json') }).problems).toEqual([
      expect.stringContaining('SAML_PROVIDERS'),
    ])
  })
})

test('social links are names with web addresses; anything else is told', () => {
  const reader = new EnvironmentReader({ SOCIAL_LINKS: 'One=https://one.example/a=b, Two=javascript:alert(1),Three' })
  expect(readSocialLinks(reader)).toEqual([{ name: 'One', url: 'https://one.example/a=b' }])
  expect(reader.problems).toHaveLength(2)
})
