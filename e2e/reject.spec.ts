import { expect } from '@playwright/test'
import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { expectAccessible, openAs, test } from './portal-scene.ts'

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
  await expect(page.getByRole('status').getByText('The document was rejected')).toBeVisible()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByText('To reject.pdf')).toHaveCount(0)
})

test('a document that somebody else ended is told of, and the list comes back', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['ana', 'biel'] })
  // The notice goes after three seconds, and looking at it for accessibility may take longer.
  await page.addInitScript({
    content: `const start = setTimeout
      globalThis.setTimeout = (run, ms, ...rest) => (ms === ${REDIRECT_DELAY_MS} ? 0 : start(run, ms, ...rest))`,
  })
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
  await expect(page.getByRole('status').getByText('The document was rejected')).toBeVisible()
  expect(bodies).toEqual([{ RejectionReason: 'Clause 4', AccessMethod: 'SAML' }])
})
