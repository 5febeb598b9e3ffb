import { expect } from '@playwright/test'
import {
  APPROVER,
  approvalsLink,
  approveAndConfirm,
  askForApprovals,
  numbered,
  SEARCH,
  select,
} from '../scenes/approvals-scene.ts'
import { expectRows, openAs, problem, sessionOf, test } from '../scenes/portal-scene.ts'

test('the link to the approvals shows while one is pending, goes with the last, and the session keeps it', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, numbered(2))
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/searches/')) asked += 1
  })
  await openAs(page, scene, { name: APPROVER, path: '/certificates' })
  await expect(approvalsLink(page)).toHaveAccessibleName('Approvals 2 waiting')
  await expect.poll(async () => (await sessionOf(page)).showApprovals).toBe('true')
  await page.getByRole('navigation').getByRole('link', { name: 'Pending documents' }).click()
  await expect(page).toHaveURL(/\/documents/)
  expect(asked).toBe(1)
  await approvalsLink(page).click()
  await select(page, 'Order 01.pdf', 'Order 02.pdf')
  await approveAndConfirm(page)
  await expect(approvalsLink(page)).toHaveCount(0)
  await expect.poll(async () => (await sessionOf(page)).showApprovals).toBe('false')
  await expect(page.getByText('You have no pending approvals')).toBeVisible()
})

test('a failing check for approvals does not disturb the documents', { tag: '@full' }, async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Undisturbed.pdf' } })
  let asked = 0
  await page.route(SEARCH, (route) => {
    asked += 1
    return route.fulfill(problem(500, 'DISK', 'The disk is full'))
  })
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expectRows(page)
  // Asked again twice, as every call that may succeed later.
  await expect.poll(() => asked).toBe(3)
  await expect(approvalsLink(page)).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByText('The disk is full')).toHaveCount(0)
})

// The other tests of this worker read in English.
test.afterEach(({ scene }) => scene.people[APPROVER].call.updateUser({ body: { language: 'en' } }))

test('a change of language reloads the approvals', { tag: '@full' }, async ({ page, scene }) => {
  await askForApprovals(scene, numbered(2))
  await openAs(page, scene, { name: APPROVER, path: '/approvals' })
  await expectRows(page)
  await page.evaluate(() => Object.assign(globalThis, { kept: true }))
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: 'Català' }).click()
  // While the page is being replaced it cannot be asked.
  await expect.poll(() => page.evaluate(() => 'kept' in globalThis).catch(() => true)).toBe(false)
  await expect(page).toHaveURL(/\/approvals$/)
})
