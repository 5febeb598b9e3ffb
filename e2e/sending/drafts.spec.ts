/** Drafts of what is being sent: saved by themselves, found again, safe in two tabs and without a network. */
import { expect, type Page } from '@playwright/test'
import { makePdf, type Scene, sampleOf } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

const pdf = (name: string, pages = 1) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ text: name, pages })),
})
const chooseFiles = (page: Page, files: ReturnType<typeof pdf>[]) =>
  page.getByLabel(/Choose PDF files/).setInputFiles(files)
const addSigner = async (page: Page, text: string) => {
  const label = 'Add somebody who signs'
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await expect(page.getByRole('listbox', { name: label }).getByRole('option')).toHaveCount(1)
  await field.press('Enter')
}
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send', exact: true })
const saved = (page: Page) => expect(page.getByText('Saved as a draft')).toBeVisible()
const message = (page: Page) => page.getByLabel('Message', { exact: true })
const drafts = (page: Page) => page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem')

const CONTENT = {
  files: [{ key: 'a', name: 'A rather long name of a document that is to be signed by many.pdf', size: 9, file: null }],
  signers: ['ana', 'carla'].map((userId) => ({
    ...{ userId, name: `A long name of ${userId}`, mailDomain: 'example.com', canSign: true },
    ...{ stage: 1, reason: '', readAll: false, approvers: [] },
  })),
  ...{ message: 'Before Friday', deadline: null, tags: '', isVisible: true },
}

/** What earlier tests left is nothing to this one. */
async function forget(scene: Scene) {
  const { call } = scene.people[SENDER]
  const { data } = await call.drafts({})
  for (const { id } of data) await call.deleteDraft({ params: { draftId: id }, headers: { 'if-match': '*' } })
}

test.beforeEach(({ scene }) => forget(scene))

async function begin(page: Page, scene: Scene, text: string) {
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await chooseFiles(page, [pdf(`${text}.pdf`)])
  await expect(page.getByText('1 page', { exact: true })).toBeVisible()
  await addSigner(page, 'ana')
  await message(page).fill(text)
  await saved(page)
  await expect(page).toHaveURL(/draft=/)
}

