import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, logIn, runCli, type DemoName, type Scene } from '@rubrica/testing'

/** Where another application sends people from, in these tests. */
export const OUTSIDE = 'https://erp.example.org/done?case=a%20b'

/** What the session keeps of somebody whom another application sent. */
export const FROM_OUTSIDE = { userToken: 'true', urlReturn: OUTSIDE, AccessMethod: 'SSO' }

interface Entry {
  readonly name: DemoName
  readonly path: string
  /** More of what the session keeps. */
  readonly session?: Readonly<Record<string, string>>
}

/**
 * Opens a screen as a demo person with a session of its own: what these tests end or renew must not be what others work
 * with. @returns its token
 */
export async function enterAs(page: Page, scene: Scene, { name, path, session = {} }: Entry): Promise<string> {
  const { token } = await logIn(scene.portal.url, { userId: name, password: DEMO_PASSWORD })
  const kept = { oauthTokenB64: token, user: name, AccessMethod: 'USER_PASS', environment: 'PRO', ...session }
  // A page of the same origin that runs nothing.
  await page.goto(`${scene.portal.url}/config.json`)
  await page.evaluate(`localStorage.setItem('lang', 'en')
    for (const [key, value] of Object.entries(${JSON.stringify(kept)})) sessionStorage.setItem(key, value)`)
  await page.goto(scene.portal.url + path)
  return token
}

export async function logOutBy(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

/** What the server says to a token: 200 while it is somebody's. */
export async function statusOf(scene: Scene, token: string): Promise<number> {
  const answer = await fetch(`${scene.portal.url}/api/vidmobileuser/`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.status
}

/** The other application, which the network of the tests has not. */
export const answerOutside = (page: Page): Promise<unknown> =>
  page.route('https://erp.example.org/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Back' }))

let people = 0

/** A person whom only one test knows. */
export interface NewPerson {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly password: string
}

async function rubrica(scene: Scene, args: readonly string[]): Promise<void> {
  const { database, dataDir } = scene.portal.server
  const env = { DATABASE_URL: database?.url, DATA_DIR: dataDir, RUBRICA_PASSWORD: DEMO_PASSWORD }
  const { code, stderr } = await runCli(args, env)
  if (code !== 0) throw new Error(`rubrica ${args.join(' ')}: ${stderr}`)
}

/** Adds somebody to the portal. */
export async function addPerson(scene: Scene, { mustChange = false } = {}): Promise<NewPerson> {
  const userId = `person${(people += 1)}.${Date.now()}`
  const [name, email] = ['Júlia Ferrer', `${userId}@sandbox.example`]
  await rubrica(scene, ['user', 'add', userId, '--name', name, '--legal-id', userId, '--email', email])
  if (mustChange) await rubrica(scene, ['user', 'password', userId, '--must-change'])
  return { userId, name, email, password: DEMO_PASSWORD }
}

/** Logs in by the form of the page. */
export async function logInBy(page: Page, person: { userId: string; password: string }): Promise<void> {
  await page.getByLabel('User', { exact: true }).fill(person.userId)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** Waits for the link of the mail that a person gets. */
export async function linkInMail(scene: Scene, { email }: { email: string }, before = 0): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { links: string[] }[] }
    expect(mails.length).toBeGreaterThan(before)
    link = mails[0]!.links.find((address) => address.includes('/recovery?t='))
    expect(link).toBeDefined()
  }).toPass()
  return link!
}

/** Has the recovery mail sent, as the dialog of the log-in does. */
export async function askForMail(scene: Scene, { userId }: { userId: string }): Promise<void> {
  const { call } = scene.people.ana
  const { access_token: token } = await call.token({
    body: { grant_type: 'password', username: userId, password: '', scope: 'vidmobileuser\\recoverpass' },
  })
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
  const authorization = `Bearer ${token}`
  await call.recoverPassword({ params: { id: sub }, body: { language: 'en' }, headers: { authorization } })
}
