import { expect, type Page } from '@playwright/test'
import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { makePdf, type Scene } from '@rubrica/testing'
import {
  ACCEPT,
  APPROVER,
  approve,
  askForApprovals,
  expectListed,
  numbered,
  REJECT,
  rowOf,
  waitingApprovals,
  type PendingApproval,
} from '../scenes/approvals-scene.ts'
import {
  expectAccessible,
  holdRequests,
  openAs,
  problem,
  sessionOf,
  stayUntilPressed,
  test,
} from '../scenes/portal-scene.ts'

const openApproval = (page: Page, scene: Scene, approval: PendingApproval) =>
  openAs(page, scene, { name: APPROVER, path: `/approvals/${approval.ApproverGuid}` })

const approveButton = (page: Page) => page.getByRole('button', { name: 'Approve', exact: true })

test('the tabs are approve, signers and attachments, the last one only where there are some', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, [])
  const asked = { signers: ['ana', 'carla'], signer: { approvers: [{ userId: APPROVER }] } } as const
  await scene.send({
    ...asked,
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
    description: { fileName: 'With annex.pdf', senderName: 'Acme', description: 'Please check clause 4' },
  })
  const [withAnnex] = await waitingApprovals(scene)
  await openApproval(page, scene, withAnnex!)
  await expect(page.getByRole('tab')).toHaveText(['Approve', 'Signers', 'Attachments'])
  await expect(page.getByRole('tabpanel')).toContainText('Please check clause 4')
  await expect(page.getByRole('heading', { name: 'With annex.pdf' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(page.getByRole('table', { name: 'Signers' }).getByRole('row')).toHaveCount(3)
  await page.getByRole('tab', { name: 'Attachments' }).click()
  await expect(page.getByText('annex.pdf').first()).toBeVisible()
  await expectAccessible(page)
  const [bare] = await askForApprovals(scene, numbered(1))
  await page.goto(`${scene.portal.url}/approvals/${bare!.ApproverGuid}`)
  await expect(page.getByRole('heading', { name: 'Order 01.pdf' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Approve', 'Signers'])
})

test('pages are images with the current and the total number, and more load near the end of the scroll', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, [])
  await scene.send({ signers: ['ana'], signer: { approvers: [{ userId: APPROVER }] }, pdf: makePdf({ pages: 4 }) })
  const [approval] = await waitingApprovals(scene)
  const asked: string[] = []
  page.on('request', (request) => {
    const number = /\/approvaldocuments\/[^/]+\/documentrendered\/pages\/(\d+)\?/.exec(request.url())?.[1]
    if (number) asked.push(number)
  })
  await openApproval(page, scene, approval!)
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
  await expect(page.getByText('Page 1 of 4', { exact: true })).toBeVisible()
  expect(asked).not.toContain('4')
  await page.locator('main').press('End')
  await expect(page.locator('[data-page="4"] img')).toBeVisible()
  await expect(page.getByText('Page 4 of 4', { exact: true })).toBeVisible()
})

test('next leads from one approval to the following one and is not there on the last; back leads to the list', async ({
  page,
  scene,
}) => {
  await askForApprovals(scene, numbered(2))
  await openAs(page, scene, { name: APPROVER, path: '/approvals?sort=FileName&dir=des' })
  await expectListed(page, ['Order 02.pdf', 'Order 01.pdf'])
  await rowOf(page, 'Order 02.pdf').getByRole('link').first().click()
  const next = page.getByRole('link', { name: 'Next document' })
  await next.click()
  await expect(page.getByRole('heading', { name: 'Order 01.pdf' })).toBeVisible()
  await expect(next).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the approvals' }).click()
  await expectListed(page, ['Order 02.pdf', 'Order 01.pdf'])
  await expect(page).toHaveURL(/dir=des/)
})

test('the checkbox selects the approval in the list too', { tag: '@full' }, async ({ page, scene }) => {
  const [first] = await askForApprovals(scene, numbered(2))
  await openApproval(page, scene, first!)
  await page.getByRole('checkbox', { name: 'Select' }).check()
  expect((await sessionOf(page)).approvalsSelectedApproverGUIDString).toBe(first!.ApproverGuid)
  await page.getByRole('link', { name: 'Back to the approvals' }).click()
  await expect(rowOf(page, 'Order 01.pdf').getByRole('checkbox')).toBeChecked()
})

test(
  'on a phone, what can be done has a row of its own in the bar until the approval is decided',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const [approval] = await askForApprovals(scene, numbered(1))
    await openApproval(page, scene, approval!)
    const bar = page.getByRole('region', { name: 'Document', exact: true })
    const heightOfBar = async () => (await bar.boundingBox())!.height
    await expect(page.getByRole('checkbox', { name: 'Select' })).toBeVisible()
    const undecided = await heightOfBar()
    await approve(scene, approval!)
    await page.reload()
    await expect(page.getByText(/^You approved this document on/)).toBeVisible()
    expect(undecided - (await heightOfBar())).toBeGreaterThan(40)
  },
)

test('approving takes the item off the list and shows a toast; the call has no body', async ({ page, scene }) => {
  const [first] = await askForApprovals(scene, numbered(2))
  await openApproval(page, scene, first!)
  const release = await holdRequests(page, ACCEPT)
  const called = page.waitForRequest(ACCEPT)
  await approveButton(page).click()
  await expect(page.getByRole('alertdialog').getByText('Approving document 1 of 1')).toBeVisible()
  expect((await called).postData()).toBeNull()
  release()
  await expect(page.getByRole('status').getByText('Order 01.pdf was approved')).toBeVisible()
  await expect(page).toHaveURL(/\/approvals$/)
  await expectListed(page, ['Order 02.pdf'])
})

test('rejecting needs a reason of 450 characters at most, counts 0/1 and 1/1, and takes the item off the list', async ({
  page,
  scene,
}) => {
  const [first] = await askForApprovals(scene, numbered(2))
  await openApproval(page, scene, first!)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const confirm = page.getByRole('button', { name: 'Reject document' })
  const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
  await expect(confirm).toBeDisabled()
  await expect(reason).toHaveAttribute('maxlength', '450')
  await reason.fill('x'.repeat(420))
  await expect(page.getByText('30 characters left')).toBeVisible()
  await reason.fill('')
  await expect(page.getByText('Reason for rejection cannot be empty')).toBeVisible()
  await expectAccessible(page)
  const release = await holdRequests(page, REJECT)
  const called = page.waitForRequest(REJECT)
  await reason.fill(' Clause 4 ')
  await confirm.click()
  await expect(page.getByRole('dialog').getByText('0/1')).toBeVisible()
  expect((await called).postDataJSON()).toEqual({ RejectedReason: 'Clause 4' })
  release()
  await expect(page.getByRole('status').getByText('Order 01.pdf was rejected')).toBeVisible()
  await expectListed(page, ['Order 02.pdf'])
})

test('every other refusal of an approval is told with its status', { tag: '@full' }, async ({ page, scene }) => {
  const [first] = await askForApprovals(scene, numbered(2))
  await openApproval(page, scene, first!)
  for (const [status, code, words] of [
    [403, 'SCOPE_TOO_NARROW', 'Your session does not allow this.'],
    [422, 'VALIDATION_FAILED', 'Some of the data is not valid.'],
    [423, 'DOCUMENT_BUSY', 'Someone else is signing this document right now.'],
    [429, 'RATE_LIMITED', 'Too many attempts. Wait a minute and try again.'],
    [503, 'TEMPORARILY_UNAVAILABLE', 'The service is busy.'],
    [404, 'DOCUMENT_NOT_FOUND', 'This document does not exist or is not for you.'],
  ] as const) {
    await page.route(ACCEPT, (route) => route.fulfill(problem(status, code)))
    await approveButton(page).click()
    await expect(page.getByRole('status').getByText(`Error ${status}: ${words}`)).toHaveCount(1)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.unroute(ACCEPT)
  }
})

test('a conflict is told of, and after three seconds the list is loaded anew', async ({ page, scene }) => {
  const [first] = await askForApprovals(scene, numbered(2))
  await page.clock.install()
  // Asked for last: had it not come, it would tell of the conflict before the button is pressed.
  const described = page.waitForResponse(/\/documentinfo$/)
  await openApproval(page, scene, first!)
  await described
  await expect(approveButton(page)).toBeEnabled()
  await approve(scene, first!)
  await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
  await approveButton(page).click()
  const notice = page.getByRole('alertdialog', { name: 'This document is no longer available' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(notice).toContainText('It was rejected before', { timeout: 100 })
  }).toPass({ intervals: [50] })
  await page.clock.runFor(REDIRECT_DELAY_MS - 500)
  await expect(notice).toBeVisible()
  await page.clock.runFor(500)
  await page.clock.resume()
  await expectListed(page, ['Order 02.pdf'])
})

test('an approval that is over, or is not for this person, says so instead of opening', async ({ page, scene }) => {
  const [first] = await askForApprovals(scene, numbered(2))
  const withdrawn = await fetch(`${scene.portal.url}/api/v1/documents/${first!.DocGuid}/cancelled`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(withdrawn.status).toBe(204)
  await stayUntilPressed(page)
  await openApproval(page, scene, first!)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go to the list' }).click()
  await expectListed(page, ['Order 02.pdf'])
  await page.goto(`${scene.portal.url}/approvals/${crypto.randomUUID()}`)
  await expect(page.getByText('This document cannot be opened')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go to the list' }).click()
  await expectListed(page, ['Order 02.pdf'])
})
