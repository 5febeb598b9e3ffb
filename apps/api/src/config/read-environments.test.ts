import { expect, test } from 'vitest'
import { EnvironmentReader, type Environment } from './environment-reader.ts'
import { readEnvironments } from './read-environments.ts'

const HERE = 'http://127.0.0.1:8080'
const SAFE = 'https://sign.example'
const OWN = { main: '/api', identity: '/api' }

function read(env: Environment, publicUrl = HERE) {
  const reader = new EnvironmentReader(env)
  return { ...readEnvironments(reader, publicUrl), problems: reader.problems }
}

test('without settings every environment is this server, and no other origin may call it', () => {
  const bases = { PRE: OWN, PRO: OWN, LOCAL: OWN }
  expect(read({})).toEqual({ bases, portalOrigins: [], portalUrl: undefined, problems: [] })
})

test('an environment has two bases: an origin, whose calls begin at /api, or a path of its own; one stands for both', () => {
  const { bases, problems } = read({
    API_BASE_PRE: 'https://PRE.example:443/',
    API_BASE_PRO: 'https://main.example/v1//',
    IDENTITY_BASE_PRO: 'https://identity.example:8443',
    IDENTITY_BASE_LOCAL: 'http://127.0.0.1:9000/identity',
  })
  expect(problems).toEqual([])
  expect(bases).toEqual({
    PRE: { main: 'https://pre.example/api', identity: 'https://pre.example/api' },
    PRO: { main: 'https://main.example/v1', identity: 'https://identity.example:8443/api' },
    LOCAL: { main: '/api', identity: 'http://127.0.0.1:9000/identity' },
  })
})

const BASES = ['PRE', 'PRO', 'LOCAL'].flatMap((name) => [`API_BASE_${name}`, `IDENTITY_BASE_${name}`])

test.each(BASES)('%s that is no plain address of a server is one sentence that names it and nothing of it', (name) => {
  for (const wrong of [
    'pre.example',
    '/api',
    'ftp://pre.example',
    'javascript:alert(1)',
    'https://canary:canary@pre.example',
    'https://canary@pre.example/api',
    'https://pre.example/api?canary=1',
    'https://pre.example/api?',
    'https://pre.example/api#canary',
    'http://[::1]:8080',
    'https://*.example',
    'https://pre.example;script-src',
    '*',
  ]) {
    const { problems, bases } = read({ [name]: wrong })
    expect(problems, wrong).toEqual([expect.stringMatching(new RegExp(`^${name} must be an address.*\\.$`))])
    expect(JSON.stringify({ problems, bases })).not.toContain('canary')
  }
})

test.each(['PORTAL_ORIGINS', 'PORTAL_URL'])('%s that is no origin is one sentence that names it', (name) => {
  for (const wrong of [
    '*',
    'null',
    'https://*.example',
    'https://a.example/portal',
    'https://a.example?',
    'a.example',
  ]) {
    const { problems } = read({ [name]: wrong })
    expect(problems, wrong).toEqual([expect.stringContaining(`${name} must`)])
  }
})

test('people who come by TLS are not led on without it, except on their own machine', () => {
  for (const name of [...BASES, 'PORTAL_ORIGINS', 'PORTAL_URL']) {
    expect(read({ [name]: 'http://pre.example' }, SAFE).problems).toEqual([
      `${name} must begin with https://, because PUBLIC_URL does.`,
    ])
    for (const own of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://pre.localhost']) {
      expect(read({ [name]: own }, SAFE).problems, own).toEqual([])
    }
    expect(read({ [name]: 'http://pre.example' }).problems).toEqual([])
  }
  for (const name of BASES) expect(read({ [name]: 'http://127.0.0.1.example' }, SAFE).problems).toHaveLength(1)
})

test('origins are kept as browsers write them, and the portal of the people is one of them', () => {
  const { portalOrigins, portalUrl } = read({
    PORTAL_ORIGINS: 'https://Portal.example:443/, https://other.example:8443,https://münchen.example',
    PORTAL_URL: 'https://people.example/',
  })
  expect(portalOrigins).toEqual([
    'https://portal.example',
    'https://other.example:8443',
    'https://xn--mnchen-3ya.example',
    'https://people.example',
  ])
  expect(portalUrl).toBe('https://people.example')
  expect(read({ PORTAL_URL: 'https://a.example,https://b.example' }).problems).toEqual([
    'PORTAL_URL must be one address, and lists several.',
  ])
})
