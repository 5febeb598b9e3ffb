/**
 * People log in through Keycloak, by OpenID Connect and by SAML, where our metadata is imported as it is; and whoever
 * gets the user name of somebody who has gone gets in as nobody.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { LoginBrowser, type JsonAnswer } from '../../../apps/api/tests/scenes/login-browser.ts'
import { installMavenArchive } from '../../install-strangers.mjs'
import { openRealm, type Realm } from '../keycloak-realm.ts'
import { expectThat, type Row } from '../row.ts'
import { freePort, startStranger } from '../stranger.ts'

const VERSION = '26.0.8'
const [ADMIN, SECRET, PASSWORD] = ['interop', 'Interop-Client-7', 'Interop-Person-7']
const EMAIL = 'ana@sandbox.example'
const ATTRIBUTES = { emailAttribute: 'urn:oid:0.9.2342.19200300.100.1.3', legalIdAttribute: 'urn:oid:2.5.4.5' }
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

interface Stage {
  readonly scene: Scene
  readonly realm: Realm
}

const unescape = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#x2b;', '+')

/** Fills in the log-in page. @returns what follows it */
async function passLogIn(browser: LoginBrowser, url: URL): ReturnType<LoginBrowser['open']> {
  const { text } = await browser.open(url)
  const action = /<form[^>]*\baction="([^"]+)"/.exec(text)?.[1]
  if (action === undefined) throw new Error(`no log-in page: ${text.slice(0, 1500)}`)
  return browser.open(new URL(unescape(action)), { username: 'ana', password: PASSWORD })
}

async function whoCameIn({ scene }: Stage, { status, body }: JsonAnswer): Promise<string> {
  if (status !== 200) return `${status} ${(body as { Code: string }).Code}`
  const headers = { authorization: `Bearer ${(body as { Token: string }).Token}` }
  const answer = await fetch(`${scene.portal.url}/api/vidmobileuser`, { headers })
  return ((await answer.json()) as { userid: string }).userid
}

/** As one of the providers that are known by name, and as any other. */
const SLOTS = ['google', 'oidc'] as const

async function logInByOidc(stage: Stage, slot: (typeof SLOTS)[number]): Promise<string> {
  const browser = new LoginBrowser(stage.scene.portal.url)
  const { url } = await browser.ask(slot)
  return whoCameIn(stage, await browser.bring((await passLogIn(browser, url)).url))
}

async function logInBySaml(stage: Stage): Promise<string> {
  const portal = stage.scene.portal.url
  const browser = new LoginBrowser(portal)
  const asked = await browser.post('/saml/url', { Email: EMAIL })
  const { text } = await passLogIn(browser, new URL((asked.body as { Url: string }).Url))
  const response = /name="SAMLResponse" value="([^"]+)"/i.exec(text)?.[1]
  if (response === undefined) throw new Error(`no answer to post: ${text.slice(0, 1500)}`)
  const xml = Buffer.from(unescape(response), 'base64').toString()
  expectThat('the format of the NameID', /<saml:NameID[^>]*Format="([^"]+)"/.exec(xml)?.[1], PERSISTENT)
  const body = new URLSearchParams({ SAMLResponse: unescape(response) })
  const posted = await fetch(`${portal}/api/saml/acs`, { method: 'POST', redirect: 'manual', body })
  const back = new URL(posted.headers.get('location') ?? portal).searchParams
  if (back.has('error')) return `401 ${back.get('code')}`
  return whoCameIn(stage, await browser.post('/saml/token', { Ticket: back.get('token') }))
}

/** Two people in turn have the name `ana` there; only the first is known here. */
async function logInAndOut(stage: Stage): Promise<void> {
  const { realm } = stage
  const ana = { username: 'ana', email: EMAIL, password: PASSWORD }
  const first = await realm.addUser({ ...ana, attributes: { serialNumber: ['00000000T'] } })
  for (const time of ['first', 'second']) {
    for (const slot of SLOTS) {
      expectThat(`OpenID Connect (${slot}), the ${time} time`, await logInByOidc(stage, slot), 'ana')
    }
    expectThat(`SAML, the ${time} time`, await logInBySaml(stage), 'ana')
  }
  await realm.removeUser(first)
  await realm.addUser({ ...ana, attributes: {} })
  for (const slot of SLOTS) {
    const other = await logInByOidc(stage, slot)
    expectThat(`OpenID Connect (${slot}), by another person of that name`, other, '401 LOGIN_USER_UNKNOWN')
  }
  expectThat('SAML, by another person of that name', await logInBySaml(stage), '401 LOGIN_USER_UNKNOWN')
}

async function attempt(home: string): Promise<string> {
  await using folder = await makeTemporaryDirectory()
  const [own, port] = [await freePort(), await freePort()]
  const address = `http://127.0.0.1:${own}`
  const listen = ['--http-host=127.0.0.1', `--http-port=${own}`]
  await using server = startStranger([join(home, 'bin/kc.sh'), 'start-dev', '--db=dev-mem', ...listen], {
    env: { KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN, KC_BOOTSTRAP_ADMIN_PASSWORD: PASSWORD, JAVA_OPTS_APPEND: '-Xmx600m' },
  })
  await server.untilServes(`${address}/realms/master`)
  const realm = await openRealm(address, { user: ADMIN, password: PASSWORD, name: 'interop' })
  const portal = `http://127.0.0.1:${port}`
  await realm.addOidcClient({ id: 'rubrica', secret: SECRET, redirect: `${portal}/auth` })
  const providers = join(folder.path, 'saml.json')
  const provider = { name: 'Keycloak', domains: ['sandbox.example'], ...(await realm.samlFacts()), ...ATTRIBUTES }
  await writeFile(providers, JSON.stringify([provider]))
  const google = { GOOGLE_ISSUER: realm.issuer, GOOGLE_CLIENT_ID: 'rubrica', GOOGLE_CLIENT_SECRET: SECRET }
  const oidc = {
    OIDC_NAME: 'Keycloak',
    OIDC_ISSUER: realm.issuer,
    OIDC_CLIENT_ID: 'rubrica',
    OIDC_CLIENT_SECRET: SECRET,
  }
  const env = { PORT: String(port), SAML_PROVIDERS: providers, ...google, ...oidc }
  await using scene = await openScene({ env })
  const metadata = await (await fetch(`${portal}/api/saml/metadata`)).text()
  await realm.importSamlClient(metadata)
  await logInAndOut({ scene, realm })
  return 'OpenID Connect and SAML by our metadata let a person in again and again, and nobody else who gets their user name'
}

export const keycloakRow: Row = {
  name: 'keycloak',
  install: (report) => {
    const artifact = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`
    const place = installMavenArchive({ folder: 'interop/keycloak', artifact, name: 'Keycloak', report })
    return { version: VERSION, attempt: () => attempt(join(place, `keycloak-${VERSION}`)) }
  },
}
