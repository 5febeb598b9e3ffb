/** A guest makes an account, and signs with it what waits for their address. */
import { expect, type Page } from '@playwright/test'
import { makePdf, sendDocument, type Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { expectAccessible, test } from '../scenes/portal-scene.ts'

const PASSWORD = 'Guest-of-1-day!'

test.beforeEach(({ scene }) => setSwitch(scene, true))

const setSwitch = async (scene: Scene, isOn: boolean) => {
  await scene.portal.server.database!.query('update subscriptions set allows_guests = true, allows_accounts = $1', [
    isOn,
  ])
}

async function mailsTo(scene: Scene, email: string) {
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${email}`)
  return ((await answer.json()) as { mails: { text: string; links: string[] }[] }).mails
}

const send = (scene: Scene, email: string, fileName: string) =>
  sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: { fileName, senderName: 'Acme', signers: [{ guest: { name: 'Gemma Guest', email, language: 'en' } }] },
  })

/** Sends a document to somebody whom nobody knows. @returns the links of their mails, the newest first */
async function invite(scene: Scene, ...fileNames: string[]) {
  const email = `a${crypto.randomUUID().slice(0, 8)}@elsewhere.test`
  for (const [index, fileName] of fileNames.entries()) {
    await send(scene, email, fileName)
    // One after the other: mails overtake one another.
    await expect.poll(async () => (await mailsTo(scene, email)).length).toBe(index + 1)
  }
  const links = (await mailsTo(scene, email)).map((mail) => mail.links.find((one) => one.includes('/invitation?'))!)
  return { email, links }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const offer = (page: Page) => page.getByRole('region', { name: 'Keep your documents in one place' })

async function open(page: Page, scene: Scene, { email, link }: { email: string; link: string }) {
  await page.goto(link)
  await page.getByRole('button', { name: 'Send the code by e-mail' }).click()
  await expect(page.getByText('The code was sent to')).toBeVisible()
  const [code] = (await mailsTo(scene, email)).flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? [])
  await page.getByLabel('Code').fill(code!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
}

async function sign(page: Page) {
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click()
}

test('a guest who has signed makes an account, and signs with it what waited for the address', async ({
  page,
  scene,
}) => {
  const { email, links } = await invite(scene, 'First.pdf', 'Second.pdf', 'Third.pdf')
  await open(page, scene, { email, link: links.at(-1)! })
  await sign(page)
  await expect(heading(page, 'You have signed “First.pdf”')).toBeVisible()
  await page.getByRole('button', { name: 'Make an account' }).press('Enter')
  await expect(offer(page)).toContainText(email)
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await expect(page.getByRole('button', { name: 'Make the account' })).toBeDisabled()
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat new password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents/)
  // Said for three seconds, which the way there may take; the list of messages keeps it.
  await expect(page.getByText(`Your account is ready. You sign in with ${email}.`).first()).toBeAttached()
  await page.getByRole('link', { name: 'Second.pdf', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
  await expect(page.getByText('Certificate for your e-mail address').first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign “Second.pdf”' })
  await expect(dialog).toContainText('E-mail confirmed')
  await expect(dialog).not.toContainText(/advanced/i)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByRole('link', { name: 'Third.pdf', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Second.pdf', exact: true })).toHaveCount(0)
  await page.goto(`${scene.portal.url}/signed`)
  for (const name of ['First.pdf', 'Second.pdf']) await expect(page.getByText(name).first()).toBeVisible()
  await page.goto(`${scene.portal.url}/profile`)
  await expect(page.getByLabel('E-mail')).toHaveAttribute('readonly')
  await expect(page.getByText('none-')).toHaveCount(0)
  await expectAccessible(page)
})

test('a guest whose account was made in another tab is led to it, and none is offered where none may be made', async ({
  page,
  scene,
  context,
}) => {
  const { email, links } = await invite(scene, 'One.pdf', 'Two.pdf')
  const other = await context.newPage()
  await open(page, scene, { email, link: links[0]! })
  await open(other, scene, { email, link: links[1]! })
  for (const one of [page, other]) {
    await sign(one)
    await one.getByRole('button', { name: 'Make an account' }).click()
    await one.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await one.getByLabel('Repeat new password').fill(PASSWORD)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documents/)
  await other.getByRole('button', { name: 'Make the account' }).click()
  await expect(other.getByRole('region', { name: 'You have an account' })).toContainText(email)
  await expectAccessible(other)
  await other.getByRole('link', { name: 'Go to sign in' }).click()
  await setSwitch(scene, false)
  const third = await invite(scene, 'Alone.pdf')
  await open(other, scene, { email: third.email, link: third.links[0]! })
  await sign(other)
  await expect(heading(other, 'You have signed “Alone.pdf”')).toBeVisible()
  await expect(offer(other)).toHaveCount(0)
})

for (const { title, use } of looksOf(import.meta.filename)) {
  test.describe(`the account of a guest at ${title}`, () => {
    test.use(use)
    test('is accessible, light and dark, and nothing is cut off', async ({ page, scene }, info) => {
      const { email, links } = await invite(scene, 'Lease.pdf')
      await open(page, scene, { email, link: links[0]! })
      await sign(page)
      await expect(offer(page)).toBeVisible()
      await look(page)
      await page.screenshot({ path: info.outputPath('offer.png'), fullPage: true })
      await page.getByRole('button', { name: 'Make an account' }).click()
      await page.getByLabel('New password', { exact: true }).fill('short')
      await look(page)
      await page.screenshot({ path: info.outputPath('form.png'), fullPage: true })
    })
  })
}
