import { expect } from '@playwright/test'
import { sampleOf } from '@rubrica/testing'
import {
  APPROVER,
  approvalsLink,
  approve,
  approveSelected,
  askForApprovals,
  expectListed,
  numbered,
  rowOf,
  SEARCH,
  select,
} from '../scenes/approvals-scene.ts'
import { expectAccessible, openAs, problem, sessionOf, test } from '../scenes/portal-scene.ts'

const open = { name: APPROVER, path: '/approvals' } as const

test('a row shows signer, document, sent date, tag and See; the list begins ordered by file name', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, [
    { fileName: 'Zebra.pdf', tags: ['legal', 'urgent'], signer: 'carla' },
    { fileName: 'Apple.pdf' },
  ])
  await openAs(page, scene, open)
  await expectListed(page, ['Apple.pdf', 'Zebra.pdf'])
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: 'Document' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(heads).toHaveText([/Select all/, 'Signer', 'Document', 'Sent', 'Tag', 'Open'])
  const cells = rowOf(page, 'Zebra.pdf').getByRole('cell')
  await expect(cells.nth(1)).toContainText('Carla')
  await expect(cells.nth(2)).toHaveText('Zebra.pdf')
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date())
  await expect(cells.nth(3)).toHaveText(today)
  await expect(cells.nth(4)).toHaveText('legalurgent')
  await expect(rowOf(page, 'Apple.pdf').getByRole('cell').nth(4)).toHaveText('Unspecified')
  await expectAccessible(page)
  await heads.getByRole('button', { name: 'Document' }).click()
  await expectListed(page, ['Zebra.pdf', 'Apple.pdf'])
  await rowOf(page, 'Apple.pdf').getByRole('link', { name: 'See Apple.pdf, for Ana' }).click()
  await expect(page.getByRole('heading', { name: 'Apple.pdf' })).toBeVisible()
  await expect(page).toHaveURL(/\/approvals\/[0-9a-f-]{36}$/)
})

test('a banner says that approvals are pending, and stays away once it was closed', async ({ page, scene }) => {
  await askForApprovals(scene, numbered(2))
  await openAs(page, scene, open)
  const banner = page.getByText('You have pending approvals')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Close this notice' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expectListed(page, ['Order 01.pdf', 'Order 02.pdf'])
  await expect(banner).toHaveCount(0)
})

test('the icon in the head of the table loads the list anew', async ({ page, scene }) => {
  await askForApprovals(scene, numbered(2))
  await openAs(page, scene, open)
  await expectListed(page, ['Order 01.pdf', 'Order 02.pdf'])
  await scene.send({
    signers: ['ana'],
    signer: { approvers: [{ userId: APPROVER }] },
    description: { fileName: 'Fresh.pdf' },
  })
  await page.getByRole('columnheader').getByRole('button', { name: 'Refresh the list' }).click()
  await expectListed(page, ['Fresh.pdf', 'Order 01.pdf', 'Order 02.pdf'])
})

test('pages have 10, 30, 50 or all rows, and three pages are linked', async ({ page, scene }) => {
  const [first] = await askForApprovals(scene, numbered(1))
  const many = numbered(41).map(({ fileName }) => ({
    ...first!,
    FileName: fileName,
    ApproverGuid: crypto.randomUUID(),
  }))
  await page.route(SEARCH, (route) => route.fulfill({ json: many }))
  await openAs(page, scene, open)
  const rows = page.getByRole('row').locator('a bdi')
  await expect(rows).toHaveCount(10)
  const sizes = page.getByRole('combobox', { name: 'Rows per page' })
  await expect(sizes).toHaveValue('10')
  await expect(sizes.getByRole('option')).toHaveText(['10', '30', '50', 'All'])
  const links = page.getByRole('navigation', { name: 'Pages of the list' }).getByRole('button', { name: /^Page \d/ })
  await expect(links).toHaveText(['1', '2', '3'])
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(links).toHaveText(['3', '4', '5'])
  await expectListed(page, ['Order 41.pdf'])
  await sizes.selectOption('30')
  await expect(rows).toHaveCount(11)
  await sizes.selectOption('All')
  await expect(rows).toHaveCount(41)
  await expect(page).toHaveURL(/size=all/)
  await sizes.selectOption('50')
  await page.reload()
  await expect(rows).toHaveCount(41)
  await expect(sizes).toHaveValue('50')
})

