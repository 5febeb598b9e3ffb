import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { secureAnswers } from './secure-answers.ts'

type Addresses = Parameters<typeof secureAnswers>[2]['addresses']

async function policyWith(addresses: Addresses, scripts: readonly string[] = []): Promise<string> {
  const app = Fastify()
  secureAnswers(app, 'https://sign.example', { addresses, scripts })
  app.get('/', () => 'page')
  const { headers } = await app.inject('/')
  return String(headers['content-security-policy'])
}

/** The addresses that a page may call, as the policy lists them. */
async function allowedWith(addresses: Addresses): Promise<string[] | undefined> {
  return /connect-src ([^;]*)/.exec(await policyWith(addresses))?.[1]?.split(' ')
}

const HERE = { main: '/api', identity: '/api' }
const AUTOFIRMA = 'wss://127.0.0.1:*'

test('the policy allows both bases of every environment, wherever they are, and the address at which Autofirma answers', async () => {
  const bases = {
    PRE: { main: 'https://main.pre.example/api', identity: 'https://identity.pre.example/api' },
    PRO: { main: 'https://main.pro.example/api', identity: 'https://identity.pro.example:8443/api' },
    LOCAL: HERE,
  }
  expect(await allowedWith({ bases, ipLookupUrl: '', geoLookupUrl: '', autofirmaLauncher: null })).toEqual([
    "'self'",
    'https://main.pre.example',
    'https://identity.pre.example',
    'https://main.pro.example',
    'https://identity.pro.example:8443',
    AUTOFIRMA,
  ])
})

test('the policy allows the look-ups and the launcher that are set, and nothing else', async () => {
  const portal = { bases: { PRE: HERE, PRO: HERE, LOCAL: HERE }, ipLookupUrl: 'https://ip.example/json' }
  expect(await allowedWith({ ...portal, geoLookupUrl: '', autofirmaLauncher: 'http://127.0.0.1:8090/launch' })).toEqual(
    ["'self'", 'https://ip.example', 'http://127.0.0.1:8090', AUTOFIRMA],
  )
})

test('of the scripts inside a page only those run that the portal was built with', async () => {
  const portal = {
    bases: { PRE: HERE, PRO: HERE, LOCAL: HERE },
    ipLookupUrl: '',
    geoLookupUrl: '',
    autofirmaLauncher: null,
  }
  const digest = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
  expect(await policyWith(portal, [digest])).toContain(`script-src 'self' ${digest};`)
  expect(await policyWith(portal)).toContain("script-src 'self';")
})
