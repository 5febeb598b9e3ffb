import { expect, type Page } from '@playwright/test'
import { addedDays, expectRows, LIST, openAs, test } from '../scenes/portal-scene.ts'

const search = (page: Page) => page.getByRole('textbox', { name: 'Search by file name' })
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in use' }).getByRole('listitem')
const pending = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first()

// The other tests of this worker read in English.
test.afterEach(({ scene }) => scene.people.ana.call.updateUser({ body: { language: 'en' } }))

test('the whole state of the list is in the address: a reload, Back and a shared link show the same', async ({
  page,
  context,
  scene,
}) => {
  for (let i = 0; i < 7; i++) {
    await scene.send({ signers: ['ana'], description: { fileName: `Shared ${i}.pdf`, tags: ['123'] } })
  }
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expectRows(page)
  await search(page).fill('Shared')
  await search(page).press('Enter')
  await expect(page.getByText('7 documents match')).toBeVisible()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('5')
  await page.getByRole('columnheader', { name: 'Sent' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('link', { name: /^See Shared/ })).toHaveCount(2)
  const address = page.url()
  expect(address).toMatch(/page=2/)
  expect(address).toMatch(/name=Shared/)
  await page.reload()
  await expect(page.getByRole('link', { name: /^See Shared/ })).toHaveCount(2)
  await expect(search(page)).toHaveValue('Shared')

  const other = await context.newPage()
  await openAs(other, scene, { name: 'ana', path: address.slice(scene.portal.url.length) })
  await expect(other.getByRole('link', { name: /^See Shared/ })).toHaveCount(2)
  await expect(other.getByRole('columnheader', { name: 'Sent' })).toHaveAttribute('aria-sort', 'descending')

  for (let i = 0; i < 4; i++) await page.goBack()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(chips(page)).toHaveCount(0)
  await expect(page.getByText(/waiting for your signature/)).toBeVisible()
  await page.goForward()
  await expect(chips(page)).toHaveCount(1)
})

test('a bare address takes the filters of the session, and one that says anything wins over them', async ({
  page,
  scene,
}) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Kept one.pdf' } })
  await scene.send({ signers: ['ana'], description: { fileName: 'Kept two.pdf', tags: ['kept'] } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Kept&size=30' })
  await expect(page.getByText('2 documents match')).toBeVisible()
  await pending(page).click()
  await expect(page).toHaveURL(/name=Kept/)
  await page.goto(`${scene.portal.url}/documents`)
  await expect(page).toHaveURL(/size=30/)
  await expect(page.getByText('2 documents match')).toBeVisible()
  // What goes without saying was said all the same.
  await page.goto(`${scene.portal.url}/documents?size=10`)
  await expectRows(page)
  await expect(page.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('10')
  await expect(chips(page)).toHaveCount(0)
  await page.goto(`${scene.portal.url}/documents?tag=kept`)
  await expect(page.getByText('1 document matches')).toBeVisible()
  await expect(chips(page)).toHaveText(['Tagkept'])
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(chips(page)).toHaveCount(0)
  await page.goto(`${scene.portal.url}/documents`)
  await expectRows(page)
  await expect(chips(page)).toHaveCount(0)
})

test('what makes no sense in an address is left out: dates outside the window or reversed, unknown fields', async ({
  page,
  scene,
}) => {
  const asked = page.waitForRequest(LIST)
  const path = `/documents?from=${addedDays(-66)}&to=${addedDays(1)}&sort=DocGUI&page=-1&certificate=x&size=7&foo=1`
  await openAs(page, scene, { name: 'ana', path })
  const query = Object.fromEntries(new URL((await asked).url()).searchParams)
  expect(query).toMatchObject({ PageNumber: '1', PageSize: '10', OrderBy: 'FileName' })
  expect(Object.keys(query)).toEqual(expect.not.arrayContaining(['From', 'To', 'CertificateGuid']))
  await expectRows(page)
  await page.goto(`${scene.portal.url}/documents?from=${addedDays(0)}&to=${addedDays(-1)}`)
  await expect(chips(page)).toHaveCount(1)
})

test('a page number beyond the end shows the last page', { tag: '@full' }, async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Beyond.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Beyond&page=900' })
  await expect(page.getByRole('link', { name: 'See Beyond.pdf' })).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
})

test('a single document that a filter leaves does not open by itself', async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Single match.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Single+match' })
  await expect(page.getByText('1 document matches the filters')).toBeVisible()
  await page.getByRole('button', { name: 'Refresh the list' }).click()
  await expect(page.getByRole('link', { name: 'See Single match.pdf' })).toBeVisible()
  await expect(page).toHaveURL(/name=Single/)
})

test('a change of language loads the list anew, with its filters', { tag: '@full' }, async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Language.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Language' })
  await expect(page.getByText('1 document matches')).toBeVisible()
  await page.evaluate('window.before = true')
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(async () => expect(await page.evaluate('window.before')).toBeUndefined()).toPass()
  await expect(page).toHaveURL(/name=Language/)
})
