import { expect, type Page } from '@playwright/test'
import {
  addedDays,
  expectAccessible,
  expectNothingClipped,
  expectRows,
  LIST,
  openAs,
  sessionOf,
  test,
} from '../scenes/portal-scene.ts'

const rowOf = (page: Page, fileName: string) => page.getByRole('row').filter({ hasText: fileName })
const links = (page: Page) => page.getByRole('link', { name: /^See / })
const chip = (page: Page, text: string) => page.getByRole('list', { name: 'Filters in use' }).getByText(text)
const openPanel = (page: Page) => page.getByRole('button', { name: /^Filters/ }).click()

test('the search panel can be folded, and the session remembers whether it is', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  const filters = page.getByRole('button', { name: 'Filters' })
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByLabel('Tag', { exact: true })).toHaveCount(0)
  await filters.click()
  await expect(page.getByLabel('Tag', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Tag', { exact: true })).toBeVisible()
  expect((await sessionOf(page)).docsAdvancedPanel).toBe('true')
  await filters.click()
  await page.reload()
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
})

test('a file name is searched for after a pause of 750 ms in typing, in any case, and at once on Enter', async ({
  page,
  scene,
}) => {
  for (const name of ['Filter Übergabe <b>one</b>.pdf', 'Filter two.pdf']) {
    await scene.send({ signers: ['ana'], description: { fileName: name } })
  }
  await page.clock.install()
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expectRows(page)
  const box = page.getByRole('textbox', { name: 'Search by file name' })
  await page.clock.pauseAt(Date.now() + 60_000)
  await box.pressSequentially('FILTER ÜBER')
  await page.clock.runFor(700)
  await expect(page).toHaveURL(/\/documents$/)
  await box.press('g')
  await page.clock.runFor(700)
  await expect(page).toHaveURL(/\/documents$/)
  await page.clock.runFor(50)
  await expect(page).toHaveURL(/name=/)
  await page.clock.resume()
  await expect(links(page)).toHaveCount(1)
  await expect(rowOf(page, 'Filter Übergabe <b>one</b>.pdf')).toHaveCount(1)
  await box.fill('filter t')
  await box.press('Enter')
  await expect(rowOf(page, 'Filter two.pdf')).toHaveCount(1)
  await expect(links(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(box).toHaveValue('')
})

test('a tag is found by a part, in any case and without accents, and Unspecified finds what has none', async ({
  page,
  scene,
}) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Tagged 🚀.pdf', tags: ['Legal', '🚀 Gestió'] } })
  await scene.send({ signers: ['ana'], description: { fileName: 'Tagged not.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Tagged' })
  await expect(links(page)).toHaveCount(2)
  await openPanel(page)
  const tag = page.getByLabel('Tag', { exact: true })
  await tag.fill('LEGAL')
  await tag.press('Enter')
  await expect(links(page)).toHaveCount(1)
  await expect(rowOf(page, 'Tagged 🚀.pdf')).toHaveCount(1)
  await tag.fill('legally')
  await tag.press('Enter')
  await expect(page.getByText('No documents match')).toBeVisible()
  await tag.fill('GESTIO')
  await tag.press('Enter')
  await expect(rowOf(page, 'Tagged 🚀.pdf')).toHaveCount(1)
  await tag.fill('unspecified')
  await tag.press('Enter')
  await expect(page).toHaveURL(/tag=(&|$)/)
  await expect(rowOf(page, 'Tagged not.pdf')).toHaveCount(1)
  await expect(rowOf(page, 'Tagged 🚀.pdf')).toHaveCount(0)
  await expect(tag).toHaveValue('Unspecified')
  await page.reload()
  await expect(chip(page, 'Unspecified')).toBeVisible()
})

test('a sender is found by a part of the name, without accents', async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Sent by one.pdf', senderName: 'Gestoría Puig' } })
  await scene.send({ signers: ['ana'], description: { fileName: 'Sent by two.pdf', senderName: 'Nordwind' } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Sent+by' })
  await openPanel(page)
  await page.getByLabel('Sender', { exact: true }).fill('toria p')
  await page.getByLabel('Sender', { exact: true }).press('Enter')
  await expect(links(page)).toHaveCount(1)
  await expect(rowOf(page, 'Sent by one.pdf')).toHaveCount(1)
})

test('certificates are filtered by only when a document demands one, and the person’s own are offered too', async ({
  page,
  scene,
}) => {
  const { certificateId, legalId, call } = scene.people.biel
  const [own] = await call.certificates({ params: { legalid: legalId } })
  await openAs(page, scene, { name: 'biel', path: '/documents?name=emanding' })
  await openPanel(page)
  await expect(page.getByText('No documents match')).toBeVisible()
  await expect(page.getByLabel('Certificate', { exact: true })).toHaveCount(0)
  await scene.send({
    signers: ['biel'],
    description: { fileName: 'Demanding.pdf' },
    signer: { certificate: certificateId },
  })
  await scene.send({ signers: ['biel'], description: { fileName: 'Not demanding.pdf' } })
  await page.getByRole('button', { name: 'Refresh the list' }).click()
  const certificate = page.getByLabel('Certificate', { exact: true })
  await expect(certificate.getByRole('option')).toHaveText(['All certificates', own!.certalias])
  await certificate.selectOption(own!.certalias)
  await expect(links(page)).toHaveCount(1)
  await expect(rowOf(page, 'Demanding.pdf')).toHaveCount(1)
  await expect(chip(page, own!.certalias)).toBeVisible()
})

test('dates reach from 65 days ago to today, and From is not after To', async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Dated.pdf' } })
  const us = (days: number) => {
    const [year, month, day] = addedDays(days).split('-')
    return `${month}/${day}/${year}`
  }
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Dated' })
  await openPanel(page)
  const from = page.getByLabel('From', { exact: true })
  const to = page.getByLabel('To', { exact: true })
  for (const outside of [us(-66), us(1)]) {
    await from.fill(outside)
    await from.press('Enter')
    await expect(page.getByText(`Choose a day from ${us(-65)} to ${us(0)}`)).toBeVisible()
    await expect(page).not.toHaveURL(/from=/)
  }
  await from.fill('13/13/2026')
  await from.press('Enter')
  await expect(page.getByText('Write the date as mm/dd/yyyy')).toBeVisible()
  await expectAccessible(page)
  await from.fill(us(-65))
  await from.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${addedDays(-65)}`))
  await from.fill(us(0))
  await from.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${addedDays(0)}`))
  await to.fill(us(-1))
  await to.press('Enter')
  await expect(page.getByText(`Choose a day from ${us(0)} to ${us(0)}`)).toBeVisible()
  await to.fill(us(0))
  await to.press('Enter')
  await expect(page).toHaveURL(new RegExp(`to=${addedDays(0)}`))
  // To includes its whole day.
  await expect(rowOf(page, 'Dated.pdf')).toHaveCount(1)
  await expect(chip(page, us(0))).toHaveCount(2)
})

