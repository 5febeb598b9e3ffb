/** What tests of log-ins through SAML have in common. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { makeSamlKey, startPortal, type RunningPortal } from '@rubrica/testing'
import { LoginBrowser } from './login-browser.ts'

export const EMAIL = 'whoever@sandbox.example'

/** What the identity provider gives the browser to post. */
export interface Form {
  readonly SAMLResponse: string
}

/** The sandbox as the server's list of identity providers has it. */
export type SamlProvider = Readonly<Record<string, unknown>>

/**
 * A portal with the sandbox as its provider, for the tests of a file; nothing goes wrong there when one of them begins.
 * @param setUp how the operator has it otherwise
 */
export function samlScene(setUp: (provider: SamlProvider) => SamlProvider = (provider) => provider) {
  let portal: RunningPortal

  beforeAll(async () => {
    const many = '1000000'
    portal = await startPortal({
      postgres: inject('sharedPostgres'),
      env: ({ dataDir }) => {
        const list = join(dataDir, 'saml-providers.json')
        const [provider] = JSON.parse(readFileSync(list, 'utf8')) as [SamlProvider]
        writeFileSync(list, JSON.stringify([setUp(provider)]))
        const { certificate, privateKey } = makeSamlKey()
        const SAML_KEYS = join(dataDir, 'saml-keys.pem')
        writeFileSync(SAML_KEYS, privateKey + certificate)
        return { LOGINS_PER_MINUTE_AND_ADDRESS: many, LOGINS_PER_MINUTE_AND_USER: many, SAML_KEYS }
      },
    })
  })
  afterEach(() => portal.sandbox.control('reset', {}))
  afterAll(() => portal[Symbol.asyncDispose]())

  return {
    /** Once it runs. */
    portal: () => portal,

    open: () => new LoginBrowser(portal.url),

    /** Asks for the provider, and chooses an account there. */
    choose: async (browser: LoginBrowser, account: string): Promise<Form> => {
      const asked = await browser.post('/saml/url', { Email: EMAIL })
      expect(asked.status).toBe(200)
      const choice = await browser.open(new URL((asked.body as { Url: string }).Url))
      const { text } = await browser.open(choice.url, { account })
      return { SAMLResponse: /name="SAMLResponse" value="([^"]+)"/.exec(text)![1]! }
    },

    /** Posts the form as a browser does that comes from another site: without our cookie. */
    deliver: async (form: object): Promise<URL> => {
      const answer = await fetch(`${portal.url}/api/saml/acs`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ ...form }),
      })
      expect(answer.status).toBe(303)
      const url = new URL(answer.headers.get('location')!)
      expect([url.origin, url.pathname]).toEqual([new URL(portal.url).origin, '/saml'])
      return url
    },
  }
}

export const exchange = (browser: LoginBrowser, url: URL) =>
  browser.post('/saml/token', { Ticket: url.searchParams.get('token') })
