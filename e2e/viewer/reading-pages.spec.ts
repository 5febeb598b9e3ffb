import { expect, type Page } from '@playwright/test'
import { makePdf } from '@rubrica/testing'
import { expectAccessible, openAs, PHONE, problem, sessionOf, test } from '../scenes/portal-scene.ts'

const desk = (page: Page) => page.getByRole('main')
const images = (page: Page) => desk(page).getByRole('img')
const image = (page: Page, number: number, total: number) =>
  page.getByRole('img', { name: `Page ${number} of ${total} of the document` })

test('of 500 pages three images at most are in the page, wherever one is', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 500 }) })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expect(image(page, 1, 500)).toBeVisible()
  expect(await images(page).count()).toBeLessThanOrEqual(3)
  const box = page.getByRole('textbox', { name: 'Go to page' })
  for (const number of [250, 251, 500]) {
    await box.fill(String(number))
    await box.press('Enter')
    await expect(image(page, number, 500)).toBeInViewport()
    expect(await images(page).count()).toBeLessThanOrEqual(3)
  }
  // The place is kept a moment after the last movement.
  await expect.poll(async () => (await sessionOf(page)).documentPageMap).toContain('"page":500,')
  await page.reload()
  await expect(image(page, 500, 500)).toBeInViewport()
})

test(
  'a page that cannot be shown says why, can be tried again and the file saved, while the others are there',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 3 }) })
    const refused = problem(422, 'PAGE_NOT_RENDERABLE')
    await page.route(`**/api/documentrendered/${guid}/remote/pages/2?*`, (route) => route.fulfill(refused), {
      times: 1,
    })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await expect(image(page, 1, 3)).toBeVisible()
    const failure = desk(page).getByRole('alert')
    await expect(failure).toContainText('Page 2 could not be shown')
    await expect(failure).toContainText('Download the document to read it')
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await failure.getByRole('button', { name: 'Download instead' }).click()
    await downloading
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(image(page, 2, 3)).toBeVisible()
  },
)

test('the words of a page are there for who cannot see it, and are no reading', async ({ page, scene }) => {
  const pdf = makePdf({ pages: 2, text: 'Clause' })
  const { guid } = await scene.send({ signers: ['biel'], pdf, signer: { readAll: true } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expect(page.getByRole('group', { name: 'Text of page 2' })).toContainText('Clause, page 2')
  await expect(page.getByRole('group', { name: 'Text of page 1' })).toContainText('Clause, page 1')
  await expect(page.getByText('1 of 2 pages viewed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
})

test('thumbnails lead to their page and are no reading, which the unread ones are marked by', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 4 }), signer: { readAll: true } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.getByRole('button', { name: 'Page thumbnails' }).click()
  const rail = page.getByRole('navigation', { name: 'Page thumbnails' })
  await expect(rail.locator('img')).toHaveCount(4)
  await expect(page.getByText('1 of 4 pages viewed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await rail.getByRole('button', { name: 'Go to page 3 (not viewed yet)' }).click()
  await expect(page.getByText('2 of 4 pages viewed', { exact: true })).toBeVisible()
  await expect(rail.getByRole('button', { name: 'Go to page 3', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(rail).toBeVisible()
})

test('unread pages are named, the next one is a press away, and what was read stays read after a reload', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 5 }), signer: { readAll: true } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expect(page.getByText('Not viewed yet: 2–5')).toBeVisible()
  const box = page.getByRole('textbox', { name: 'Go to page' })
  await box.fill('3')
  await box.press('Enter')
  await expect(page.getByText('Not viewed yet: 2, 4–5')).toBeVisible()
  const nextUnread = page.getByRole('button', { name: 'Next unread page' })
  await nextUnread.click()
  await expect(page.getByText('Not viewed yet: 2, 5')).toBeVisible()
  const kept = () =>
    page.evaluate<{ map: number[]; viewed: number[] } | undefined>(
      `JSON.parse(sessionStorage.documentPageMap ?? '{}')['${guid}']`,
    )
  await expect.poll(async () => (await kept())?.viewed).toEqual([1, 3, 4])
  await page.reload()
  await expect(page.getByText('Not viewed yet: 2, 5')).toBeVisible()
  for (const left of ['Not viewed yet: 2', '']) {
    await nextUnread.click()
    if (left) await expect(page.getByText(left, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
  expect((await kept())?.map).toHaveLength(5)
})

test('a server that did not see every page sent says so, and the pages are read again', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 2 }), signer: { readAll: true } })
  await page.route('**/signature/keyvault/**', (route) => route.fulfill(problem(422, 'READ_ALL_PENDING')))
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await page.getByRole('button', { name: 'Next unread page' }).click()
  await sign.click()
  const dialog = page.getByRole('dialog')
  const choice = dialog.getByRole('radio').first()
  const pin = dialog.getByLabel('PIN of the certificate')
  await expect(choice.or(pin)).toBeVisible()
  if (await choice.isVisible()) {
    await choice.check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
  }
  await pin.fill(scene.people.biel.pin)
  const sentAgain = page.waitForResponse(`**/api/documentrendered/${guid}/remote/pages/2?*`)
  await pin.press('Enter')
  await expect(dialog).toContainText('The server has not sent you every page yet')
  await sentAgain
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('1 of 2 pages viewed', { exact: true })).toBeVisible()
  await expect(sign).toBeDisabled()
})

test(
  'pages fit the width or the window, grow, and turn without the file turning',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 2 }) })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    const first = desk(page).locator('[data-page="1"]')
    const size = async () => (await first.boundingBox())!
    await expect(image(page, 1, 2)).toBeVisible()
    // The bar below takes room from the page.
    await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
    const fitted = await size()
    await page.getByRole('button', { name: 'Fit the whole page' }).click()
    // Both at once: the room grows while what stands beside it comes to its size.
    const filled = async () => (await size()).height / (await desk(page).boundingBox())!.height
    await expect.poll(filled).toBeLessThanOrEqual(1)
    expect(await filled()).toBeGreaterThan(0.9)
    // What stands below is folded away, and the page fills the room that this leaves.
    const before = await size()
    await page.getByText('Reason for signing').click()
    await expect.poll(async () => (await size()).height).toBeGreaterThan(before.height)
    await expect.poll(filled).toBeLessThanOrEqual(1)
    await page.getByText('Reason for signing').click()
    await expect.poll(async () => (await size()).height).toBe(before.height)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(filled).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Fit the width' }).click()
    await expect.poll(async () => (await size()).width).toBe(fitted.width)
    await page.getByRole('button', { name: 'Rotate the view' }).click()
    await expect.poll(async () => (await size()).height).toBeLessThan(fitted.width)
    await expect(page.getByText('View rotated by 90 degrees')).toBeAttached()
  },
)

test.describe('on a phone', () => {
  test.use(PHONE)
  test('unread pages and the way to them have room', { tag: '@full' }, async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ pages: 9 }), signer: { readAll: true } })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await expect(page.getByText('1 of 9 pages viewed', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next unread page' }).click()
    await expect(page.getByText('2 of 9 pages viewed', { exact: true })).toBeVisible()
  })
})