test('a day can be chosen in a calendar by keyboard, and days outside the window cannot', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await openPanel(page)
  await page.getByRole('button', { name: 'To: choose in a calendar' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.locator('[aria-current="date"]')).toBeFocused()
  await expectAccessible(page)
  for (let i = 0; i < 4; i++) await page.keyboard.press('PageUp')
  const earliest = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })
  const first = calendar.getByRole('button', { name: earliest.format(new Date(addedDays(-65))) })
  await expect(first).toBeFocused()
  await expect(calendar.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`to=${addedDays(-64)}`))
})

test('each filter in use is a chip that can be taken away, Clear takes all, and the count is not told as the total', async ({
  page,
  scene,
}) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Chip.pdf', tags: ['chips'], senderName: 'Chipper' } })
  const today = addedDays(0)
  await openAs(page, scene, {
    name: 'ana',
    path: `/documents?name=Chip&tag=chips&sender=Chipper&from=${today}&to=${today}`,
  })
  const chips = page.getByRole('list', { name: 'Filters in use' }).getByRole('listitem')
  await expect(chips).toHaveCount(5)
  await expect(page.getByText('1 document matches the filters')).toBeVisible()
  await expectAccessible(page)
  await expectNothingClipped(page)
  await page.getByRole('button', { name: 'Remove the filter Tag chips' }).click()
  await expect(chips).toHaveCount(4)
  await expect(page).not.toHaveURL(/tag=/)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByText(/waiting for your signature/)).toBeVisible()
})

test('with a filter that nothing passes the list says so and offers to clear it', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/documents?name=no+such+document' })
  await expect(page.getByText('No documents match')).toBeVisible()
  await expect(page.getByText('You have no pending documents')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click()
  await expectRows(page)
})

test(
  'filters are asked of the server under the names of the specification',
  { tag: '@full' },
  async ({ page, scene }) => {
    const asked = page.waitForRequest(LIST)
    const day = addedDays(0)
    const certificate = scene.people.ana.certificateId
    const path = `/documents?name=a&certificate=${certificate}&tag=b&sender=c&from=${day}&to=${day}`
    await openAs(page, scene, { name: 'ana', path })
    const query = Object.fromEntries(new URL((await asked).url()).searchParams)
    expect(query).toMatchObject({
      TimeZone: 'UTC',
      FileName: 'a',
      CertificateGuid: certificate,
      Tag: 'b',
      Sender: 'c',
      From: day,
      To: day,
    })
  },
)

test(
  'emptying the search box drops what was just typed, and leaves the focus in it',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await expectRows(page)
    const box = page.getByRole('textbox', { name: 'Search by file name' })
    await box.pressSequentially('nothing like this')
    await page.getByRole('search').getByRole('button', { name: 'Clear' }).click()
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
    const asked = page.waitForRequest(LIST)
    await box.pressSequentially('Filter')
    expect((await asked).url()).toMatch(/FileName=Filter(&|$)/)
    await page.getByRole('search').getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(page).toHaveURL(/\/documents$/)
    await expect(box).toBeFocused()
  },
)
