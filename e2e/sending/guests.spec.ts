/** Somebody without an account: from the link in their mail to the signed document. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readEvidenceFile } from '@rubrica/evidence-file'
import { countMessages, makePdf, nextCode, sendDocument, trySigning, type Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { expectAccessible, test } from '../scenes/portal-scene.ts'

interface Mail {
  readonly text: string
  readonly links: readonly string[]
}
const mailsTo = async (scene: Scene, email: string) => {
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${email}`)
  return ((await answer.json()) as { mails: Mail[] }).mails
}

/** The newest that was sent; other mails may have come since. */
const codeTo = async (scene: Scene, email: string) =>
  (await mailsTo(scene, email)).flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? [])[0]!

const newestLink = async (scene: Scene, email: string) =>
  (await mailsTo(scene, email))[0]!.links.find((one) => one.includes('/invitation?'))!

/** Sends a document to somebody whom nobody knows. @returns the link of their mail, and their address */
async function invite(scene: Scene, fileName = 'Lease.pdf', more: object = {}, others: { userId: string }[] = []) {
  const email = `g${crypto.randomUUID().slice(0, 8)}@elsewhere.test`
  const { guid, signers } = await sendDocument(scene.portal.url, scene.senderToken, {
    document: makePdf(),
    description: {
      fileName,
      senderName: 'Acme',
      signers: [{ guest: { name: 'Gemma Guest', email, language: 'en', ...more } }, ...others],
    },
  })
  await expect.poll(async () => (await mailsTo(scene, email)).length).toBe(1)
  return { email, guid, signers, link: await newestLink(scene, email) }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function open(page: Page, scene: Scene, { email, link }: { email: string; link: string }) {
  await page.goto(link)
  await expect(heading(page, 'Sign without an account')).toBeVisible()
  await page.getByRole('button', { name: 'Send the code by e-mail' }).press('Enter')
  await expect(page.getByText('The code was sent to')).toBeVisible()
  const code = await codeTo(scene, email)
  await page.getByLabel('Code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
}

test('a guest proves the address, reads the document and signs it; the link leaves the address', async ({
  page,
  scene,
}) => {
  const invited = await invite(scene)
  await open(page, scene, invited)
  expect(page.url()).not.toContain('t=')
  await expect(page.getByText('Certificate for your e-mail address').first()).toBeVisible()
  await expect(page.getByText('You choose the certificate when you sign')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign “Lease.pdf”' })
  await expect(dialog).toContainText('E-mail confirmed')
  await expect(dialog).not.toContainText(/advanced/i)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign' }).press('Enter')
  await expect(heading(page, 'You have signed “Lease.pdf”')).toBeVisible()
  const copy = async () => (await mailsTo(scene, invited.email))[0]!.links.find((one) => one.includes('/invitation?'))
  await expect.poll(copy).not.toBe(invited.link)
  await expect.poll(copy).toBeTruthy()
  await page.goto(invited.link)
  await expect(heading(page, 'There is a newer link')).toBeVisible()
  await page.goto((await copy())!)
  await expect(heading(page, 'Your signed document')).toBeVisible()
  await page.getByRole('button', { name: 'Send the code by e-mail' }).press('Enter')
  await expect(page.getByText('The code was sent to')).toBeVisible()
  await page.getByLabel('Code').fill(await codeTo(scene, invited.email))
  await page.keyboard.press('Enter')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await saving).suggestedFilename()).toBe('Lease.pdf')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(heading(page, 'You have your document')).toBeVisible()
})

test('a guest rejects with a reason', async ({ page, scene }) => {
  await open(page, scene, await invite(scene, 'Contract.pdf'))
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The price is wrong')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(heading(page, 'You have rejected “Contract.pdf”')).toBeVisible()
})

async function sign(page: Page) {
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click()
}

const evidence = (page: Page) => page.getByRole('region', { name: 'Keep the evidence' })

/** What the press of a button has the browser save. */
async function saved(page: Page, name: string) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).press('Enter')
  const download = await saving
  return { name: download.suggestedFilename(), ...readEvidenceFile(await readFile(await download.path())) }
}

test('a guest who signed last takes the evidence away, for as long as the visit lasts', async ({ page, scene }) => {
  const invited = await invite(scene)
  await open(page, scene, invited)
  const asked = page.waitForRequest('**/invitation/signature')
  await sign(page)
  const { authorization } = await (await asked).allHeaders()
  await expect(heading(page, 'You have signed “Lease.pdf”')).toBeVisible()
  const { name, manifest, files } = await saved(page, 'Download the evidence')
  expect(name).toBe('Lease.evidence.pdf')
  expect(manifest).toMatchObject({ edition: 'reduced', documentId: invited.guid })
  expect(files.get('personal.json')!.toString()).toContain('Gemma Guest')
  await fetch(`${scene.portal.url}/api/oauth/revoke`, { method: 'POST', headers: { authorization: authorization! } })
  await evidence(page).getByRole('button').click()
  await expect(evidence(page).getByRole('alert')).toContainText('Your session has ended.')
  await expectAccessible(page)
})

