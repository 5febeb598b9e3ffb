/** An application that asks people to sign: where it sends them, how they come back, and what it gets. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify, X509Certificate } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import {
  callCsc,
  DEMO_PASSWORD,
  digestOf,
  exchangeCode,
  registerApplication,
  type Application,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { test as base } from './portal-scene.ts'

/** An application with a server of its own, which notes how people come back. */
export interface Sender {
  readonly application: Application
  readonly answers: URLSearchParams[]
}

/** Tests with such an application. */
export const test = base.extend<object, { sender: Sender }>({
  sender: [
    async ({ scene }, use) => {
      const answers: URLSearchParams[] = []
      const server = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
        if (pathname === '/back') answers.push(searchParams)
        response.setHeader('content-type', 'text/html').end('<title>Sender</title><h1>You are back</h1>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back?tenant=7`
      const application = await registerApplication(scene.portal, { id: 'sender', redirectUris: [redirectUri] })
      await use({ application, answers })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
})

/** What the router would write as 1.2345678901234567e+24, had it the say. */
export const STATE = '1234567890123456789012345'
export const TEXTS = ['the first document', 'the second document'] as const
export const SHA256 = '2.16.840.1.101.3.4.2.1'

/** What the application writes into the address to have its documents signed. */
export const signatureOf = ({ application }: Sender, more: Readonly<Record<string, string>> = {}) => ({
  response_type: 'code',
  client_id: application.id,
  redirect_uri: application.redirectUri,
  state: STATE,
  hash: TEXTS.map((text) => digestOf(text).toString('base64url')).join(','),
  hashalgo: 'SHA256',
  ...more,
})

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })
export const pinIn = (page: Page) => page.getByRole('dialog').getByLabel('PIN of the certificate')
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The browser is back at the application. */
export async function comeBack(page: Page, { answers }: Sender): Promise<Readonly<Record<string, string>>> {
  await expect(page.getByText('You are back')).toBeVisible()
  return Object.fromEntries(answers.at(-1)!)
}

/** The application's server has what was authorised signed, and the certificate verifies both signatures. */
export async function expectSignatures(
  scene: Scene,
  { application }: Sender,
  who: DemoName,
  code: string,
): Promise<void> {
  const { body: granted } = await exchangeCode(scene, application, { code })
  expect(granted).toMatchObject({ token_type: 'SAD', scope: 'credential' })
  const { access_token: SAD, credentialID } = granted
  const hash = TEXTS.map((text) => digestOf(text).toString('base64'))
  const { access_token: token } = (
    await exchangeCode(scene, application, { code: await serviceCode(scene, application, who) })
  ).body
  const found = await callCsc(scene, 'v1/credentials/info', { token, body: { credentialID } })
  const { certificates } = found.body['cert'] as { certificates: string[] }
  const { algo } = found.body['key'] as { algo: string[] }
  const signed = await callCsc(scene, 'v1/signatures/signHash', {
    token,
    body: { credentialID, SAD, hash, hashAlgo: SHA256, signAlgo: algo[0] },
  })
  const { publicKey } = new X509Certificate(Buffer.from(certificates[0]!, 'base64'))
  const signatures = signed.body['signatures'] as string[]
  expect(signatures, JSON.stringify(signed.body)).toHaveLength(TEXTS.length)
  for (const [at, text] of TEXTS.entries()) {
    expect(verify('sha256', Buffer.from(text), publicKey, Buffer.from(signatures[at]!, 'base64'))).toBe(true)
  }
}

/** A code with which the application may see the person's certificates, without the page. */
async function serviceCode(scene: Scene, { id, redirectUri }: Application, username: DemoName): Promise<string> {
  const { call } = scene.people[username]
  const { RequestId } = await call.checkAuthorisation({
    body: { response_type: 'code', client_id: id, redirect_uri: redirectUri, scope: 'service' },
  })
  const body = { grant_type: 'authorization_code', username, password: DEMO_PASSWORD, scope: 'service' } as const
  return (await call.authorisationCode({ body: { ...body, RequestId } })).code
}