test('a reload in the middle loses nothing, and nobody is asked', async ({ page, scene }) => {
  await begin(page, scene, 'Reloaded')
  await page.reload()
  await expect(page.getByLabel('Name of the document')).toHaveValue('Reloaded.pdf')
  await expect(page.getByText('1 page', { exact: true })).toBeVisible()
  await expect(message(page)).toHaveValue('Reloaded')
  await expect(page.getByRole('button', { name: 'Remove Ana Vidal Serra' })).toBeVisible()
  await send(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'The document was sent' })).toBeVisible()
  await page.goto(`${scene.portal.url}/send`)
  await expect(page.getByRole('heading', { level: 1, name: 'Send' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Not sent yet' })).toHaveCount(0)
})

test('whoever leaves finds the draft on Send again, with title and people, and goes on with it', async ({
  page,
  scene,
}) => {
  await begin(page, scene, 'Later')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sent', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sent' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Send', exact: true }).click()
  await expect(drafts(page)).toHaveText([/Later\.pdf.*Ana Vidal Serra.*changed/])
  await drafts(page).getByRole('link', { name: 'Continue with Later.pdf' }).click()
  await expect(message(page)).toHaveValue('Later')
})

test('a draft is discarded after a question', { tag: '@full' }, async ({ page, scene }) => {
  await begin(page, scene, 'Discarded')
  await page.goto(`${scene.portal.url}/send`)
  await drafts(page).getByRole('button', { name: 'Discard Discarded.pdf' }).click()
  const asking = page.getByRole('dialog', { name: 'Discard Discarded.pdf?' })
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(drafts(page)).toHaveCount(1)
  await drafts(page).getByRole('button', { name: 'Discard Discarded.pdf' }).click()
  await asking.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(drafts(page)).toHaveCount(0)
})

for (const [choice, shown] of sampleOf(
  [
    ['Use the other version', 'Other tab'],
    ['Keep mine as a new draft', 'This tab'],
    ['Replace it with mine', 'This tab'],
  ] as const,
  3,
)) {
  test(`of two tabs the later one chooses: ${choice}`, async ({ page, scene }) => {
    await begin(page, scene, 'Two tabs')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect(message(other)).toHaveValue('Two tabs')
    const changed = other.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await message(other).fill('Other tab')
    await changed
    await message(page).fill('This tab')
    const asking = page.getByRole('dialog', { name: 'Changed in another tab' })
    await expect(asking.getByText('Changed there')).toBeVisible()
    await expect(asking.getByText('Changed here')).toBeVisible()
    await asking.getByRole('button', { name: choice }).click()
    await expect(asking).toBeHidden()
    await expect(message(page)).toHaveValue(shown)
    await saved(page)
    await page.goto(`${scene.portal.url}/send`)
    await expect(drafts(page)).toHaveCount(choice === 'Keep mine as a new draft' ? 2 : 1)
  })
}

test('a draft that another tab has sent is not brought back by itself', { tag: '@full' }, async ({ page, scene }) => {
  await begin(page, scene, 'Sent elsewhere')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await send(other).click()
  await expect(other).toHaveURL(/\/sent/)
  await message(page).fill('Still here')
  const gone = page.getByRole('dialog', { name: 'This draft is gone' })
  await gone.getByRole('button', { name: 'Keep mine as a new draft' }).click()
  await saved(page)
  await page.reload()
  await expect(message(page)).toHaveValue('Still here')
  await expect(page.getByText('This file was not fully uploaded')).toBeVisible()
})

test('without a network it says so, loses nothing, and saves when the network is back', async ({ page, scene }) => {
  await begin(page, scene, 'Offline')
  await page.route('**/api/v1/drafts/**', (route) => route.abort())
  await message(page).fill('Written without a network')
  await expect(page.getByText('Not saved, trying again')).toBeVisible()
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sent', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click()
  await page.unroute('**/api/v1/drafts/**')
  await page.evaluate(`dispatchEvent(new Event('online'))`)
  await saved(page)
  await page.reload()
  await expect(message(page)).toHaveValue('Written without a network')
})

test(
  'a file that was still on its way at the reload is named, and chosen again in its place',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openAs(page, scene, { name: SENDER, path: '/send' })
    await page.route('**/api/v1/files*', () => undefined)
    await chooseFiles(page, [pdf('On its way.pdf')])
    await saved(page)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${scene.portal.url}/send`)
    const link = drafts(page).getByRole('link', { name: 'Continue with On its way.pdf' })
    await expect(link).toBeVisible()
    // Before that the upload would go on.
    await page.unroute('**/api/v1/files*')
    await link.click()
    await expect(page.getByText('This file was not fully uploaded')).toBeVisible()
    await send(page).click()
    await expect(page.getByText(/ has to be chosen again\.$/)).toBeVisible()
    await page.getByLabel('Choose On its way.pdf again').setInputFiles(pdf('Another name.pdf', 2))
    await expect(page.getByText('2 pages')).toBeVisible()
    await expect(page.getByLabel('Name of the document')).toHaveValue('On its way.pdf')
  },
)

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)
    test(
      'the list of drafts and the question of two tabs are accessible, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        const { call } = scene.people[SENDER]
        const { id, version, content } = await call.createDraft({ body: { content: CONTENT } })
        await openAs(page, scene, { name: SENDER, path: '/send', language })
        await expect(page.locator('#send-drafts')).toBeVisible()
        await look(page)
        await page.goto(`${scene.portal.url}/send?draft=${id}`)
        await expect(page.locator('[aria-labelledby="send-options"] textarea')).toHaveValue(CONTENT.message)
        await look(page)
        const headers = { 'if-match': `"v${version}"` }
        await call.changeDraft({
          params: { draftId: id },
          headers,
          body: { content: { ...content, message: 'Other' } },
        })
        await page.locator('[aria-labelledby="send-options"] textarea').fill('Mine')
        await expect(page.getByRole('dialog')).toBeVisible()
        await look(page)
      },
    )
  })
}
