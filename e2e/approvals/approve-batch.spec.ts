import { expect } from '@playwright/test'
import { sampleOf } from '@rubrica/testing'
import {
  ACCEPT,
  APPROVER,
  approvalsLink,
  approve,
  approveAndConfirm,
  approveSelected,
  askForApprovals,
  expectListed,
  numbered,
  rowOf,
  select,
  waitingApprovals,
} from '../scenes/approvals-scene.ts'
import { expectAccessible, holdRequests, openAs, problem, sessionOf, test } from '../scenes/portal-scene.ts'

const open = { name: APPROVER, path: '/approvals' } as const
const NAMES = ['Order 01.pdf', 'Order 02.pdf', 'Order 03.pdf']

test('the selected are approved one after the other, with a count; each leaves the list, then the toast shows', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, numbered(4))
  const running = { now: 0, most: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/accepted')) running.most = Math.max(running.most, ++running.now)
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/accepted')) running.now--
  })
  await openAs(page, scene, open)
  await select(page, ...NAMES)
  const release = await holdRequests(page, ACCEPT)
  await approveAndConfirm(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Approving document 1 of 3')).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await expectAccessible(page)
  release()
  await expect(page.getByRole('status').getByText('3 documents were approved')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expectListed(page, ['Order 04.pdf'])
  await expect(approvalsLink(page)).toContainText('1')
  expect(running.most).toBe(1)
  expect((await waitingApprovals(scene)).map(({ FileName }) => FileName)).toEqual(['Order 04.pdf'])
  await expect.poll(async () => (await sessionOf(page)).approvalsSelectedApproverGUIDString).toBe('')
})

test('before several documents are approved all of them are shown, each can be left out, and Cancel approves none', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, numbered(3))
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/accepted')) calls.push(request.url())
  })
  await openAs(page, scene, open)
  await select(page, ...NAMES)
  await approveSelected(page).click()
  const question = page.getByRole('dialog', { name: 'Approve 3 documents?' })
  await expect(question.getByRole('listitem')).toHaveText(NAMES.map((name) => `${name}For Ana Vidal Serra`))
  await expect(question).toContainText('This cannot be undone.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(calls).toEqual([])
  await approveSelected(page).click()
  await question.getByRole('button', { name: 'Leave out Order 02.pdf' }).click()
  await page
    .getByRole('dialog', { name: 'Approve 2 documents?' })
    .getByRole('button', { name: 'Approve 2 documents' })
    .click()
  await expect(page.getByRole('status').getByText('2 documents were approved')).toBeVisible()
  await expectListed(page, ['Order 02.pdf'])
  expect(calls).toHaveLength(2)
})

test('during the batch the count goes up and each approved item leaves the list', async ({ page, scene }) => {
  await askForApprovals(scene, numbered(3))
  const waiting: (() => void)[] = []
  await page.route(ACCEPT, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  await openAs(page, scene, open)
  await select(page, 'Order 01.pdf', 'Order 02.pdf')
  await approveAndConfirm(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Approving document 1 of 2')
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!()
  await expect(dialog).toContainText('Approving document 2 of 2')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect.poll(() => waiting.length).toBe(2)
  waiting[1]!()
  await expect(dialog).toHaveCount(0)
  await expectListed(page, ['Order 03.pdf'])
})

test(
  'a conflict is noted while the rest goes on, told at the end, and the list is loaded anew',
  { tag: '@full' },
  async ({ page, scene }) => {
    const [, second] = await askForApprovals(scene, numbered(4))
    await openAs(page, scene, open)
    await select(page, ...NAMES)
    await approve(scene, second!)
    await approveAndConfirm(page)
    const notice = page.getByRole('alertdialog', { name: 'Some documents were not approved' })
    await expect(notice).toContainText('2 of 3 approved')
    await expect(notice.getByRole('listitem')).toHaveText([
      'Order 02.pdfThe document was rejected before or is no longer available.',
    ])
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expectListed(page, ['Order 04.pdf'])
  },
)

test('a conflict is told of also when nothing is left in the list', { tag: '@full' }, async ({ page, scene }) => {
  const [first] = await askForApprovals(scene, numbered(2))
  await openAs(page, scene, open)
  await select(page, 'Order 01.pdf', 'Order 02.pdf')
  await approve(scene, first!)
  await approveAndConfirm(page)
  const notice = page.getByRole('alertdialog', { name: 'Some documents were not approved' })
  await expect(notice).toContainText('1 of 2 approved')
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('You have no pending approvals')).toBeVisible()
})

for (const [what, answer, words] of sampleOf(
  [
    ['an error of the server', problem(500, 'DISK', 'The disk is full'), 'Error 500: The disk is full'],
    ['a refusal', problem(403, 'SCOPE_TOO_NARROW'), 'Error 403: Your session does not allow this.'],
    ['a lost network', null, 'The server cannot be reached. Check your connection.'],
  ] as const,
  3,
)) {
  test(`${what} ends the batch with a toast that says it, and resets the selection`, async ({ page, scene }) => {
    await askForApprovals(scene, numbered(4))
    let calls = 0
    await page.route(ACCEPT, async (route) => {
      calls += 1
      if (calls === 1) await route.continue()
      else if (answer) await route.fulfill(answer)
      else await route.abort()
    })
    await openAs(page, scene, open)
    await select(page, ...NAMES)
    await approveAndConfirm(page)
    await page.getByRole('button', { name: 'Recent messages' }).click()
    const messages = page.getByRole('dialog', { name: 'Recent messages' })
    await expect(messages.getByText(words)).toBeVisible()
    await expect(messages.getByText('Order 01.pdf was approved')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(approveSelected(page)).toBeDisabled()
    await expectListed(page, ['Order 02.pdf', 'Order 03.pdf', 'Order 04.pdf'])
    expect(calls).toBe(2)
  })
}

test('a batch can be stopped: the document at work is finished, and the others stay selected', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, numbered(3))
  await openAs(page, scene, open)
  await select(page, ...NAMES)
  const release = await holdRequests(page, ACCEPT)
  await approveAndConfirm(page)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stops after this document' })).toBeDisabled()
  release()
  const summary = page.getByRole('alertdialog', { name: 'The approval was stopped' })
  await expect(summary).toContainText('1 of 3 approved')
  await expect(summary).toContainText('2 documents were not approved and stay selected.')
  await expectAccessible(page)
  await summary.getByRole('button', { name: 'Close' }).click()
  await expectListed(page, ['Order 02.pdf', 'Order 03.pdf'])
  await expect(rowOf(page, 'Order 02.pdf').getByRole('checkbox')).toBeChecked()
})

test('the session that expires in the middle of a batch stops it', async ({ page, scene }) => {
  await askForApprovals(scene, numbered(3))
  await openAs(page, scene, open)
  await select(page, ...NAMES)
  await page.route(ACCEPT, (route) => route.fulfill(problem(401, 'SESSION_EXPIRED')))
  await approveAndConfirm(page)
  await expect(page.getByRole('alertdialog', { name: 'Your session has expired' })).toBeVisible()
  await expect(page.getByText('Approving document')).toHaveCount(0)
  expect(await waitingApprovals(scene)).toHaveLength(3)
})
