/** Somebody whom a program leads to one document: in its page or away from it, and back. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { makePdf, sendDocument, type Scene } from '@rubrica/testing'
import { allowTypes, FLAGS, operate } from '../scenes/allow-types.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { expectAccessible, sessionOf, stayUntilPressed, test } from '../scenes/portal-scene.ts'
import { chooseCertificate } from '../scenes/signing-scene.ts'

const PROGRAM = 'https://scene.example.test'
const RETURN = `${PROGRAM}/done?case=17`

interface Linked {
  readonly guid: string
  readonly signer: string
  readonly url: string
}

async function linkFor(scene: Scene, guid: string, signer: string): Promise<Linked> {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/signing-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ signer, returnUrl: RETURN }),
  })
  expect(answer.status).toBe(201)
  return { guid, signer, url: ((await answer.json()) as { url: string }).url }
}

async function newLink(scene: Scene, fileName = 'Lease.pdf'): Promise<Linked> {
  const sent = await scene.send({ signers: ['ana'], description: { fileName } })
  return linkFor(scene, sent.guid, sent.signers[0]!.guid)
}

/** The page of the program that people come back to. */
async function openProgram(page: Page): Promise<void> {
  await page.addInitScript(`localStorage.setItem('lang', 'en')`)
  await page.route(`${PROGRAM}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The program</h1>' }),
  )
}

/** A program whose page shows a link in a frame, and tells what it hears of it. */
async function serveProgram(
  page: Page,
): Promise<{ origin: string; show: (link: string) => Promise<FrameLocator> } & AsyncDisposable> {
  let framed = ''
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html').end(`<h1>The program</h1><output></output>
      <iframe title="sign" src="${framed}" width="1100" height="700"></iframe>
      <script>addEventListener('message', ({ origin, data }) => {
        document.querySelector('output').textContent += JSON.stringify({ origin, ...data })
      })</script>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // Another site than that of the portal, which is at 127.0.0.1.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  await page.addInitScript(`localStorage.setItem('lang', 'en')`)
  const show = async (link: string) => {
    framed = link
    await page.goto(origin)
    return page.frameLocator('iframe')
  }
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { origin, show, [Symbol.asyncDispose]: close }
}

let isListed = false

async function listOrigin(scene: Scene, origin: string): Promise<void> {
  await operate(scene, ['client', 'set', 'scene', '--frame', origin])
  isListed = origin !== ''
}

const heading = (page: Page | FrameLocator, name: string) => page.getByRole('heading', { level: 1, name })
const signButton = (page: Page | FrameLocator) => page.getByRole('button', { name: 'Sign', exact: true }).first()

async function signWithPin(page: Page | FrameLocator, scene: Scene): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('PIN of the certificate').fill(scene.people.ana.pin)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
}

test.beforeEach(({ scene }) => allowTypes(scene, 'ana', ['KeyVault']))
test.afterEach(async ({ scene }) => {
  await allowTypes(scene, 'ana', FLAGS)
  if (isListed) await listOrigin(scene, '')
})

test('a person signs the one document that a program leads them to, over a reload, and is led back', async ({
  page,
  scene,
}) => {
  const { guid, signer, url } = await newLink(scene)
  const leadOn = await stayUntilPressed(page, '/sign/')
  await openProgram(page)
  await page.goto(url)
  await expect(signButton(page)).toBeEnabled()
  expect(page.url()).not.toContain('#')
  expect(await page.evaluate('JSON.stringify(history.state)')).not.toContain(new URL(url).hash.slice(1))
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(signButton(page)).toBeEnabled()
  // Nothing else of the portal opens in this session.
  await page.goto(`${scene.portal.url}/documents`)
  await expect(signButton(page)).toBeEnabled()
  await signButton(page).click()
  await signWithPin(page, scene)
  await expect(heading(page, 'You have signed “Lease.pdf”')).toBeVisible()
  await expectAccessible(page)
  expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
  await leadOn()
  await page.waitForURL(`${PROGRAM}/**`)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    ...{ case: '17', document: guid, signer },
    event: 'signed',
  })
  await page.goto(url)
  await expect(heading(page, 'This link was used already')).toBeVisible()
})

test('a person signs later, or rejects, and the program is told', async ({ page, scene }) => {
  await openProgram(page)
  await page.goto((await newLink(scene)).url)
  await page.getByRole('button', { name: 'Sign later' }).click()
  await expect(heading(page, 'The document waits for you')).toBeVisible()
  await page.getByRole('button', { name: /^Back to / }).click()
  await page.waitForURL(/event=later/)
  await page.goto((await newLink(scene)).url)
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The price is wrong')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.waitForURL(/event=rejected/)
})

test('a frame of a listed page shows the document and tells that page alone; no other page frames it', async ({
  page,
  scene,
}) => {
  const { guid, signer, url } = await newLink(scene)
  await using program = await serveProgram(page)
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await program.show(url)
  await refused
  await listOrigin(scene, program.origin)
  // A page that may not show it has not used up the link.
  const frame = await program.show(url)
  await expect(signButton(frame)).toBeEnabled()
  await signButton(frame).click()
  await signWithPin(frame, scene)
  await expect(heading(frame, 'You have signed “Lease.pdf”')).toBeVisible()
  const heard = JSON.stringify({
    ...{ origin: new URL(scene.portal.url).origin, type: 'rubrica.signing' },
    ...{ document: guid, signer, event: 'signed' },
  })
  await expect(page.locator('output')).toHaveText(heard)
  expect(new URL(page.url()).origin).toBe(program.origin)
})

