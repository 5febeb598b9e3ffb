import { expect, type Page } from '@playwright/test'
import { openAs, problem, test } from '../scenes/portal-scene.ts'

const GONE = problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE')

/** Opens a document that is over, and expects to be told and led to a list that is loaded anew. */
async function expectNoticeThenList(page: Page, open: () => Promise<void>): Promise<void> {
  let lists = 0
  page.on('request', (request) => {
    if (request.url().includes('/pendingsignatures/paginated?')) lists++
  })
  await open()
  const notice = page.getByRole('alertdialog')
  await expect(notice).toContainText('no longer available')
  const before = lists
  // The notice leaves by itself; nobody presses anything.
  await expect(page).toHaveURL(/\/documents$/)
  await expect.poll(() => lists).toBeGreaterThan(before)
  await expect(notice).toHaveCount(0)
}

test('a 409 of the document’s info is told of, and the list is loaded anew', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  await page.route(`**/api/documentinfo/${guid}`, (route) => route.fulfill(GONE))
  await expectNoticeThenList(page, () => openAs(page, scene, { name: 'biel', path: `/documents/${guid}` }))
})

test('a 409 of the info that is asked beside a known row is told of too', { tag: '@full' }, async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'], description: { fileName: '0 first.pdf' } })
  await page.route(`**/api/documentinfo/${guid}`, (route) => route.fulfill(GONE))
  await expectNoticeThenList(page, async () => {
    await openAs(page, scene, { name: 'biel', path: '/documents' })
    await page.getByRole('link', { name: 'See 0 first.pdf' }).click()
  })
})

test('a 409 of a page is told of, and the list is loaded anew', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  await page.route(`**/api/documentrendered/${guid}/**`, (route) => route.fulfill(GONE))
  await expectNoticeThenList(page, () => openAs(page, scene, { name: 'biel', path: `/documents/${guid}` }))
})

test(
  'a document that was signed is not asked for again while its screen is left',
  { tag: '@full' },
  async ({ page, scene }) => {
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
    await expect(page.getByRole('link', { name: 'See Signed once.pdf' })).toHaveCount(0)
    expect(failed.filter((line) => line.includes(guid))).toEqual([])
  },
)

test(
  'a page that comes while the document is being signed does not say that it is over',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['carla'] })
    await page.setViewportSize({ width: 500, height: 900 })
    await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
    await expect(page.locator('[data-page="1"] img')).toBeVisible()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
    await pin.fill(scene.people.carla.pin)
    await page.route(`**/api/documentrendered/${guid}/**`, (route) => route.fulfill(GONE))
    const refused = page.waitForResponse(`**/api/documentrendered/${guid}/**`)
    // Another width asks for other images.
    await page.setViewportSize({ width: 1440, height: 900 })
    await (await refused).finished()
    await pin.press('Enter')
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  },
)