for (const [what, answer] of sampleOf(
  [
    ['a 404', problem(404, 'NO_PENDING_APPROVALS')],
    ['a 200 without rows', { json: [] }],
  ] as const,
  2,
)) {
  test(`${what} is the empty list in words of its own, which can be loaded again`, async ({ page, scene }) => {
    await askForApprovals(scene, numbered(2))
    await page.route(SEARCH, (route) => route.fulfill(answer))
    await openAs(page, scene, open)
    await expect(page.getByText('You have no pending approvals')).toBeVisible()
    await expect(approvalsLink(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.unroute(SEARCH)
    await page.getByRole('button', { name: 'Reload approvals' }).click()
    await expectListed(page, ['Order 01.pdf', 'Order 02.pdf'])
    await expect(approvalsLink(page)).toBeVisible()
  })
}

test('a list that cannot be loaded says why, and can be asked for again', { tag: '@full' }, async ({ page, scene }) => {
  await askForApprovals(scene, numbered(2))
  await page.route(SEARCH, (route) => route.fulfill(problem(400, 'ODD', 'The server is upside down')))
  await openAs(page, scene, open)
  await expect(page.getByText('Error 400: The server is upside down')).toBeVisible()
  await page.unroute(SEARCH)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectListed(page, ['Order 01.pdf', 'Order 02.pdf'])
})

test('a single pending approval opens by itself on entering the list, not on coming back nor after approving', async ({
  page,
  scene,
}) => {
  const [only] = await askForApprovals(scene, numbered(1))
  await openAs(page, scene, open)
  await expect(page).toHaveURL(new RegExp(`/approvals/${only!.ApproverGuid}$`))
  for (const back of [() => page.goBack(), () => page.getByRole('link', { name: 'Back to the approvals' }).click()]) {
    await back()
    await expectListed(page, ['Order 01.pdf'])
    await expect(page).toHaveURL(/\/approvals$/)
    await rowOf(page, 'Order 01.pdf').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/approvals\/[0-9a-f-]{36}$/)
  }
  const [, second] = await askForApprovals(scene, numbered(2))
  await page.goto(`${scene.portal.url}/approvals/${second!.ApproverGuid}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page).toHaveURL(/\/approvals$/)
  await expectListed(page, ['Order 01.pdf'])
  await expect(page).toHaveURL(/\/approvals$/)
})

test('what is selected is kept in the session, without what waits no longer', async ({ page, scene }) => {
  const [first, second, third] = await askForApprovals(scene, numbered(3))
  await openAs(page, scene, open)
  await expect(approveSelected(page)).toBeDisabled()
  await expect(page.getByText('Select the documents that you want to approve.')).toBeVisible()
  await select(page, 'Order 01.pdf', 'Order 02.pdf')
  const kept = async () => (await sessionOf(page)).approvalsSelectedApproverGUIDString
  await expect.poll(kept).toBe(`${first!.ApproverGuid},${second!.ApproverGuid}`)
  await approve(scene, first!)
  await page.reload()
  await expectListed(page, ['Order 02.pdf', 'Order 03.pdf'])
  await expect(rowOf(page, 'Order 02.pdf').getByRole('checkbox')).toBeChecked()
  await expect.poll(kept).toBe(second!.ApproverGuid)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.check()
  await expect(page.getByRole('row').getByRole('checkbox', { checked: true })).toHaveCount(3)
  await all.uncheck()
  await expect(approveSelected(page)).toBeDisabled()
  // Of what a filter hides nothing is selected.
  await page.getByRole('textbox', { name: 'Search by file name' }).fill('Order 03')
  await expectListed(page, ['Order 03.pdf'])
  await all.check()
  await expect.poll(kept).toBe(third!.ApproverGuid)
})
