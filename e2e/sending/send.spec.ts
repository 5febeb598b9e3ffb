/** Sending from the portal: files, the people who sign them, and what they should know. */
import { expect, type Page } from '@playwright/test'
import { makePdf } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, problem, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

const pdf = (name: string, pages = 1) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ text: name, pages })),
})
const chooseFiles = (page: Page, files: ReturnType<typeof pdf>[]) =>
  page.getByLabel(/Choose PDF files/).setInputFiles(files)
const addPerson = async (page: Page, label: string, text: string) => {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await expect(page.getByRole('listbox', { name: label }).getByRole('option')).toHaveCount(1)
  await field.press('Enter')
}
const addSigner = (page: Page, text: string) => addPerson(page, 'Add somebody who signs', text)
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send', exact: true })

test('three files go to people in two stages with an approver, and stand in the list of what was sent', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: SENDER, path: '/sent' })
  await page.getByRole('main').getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Send' })).toBeVisible()
  await chooseFiles(page, [pdf('First file.pdf', 2), pdf('Second.pdf'), pdf('Third file.pdf')])
  await expect(page.getByText('2 pages')).toBeVisible()
  await expect(page.getByText('1 page', { exact: true })).toHaveCount(2)
  await page.getByLabel('Name of the document').nth(1).fill('Renamed.pdf')
  await addSigner(page, 'ana')
  await addSigner(page, 'carla')
  await page.getByLabel(/^When Carla/).selectOption({ label: 'Stage 2' })
  await page.getByText(/^More for Carla/).click()
  await addPerson(page, 'Add somebody who approves first', 'biel')
  await page.getByLabel('Message', { exact: true }).fill('Before Friday, please')
  await send(page).click()
  await expect(page.getByRole('status').filter({ hasText: '3 documents were sent' })).toBeVisible()
  await expect(page).toHaveURL(/\/sent$/)
  for (const name of ['First file.pdf', 'Renamed.pdf', 'Third file.pdf'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See Renamed.pdf' }).click()
  await expect(page.getByText('Before Friday, please').first()).toBeVisible()
})

test('what is missing is said at once, each with a way to it', { tag: '@full' }, async ({ page, scene }) => {
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await send(page).click()
  const findings = page.getByRole('alert').getByRole('listitem')
  await expect(findings).toHaveText(['Choose at least one file.', 'Add at least one person who signs.'])
  await findings.getByText('Add at least one person').click()
  await expect(page.getByRole('heading', { name: 'People' })).toBeFocused()
})

test(
  'a file that cannot be sent is refused before anybody is chosen; one whose upload broke off is tried again',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openAs(page, scene, { name: SENDER, path: '/send' })
    await chooseFiles(page, [{ ...pdf('Broken.pdf'), buffer: Buffer.from('no pdf at all') }])
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Broken.pdf' }).click()
    await page.route('**/api/v1/files*', (route) => route.fulfill(problem(503, 'TEMPORARILY_UNAVAILABLE')), {
      times: 1,
    })
    await chooseFiles(page, [pdf('Later.pdf')])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('1 page', { exact: true })).toBeVisible()
  },
)

test('whoever leaves with something that could not be saved is asked', async ({ page, scene }) => {
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await page.route('**/api/v1/drafts', (route) => route.abort())
  await chooseFiles(page, [pdf('Kept.pdf')])
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Sent', exact: true }).click()
  const asking = page.getByRole('dialog', { name: 'Leave without saving?' })
  await asking.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Name of the document')).toHaveValue('Kept.pdf')
})

test('whoever chooses a file that was sent before is told so, with a way to that document', async ({ page, scene }) => {
  const first = pdf('Sent twice.pdf')
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await chooseFiles(page, [pdf('Sent never.pdf')])
  await expect(page.getByText('1 page', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Sent never.pdf' }).click()
  await chooseFiles(page, [first])
  await expect(page.getByText('1 page', { exact: true })).toBeVisible()
  await addSigner(page, 'ana')
  await send(page).click()
  await expect(page).toHaveURL(/\/sent$/)
  await page.getByRole('main').getByRole('link', { name: 'Send', exact: true }).click()
  await chooseFiles(page, [pdf('New.pdf'), { ...first, name: 'Other name.pdf' }])
  const notices = page.getByText(/This same file was sent on/)
  await expect(notices).toHaveCount(1)
  await look(page)
  // Whoever goes there earlier is asked whether to leave.
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  await notices.getByRole('link', { name: 'Sent twice.pdf' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sent twice.pdf' })).toBeVisible()
})

test('a person without a role is told that they do not send', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'carla', path: '/send' })
  await expect(page.getByRole('heading', { level: 1, name: 'You do not send documents' })).toBeVisible()
})

for (const { width, language, use } of looksOf(import.meta.filename)) {
  test.describe(`${width} px in ${language}`, () => {
    test.use(use)
    test(
      'the page is accessible, empty and with all in it, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        await openAs(page, scene, { name: SENDER, path: '/send', language })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await look(page)
        await page.locator('input[type=file]').setInputFiles([pdf('A rather long name of a document to be signed.pdf')])
        await page.getByRole('combobox').first().fill('ana')
        await expect(page.getByRole('option')).toHaveCount(1)
        // What is half under the header when the page is scrolled is no small target.
        await page.evaluate('scrollTo(0, 0)')
        await look(page)
        await page.getByRole('combobox').first().press('Enter')
        await page.locator('summary').last().click()
        await look(page)
      },
    )
  })
}