test(
  'in a frame, a way that needs an application of the PC opens a window of its own, and the frame follows',
  { tag: '@full' },
  async ({ page, scene }) => {
    await allowTypes(scene, 'ana', ['KeyVault', 'Local'])
    await using program = await serveProgram(page)
    await listOrigin(scene, program.origin)
    const { url } = await newLink(scene)
    const frame = await program.show(url)
    await signButton(frame).click()
    await frame.getByRole('radio', { name: 'Autofirma' }).check()
    await frame.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const opening = page.waitForEvent('popup')
    await frame.getByRole('button', { name: 'Open the window' }).click()
    const own = await opening
    await signButton(own).click()
    await chooseCertificate(own, 'Ana Vidal Serra')
    await signWithPin(own, scene)
    await expect(heading(frame, 'You have signed “Lease.pdf”')).toBeVisible()
    await expect(page.locator('output')).toContainText('"event":"signed"')
    // It has said so by then, too.
    await expect.poll(() => own.isClosed()).toBe(true)
  },
)

/** A link for somebody without an account. */
async function newGuestLink(scene: Scene, email: string): Promise<Linked> {
  const sent = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName: 'Lease.pdf', signers: [{ guest: { name: 'Gemma', email, language: 'en' } }] },
  })
  return linkFor(scene, sent.guid, sent.signers[0]!.guid)
}

async function signAsGuest(page: Page | FrameLocator, scene: Scene, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Send the code by e-mail' }).click()
  await expect(page.getByText('The code was sent to')).toBeVisible()
  const inbox = await (await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${email}`)).json()
  // The newest mail is the first.
  const text = (inbox as { mails: { text: string }[] }).mails.map((mail) => mail.text).join('\n')
  await page.getByLabel('Code').fill(/^\d{6}$/m.exec(text)![0])
  await page.getByRole('button', { name: 'Open the document' }).click()
  await signButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
}

const newAddress = () => `g${crypto.randomUUID().slice(0, 8)}@elsewhere.test`
const allowAccounts = (scene: Scene, isOn: boolean) =>
  scene.portal.server.database!.query('update subscriptions set allows_accounts = $1', [isOn])

test.describe('a guest', () => {
  test.beforeEach(({ scene }) => allowAccounts(scene, true))
  test.afterEach(({ scene }) => allowAccounts(scene, false))

  test('proves their address in the frame too, and signs; no account is offered there', async ({ page, scene }) => {
    await using program = await serveProgram(page)
    await listOrigin(scene, program.origin)
    const email = newAddress()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const frame = await program.show((await newGuestLink(scene, email)).url)
    await signAsGuest(frame, scene, email)
    await expect(page.locator('output')).toContainText('"event":"signed"')
    expect(asked).toContain('/api/invitation/signature')
    expect(asked).not.toContain('/api/invitation/account')
  })

  test(
    'is offered an account in a tab of their own, and led away by itself only where none is',
    { tag: '@full' },
    async ({ page, scene }) => {
      const email = newAddress()
      await page.clock.install()
      await openProgram(page)
      await page.goto((await newGuestLink(scene, email)).url)
      await signAsGuest(page, scene, email)
      const offer = page.getByRole('region', { name: 'Keep your documents in one place' })
      await offer.getByRole('button', { name: 'Make an account' }).click()
      await page.clock.fastForward(10_000)
      await expect(page.getByRole('region', { name: 'Keep the evidence' }).getByRole('button')).toBeVisible()
      await page.getByLabel('New password', { exact: true }).fill('Guest-of-1-day!')
      await page.getByLabel('Repeat new password').fill('Guest-of-1-day!')
      await expect(page.getByRole('button', { name: /^Back to / })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/documents/)
      // Said for three seconds, which the way there may take; the list of messages keeps it.
      await expect(page.getByText(`Your account is ready. You sign in with ${email}.`).first()).toBeAttached()
      await page.goto((await newGuestLink(scene, email)).url)
      const ended = page.waitForRequest('**/oauth/revoke')
      await signAsGuest(page, scene, email)
      await page.waitForURL(`${PROGRAM}/**`)
      await ended
    },
  )
})

for (const { title, use } of looksOf(import.meta.filename)) {
  test.describe(`the page of a link at ${title}`, () => {
    test.use(use)
    test('is accessible, light and dark, and nothing is cut off', { tag: '@full' }, async ({ page, scene }, info) => {
      await openProgram(page)
      const { url } = await newLink(scene)
      await page.goto(url)
      await expect(signButton(page)).toBeEnabled()
      await look(page)
      await page.screenshot({ path: info.outputPath('document.png') })
      await page.goto('about:blank')
      await page.goto(url)
      await expect(heading(page, 'This link was used already')).toBeVisible()
      await look(page)
      await page.screenshot({ path: info.outputPath('used.png') })
      await page.goto(`${scene.portal.url}/sign/${crypto.randomUUID()}`)
      await expect(heading(page, 'This link leads nowhere')).toBeVisible()
      await look(page)
    })
  })
}
