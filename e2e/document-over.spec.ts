import { expect, type Page } from '@playwright/test'
import { expectAccessible, openAs, problem, test } from './portal-scene.ts'

const GONE = problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE')

async function expectNoticeThenList(page: Page): Promise<void> {
  const notice = page.getByRole('alertdialog')
  await expect(notice).toContainText('no longer available')
  await expectAccessible(page)
  const list = page.waitForRequest('**/api/pendingsignatures/paginated?*')
  // The notice leaves by itself; nobody presses anything.
  await expect(page).toHaveURL(/\/documents$/)
  await list
  await expect(notice).toHaveCount(0)
}

test('a 409 of the document’s info is told of, and the list is loaded anew', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  await page.route(`**/api/documentinfo/${guid}`, (route) => route.fulfill(GONE))
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expectNoticeThenList(page)
})

test('a 409 of the info that is asked beside a known row is told of too', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'], description: { fileName: '0 first.pdf' } })
  await page.route(`**/api/documentinfo/${guid}`, (route) => route.fulfill(GONE))
  await openAs(page, scene, { name: 'biel', path: '/documents' })
  await page.getByRole('link', { name: 'See 0 first.pdf' }).click()
  await expectNoticeThenList(page)
})

test('a 409 of a page is told of, and the list is loaded anew', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  await page.route(`**/api/documentrendered/${guid}/**`, (route) => route.fulfill(GONE))
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expectNoticeThenList(page)
})

test('a document that was signed is not asked for again while its screen is left', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['carla'], description: { fileName: 'Signed once.pdf' } })
  await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(page.getByRole('table', { name: 'Signers' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.carla.pin)
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  })
  await pin.press('Enter')
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await expect(page.getByText('Signed once.pdf')).toHaveCount(0)
  expect(failed.filter((line) => line.includes(guid))).toEqual([])
})
