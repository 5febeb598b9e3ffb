/** What a phone shows before the application is there, and how the application takes it over. */
import { expect, type Page } from '@playwright/test'
import { makePdf } from '@rubrica/testing'
import { openAs, PHONE, test } from '../scenes/portal-scene.ts'

const EARLY = '#early-view'
/** What the rows of the list call their documents by. */
const NAMES = 'table tbody tr a[href] > span:nth-child(2) > span:first-child'

/** Keeps the application away until it is let in. */
async function holdApplication(page: Page): Promise<() => void> {
  let letIn = () => {}
  const gate = new Promise<void>((open) => (letIn = open))
  await page.route(/\/assets\/foundation-.*\.js/, async (route) => {
    await gate
    await route.continue()
  })
  return letIn
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const boxesOf = (page: Page, selector: string) =>
  page.evaluate<Box[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => element.getBoundingClientRect().toJSON())`,
  )

/** At most a fraction of a pixel apart: nobody sees it move. */
function expectSamePlace(after: Box | undefined, before: Box | undefined, sides: readonly (keyof Box)[]): void {
  for (const side of sides) expect(Math.abs(after![side] - before![side]), side).toBeLessThan(1)
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, hasTouch: true, isMobile: true })

  for (const folded of ['no', 'yes']) {
    test(`the first page stands where the viewer will show it, before the application is there (folded bar: ${folded})`, async ({
      page,
      scene,
    }) => {
      const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 2 }) })
      await page.addInitScript(`localStorage.setItem('viewer.headerFolded', '${folded}')`)
      const letIn = await holdApplication(page)
      await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
      await expect(page.locator(`${EARLY} img`)).toBeInViewport()
      await expect(page.locator('[data-page]')).toHaveCount(0)
      const [before] = await boxesOf(page, `${EARLY} img`)
      letIn()
      await expect(page.locator('[data-page="1"] img')).toBeVisible()
      await expect(page.locator(EARLY)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
      const [after] = await boxesOf(page, '[data-page="1"]')
      expectSamePlace(after, before, ['x', 'y', 'width', 'height'])
    })
  }

  test('the first rows stand where the list will show them, before the application is there', async ({
    page,
    scene,
  }) => {
    const letIn = await holdApplication(page)
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    const early = page.locator(`${EARLY} .name`)
    await expect(early.first()).toBeInViewport()
    // Until its font is there, a name may take a line more.
    await page.evaluate('document.fonts.ready.then(() => null)')
    const names = await early.allTextContents()
    const before = await boxesOf(page, `${EARLY} .name`)
    expect(before.length).toBeGreaterThan(4)
    letIn()
    const rows = page.locator(`${NAMES} > bdi`)
    await expect(rows.first()).toBeVisible()
    await expect(page.locator(EARLY)).toHaveCount(0)
    const after = await boxesOf(page, NAMES)
    expect((await rows.allTextContents()).slice(0, names.length)).toEqual(names)
    before.forEach((box, row) => expectSamePlace(after[row], box, ['x', 'y', 'height']))
  })

  test('what cannot be opened says so, and nothing stands over it', async ({ page, scene }) => {
    const letIn = await holdApplication(page)
    await openAs(page, scene, { name: 'ana', path: '/documents/00000000-0000-4000-8000-000000000000' })
    letIn()
    await expect(page.getByRole('heading', { name: 'This document cannot be opened' })).toBeVisible()
    await expect(page.locator(EARLY)).toHaveCount(0)
  })
})

test('a wide window shows nothing early: there a rail may stand beside the pages', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 1 }) })
  const letIn = await holdApplication(page)
  const answered = page.waitForResponse(/\/documentrendered\//)
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await (await answered).finished()
  await expect(page.locator(EARLY)).toHaveCount(0)
  letIn()
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
})

test('where a policy that somebody added forbids the script in the page, the application starts all the same', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 1 }) })
  await page.route('**/documents/*', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': "default-src 'self'; img-src 'self' blob:" }
    await route.fulfill({ response, headers })
  })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
})
