import { expect } from '@playwright/test'
import { makePdf } from '@rubrica/testing'
import { openAs, test } from '../scenes/portal-scene.ts'

const FIRST_PAGE = /\/documentrendered\/[^/]+\/remote\/pages\/1\b/

test('the first page is asked for while the code of the portal is on its way, and not again by the viewer', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 1 }) })
  const asked: string[] = []
  page.on('request', (request) => {
    if (FIRST_PAGE.test(request.url())) asked.push(request.url())
  })
  const comes = page.waitForRequest(FIRST_PAGE)
  await page.route(/\/assets\/foundation-.*\.js/, async (route) => {
    await comes
    await route.continue()
  })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
  expect(asked).toHaveLength(1)
})