test('a guest who rejected takes the evidence away', { tag: '@full' }, async ({ page, scene }) => {
  const invited = await invite(scene, 'Contract.pdf')
  await open(page, scene, invited)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('The price is wrong')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  const { manifest, files } = await saved(page, 'Download the evidence')
  expect(manifest).toMatchObject({ edition: 'reduced', documentId: invited.guid })
  expect(files.get('personal.json')!.toString()).toContain('The price is wrong')
})

test(
  'while others sign a guest is told when there is evidence, and the mail with the copy leads to it',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid, signers, ...invited } = await invite(scene, 'Lease.pdf', {}, [{ userId: 'ana' }])
    await open(page, scene, invited)
    await sign(page)
    await expect(evidence(page)).toContainText('The evidence will be ready once everybody has signed.')
    await expect(evidence(page).getByRole('button')).toHaveCount(0)
    await expectAccessible(page)
    expect(await trySigning(scene.people.ana, signers[1]!.guid)).toBe(204)
    const copy = async () => (await mailsTo(scene, invited.email))[0]!.links.find((one) => one.includes('/invitation?'))
    await expect.poll(copy).not.toBe(invited.link)
    await expect.poll(copy).toBeTruthy()
    await page.goto((await copy())!)
    await page.getByRole('button', { name: 'Send the code by e-mail' }).press('Enter')
    await expect(page.getByText('The code was sent to')).toBeVisible()
    await page.getByLabel('Code').fill(await codeTo(scene, invited.email))
    await page.keyboard.press('Enter')
    const { manifest } = await saved(page, 'Evidence')
    expect(manifest).toMatchObject({ edition: 'reduced', documentId: guid })
  },
)

test('a link that was used says what to do', { tag: '@full' }, async ({ page, scene }) => {
  const invited = await invite(scene)
  await open(page, scene, invited)
  // The session is of that document: it opens no list.
  await page.goto(`${scene.portal.url}/documents`)
  await expect(page).toHaveURL(`${scene.portal.url}/`)
  await page.goto(invited.link)
  await expect(heading(page, 'This link was used already')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
  await page.goto(`${scene.portal.url}/invitation?t=nothing`)
  await expect(heading(page, 'This link leads nowhere')).toBeVisible()
})

test(
  'a link that a later one took the place of says so, and the later one opens the document',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid, ...invited } = await invite(scene)
    const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/reminders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.senderToken}` },
    })
    expect(answer.status).toBe(200)
    await expect.poll(async () => (await mailsTo(scene, invited.email)).length).toBe(2)
    await page.goto(invited.link)
    await expect(heading(page, 'There is a newer link')).toBeVisible()
    await expectAccessible(page)
    await page.goto('about:blank')
    await open(page, scene, { ...invited, link: await newestLink(scene, invited.email) })
  },
)

test('a phone that the sender asks for is confirmed by a text message before the document opens', async ({
  page,
  scene,
}) => {
  const { email, link } = await invite(scene, 'Lease.pdf', { phone: '+34600111222', provesPhone: true })
  await page.goto(link)
  await page.getByRole('button', { name: 'Send the code by e-mail' }).click()
  await expect(page.getByText('The code was sent to')).toBeVisible()
  await page.getByLabel('Code').fill(await codeTo(scene, email))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const texts = await countMessages(scene)
  await page.getByRole('button', { name: 'Send the code by text message' }).click()
  await page.getByLabel('Code').fill(await nextCode(scene, texts))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open the document' }).click()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
})

for (const { title, use } of looksOf(import.meta.filename)) {
  test.describe(`the invitation at ${title}`, () => {
    test.use(use)
    test('is accessible, light and dark, and nothing is cut off', async ({ page, scene }, info) => {
      await page.goto((await invite(scene)).link)
      await expect(heading(page, 'Sign without an account')).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: 'Send the code by e-mail' }).click()
      await expect(page.getByLabel('Code')).toBeVisible()
      await look(page)
      await page.screenshot({ path: info.outputPath('invitation.png') })
    })

    test(
      'ends with the evidence, accessible, light and dark, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }, info) => {
        await open(page, scene, await invite(scene))
        await sign(page)
        await expect(evidence(page).getByRole('button', { name: 'Download the evidence' })).toBeVisible()
        await look(page)
        await page.screenshot({ path: info.outputPath('evidence.png'), fullPage: true })
      },
    )
  })
}
