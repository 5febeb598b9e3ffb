import { expect } from '@playwright/test'
import { expectAccessible, openAs, problem, stayUntilPressed, test, toasts } from '../scenes/portal-scene.ts'

test('a rejection needs a reason, and takes the document off the list', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'], description: { fileName: 'To reject.pdf' } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const confirm = page.getByRole('button', { name: 'Reject document' })
  const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
  await expect(confirm).toBeDisabled()
  await reason.fill('x'.repeat(420))
  await expect(page.getByText('30 characters left')).toBeVisible()
  await reason.fill('')
  await expect(page.getByText('Reason for rejection cannot be empty')).toBeVisible()
  await expectAccessible(page)
  await reason.fill('Clause 4 is wrong')
  await confirm.click()
  await expect(page.getByRole('status').getByText('To reject.pdf was rejected')).toBeVisible()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByRole('link', { name: /To reject/ })).toHaveCount(0)
})

test('a document that somebody else ended is told of, and the list comes back', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['ana', 'biel'] })
  await stayUntilPressed(page)
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const rows = await scene.people.ana.call.pendingDocuments({
    query: { PageSize: '100', OrderBy: 'UploadTime', OrderType: 'des' },
  })
  const row = rows.List.find(({ DocGUI }) => DocGUI === guid)!
  await scene.people.ana.call.rejectDocument({
    params: { signerGuid: row.SignerDTO.SignerGUID },
    body: { RejectionReason: 'first', AccessMethod: 'USER_PASS' },
  })
  await page.getByRole('textbox', { name: 'Reason for rejection' }).fill('second')
  await page.getByRole('button', { name: 'Reject document' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('no longer available')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go to the list' }).click()
  await expect(page).toHaveURL(/\/documents$/)
})

test('asks for 450 characters at most, says how far it is, and tells how the person came in', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  // "Done" stays for 900 ms, here until it has been seen.
  await page.addInitScript({
    content: `const start = setTimeout
      globalThis.setTimeout = (run, ms, ...rest) => (ms === 900 ? (globalThis.goOn = run) : start(run, ms, ...rest))`,
  })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.evaluate(`sessionStorage.setItem('AccessMethod', 'SAML')`)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const bodies: unknown[] = []
  await page.route('**/rejected', async (route) => {
    bodies.push(route.request().postDataJSON())
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
  await expect(reason).toHaveAttribute('maxlength', '450')
  await reason.fill('  Clause 4  ')
  await page.getByRole('button', { name: 'Reject document' }).click()
  await expect(page.getByRole('dialog').getByText('Rejecting document 1 of 1')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('0/1')).toBeVisible()
  answer()
  await expect(page.getByRole('dialog').getByText('1 of 1 rejected')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('1/1')).toBeVisible()
  await page.evaluate('goOn()')
  await expect(page.getByRole('status').getByText('document.pdf was rejected')).toBeVisible()
  expect(bodies).toEqual([{ RejectionReason: 'Clause 4', AccessMethod: 'SAML' }])
})

test('every other refusal of a rejection is told with its status, and stands in the dialog', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reason for rejection' }).fill('Clause 4')
  for (const [status, code, words] of [
    [403, 'SCOPE_TOO_NARROW', 'Your session does not allow this.'],
    [404, 'DOCUMENT_NOT_FOUND', 'This document does not exist or is not for you.'],
    [422, 'VALIDATION_FAILED', 'Some of the data is not valid.'],
    [423, 'DOCUMENT_BUSY', 'Someone else is signing this document right now.'],
    [429, 'RATE_LIMITED', 'Too many attempts. Wait a minute and try again.'],
    [503, 'TEMPORARILY_UNAVAILABLE', 'The service is busy.'],
  ] as const) {
    await page.route('**/rejected', (route) => route.fulfill(problem(status, code)))
    await page.getByRole('button', { name: 'Reject document' }).click()
    await expect(toasts(page).getByText(`Error ${status}: ${words}`)).toHaveCount(1)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(words)
    await page.unroute('**/rejected')
  }
})
