/** The way of an application that has a person sign: what its browser, the portal and its own server would call. */
import { createHash } from 'node:crypto'
import type { DemoName, Scene } from './open-scene.ts'
import { runCli } from './run-cli.ts'
import { DEMO_PASSWORD, type RunningPortal } from './start-portal.ts'

/** A registered program that may have people sign. */
export interface Application {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

export async function registerApplication(
  { server }: RunningPortal,
  {
    id = 'application',
    redirectUris = ['http://127.0.0.1:9/done'],
    scope = 'csc',
  }: { readonly id?: string; readonly redirectUris?: readonly string[]; readonly scope?: string } = {},
): Promise<Application> {
  const redirects = redirectUris.flatMap((address) => ['--redirect', address])
  const args = ['client', 'add', id, '--subscription', 'Demo', '--scope', scope, ...redirects, '--json']
  const added = await runCli(args, { DATABASE_URL: server.database?.url, DATA_DIR: server.dataDir })
  if (added.code !== 0) throw new Error(`rubrica client add: ${added.stderr}`)
  return { ...(JSON.parse(added.stdout) as { id: string; secret: string }), redirectUri: redirectUris[0]! }
}

/** SHA-256 of a text. */
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export interface AskedSignatures {
  readonly application: Application
  readonly hashes?: readonly Uint8Array[]
  /** Adds to the request of the authorisation page. */
  readonly request?: Readonly<Record<string, unknown>>
}

/** What the page asks the server before it shows anything. */
export function askForSignatures(scene: Scene, { application, hashes = [], request = {} }: AskedSignatures) {
  return scene.people.ana.call.checkAuthorisation({
    body: {
      response_type: 'code',
      client_id: application.id,
      redirect_uri: application.redirectUri,
      ...(hashes.length > 0 && {
        hash: hashes.map((hash) => Buffer.from(hash).toString('base64url')).join(','),
        hashalgo: 'SHA256',
      }),
      ...request,
    },
  })
}

/** What a person does on the page: opens their key with its PIN, and proves who they are once more. */
export async function giveGrant(
  scene: Scene,
  who: DemoName,
  asked: AskedSignatures & { readonly certificateId?: string; readonly code?: string },
): Promise<{ readonly code: string; readonly RedirectUrl: string | null }> {
  const person = scene.people[who]
  const { RequestId, Scope } = await askForSignatures(scene, asked)
  const isService = Scope === 'service'
  const session = isService
    ? undefined
    : await person.call.openCertificateSession({
        params: { guid: asked.certificateId ?? person.certificateId },
        body: { PIN: person.pin, RequestId, ...(asked.code !== undefined && { OTP: asked.code }) },
      })
  return person.call.authorisationCode({
    body: {
      grant_type: 'authorization_code',
      username: who,
      password: DEMO_PASSWORD,
      scope: isService ? 'service' : 'vidmobilecert\\keyvault',
      RequestId,
      ...(session && { SessionId: session.SessionId }),
    },
  })
}

/**
 * Plays the browser and the person from the address that an application sends them to, up to where it gets its answer.
 * @returns the application's address with the code, which is not visited yet
 */
export async function visitAuthorisation(scene: Scene, who: DemoName, address: string): Promise<string> {
  const { headers } = await fetch(address, { redirect: 'manual' })
  const page = new URL(headers.get('location') ?? address)
  const request = Object.fromEntries(page.searchParams)
  if (page.pathname !== '/signhash/cms') return page.href
  const { id, redirectUri } = { id: request['client_id'] ?? '', redirectUri: request['redirect_uri'] ?? '' }
  const { RedirectUrl } = await giveGrant(scene, who, { application: { id, redirectUri, secret: '' }, request })
  return RedirectUrl ?? ''
}

const basicOf = ({ id, secret }: Application) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string
  readonly credentialID?: string
  readonly error?: string
}

/** The application's server exchanges a code. @param fields of the form, besides grant and code. */
export async function exchangeCode(
  scene: Scene,
  application: Application,
  {
    code,
    version = 'v1',
    ...fields
  }: { code: string; version?: 'v1' | 'v2'; redirect_uri?: string; code_verifier?: string },
): Promise<{ readonly status: number; readonly body: TokenAnswer }> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: application.redirectUri, ...fields }
  const answer = await fetch(`${scene.portal.url}/csc/${version}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basicOf(application) },
    body: new URLSearchParams(JSON.parse(JSON.stringify(form)) as Record<string, string>),
  })
  return { status: answer.status, body: (await answer.json()) as TokenAnswer }
}

export interface CscAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** A call of the CSC API. @param path such as `v1/credentials/list` */
export async function callCsc(
  scene: Scene,
  path: string,
  { token, body = {} }: { readonly token?: string; readonly body?: unknown },
): Promise<CscAnswer> {
  const answer = await fetch(`${scene.portal.url}/csc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const { status, headers } = answer
  const text = await answer.text()
  return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}
