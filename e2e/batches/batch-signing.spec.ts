import { expect, type Page } from '@playwright/test'
import {
  countSignatures,
  dialogButton,
  enterPin,
  noteCalls,
  openBatch,
  openBatchDialog,
  pinIn,
  selectPage,
  SIGN,
  signSelected,
  withoutRuns,
} from '../scenes/batch-scene.ts'
import { expectAccessible, holdRequests, LIST, sessionOf, test } from '../scenes/portal-scene.ts'

test.beforeEach(({ page }) => withoutRuns(page))

const selectionOf = async (page: Page) => (await sessionOf(page)).docsSelectedSignerGUIString ?? ''

test('a batch asks for the PIN once, signs one document after another with a counter, clears the selection, and leads to what was signed', async ({
  page,
  scene,
}) => {
  const { pin } = scene.people.ana
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'Whole batch' })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Sign 3 documents' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(batch.names.map((name) => `${name}No reason was given`))
  await expectAccessible(page)
  const calls = noteCalls(page)
  const release = await holdRequests(page, SIGN)
  await enterPin(page, pin)
  await expect(dialog.getByText('Signing document 1 of 3')).toBeVisible()
  await expect(dialog.getByText('0/3')).toBeVisible()
  await expect(dialog.getByText('Whole batch 1.pdf')).toBeVisible()
  await expectAccessible(page)
  expect(calls).toHaveLength(1)
  const reloaded = page.waitForResponse(LIST)
  release()
  await expect(page.getByRole('status').getByText('3 documents were signed')).toBeVisible()
  await reloaded
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: /Whole batch/ })).toHaveCount(0)
  await expect(signSelected(page)).toBeDisabled()
  expect(await selectionOf(page)).toBe('')
  expect(calls.map(({ signer }) => signer)).toEqual(batch.sent.map(({ signers }) => signers[0]!.guid))
  expect(new Set(calls.map(({ key }) => key)).size).toBe(3)
  expect(calls.map((call) => call.pin)).toEqual([pin, pin, pin])
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1])
  await page.getByRole('button', { name: 'Recent messages' }).click()
  await page.getByRole('dialog', { name: 'Recent messages' }).getByRole('button', { name: 'Show' }).click()
  const signed = page.getByRole('dialog', { name: '3 documents were signed' })
  await expect(signed.getByRole('listitem')).toHaveText(batch.names)
  await expectAccessible(page)
  await signed.getByRole('link', { name: 'Open Whole batch 2.pdf' }).click()
  await expect(page.getByText(/^You signed this document on/)).toBeVisible()
  await page.goBack()
  const downloading = page.waitForEvent('download')
  await signed.getByRole('button', { name: 'Download Whole batch 3.pdf' }).click()
  expect((await downloading).suggestedFilename()).toBe('Whole batch 3.pdf')
  await signed.getByRole('button', { name: 'Close' }).click()
  await expect(signed).toHaveCount(0)
})

test('of chosen documents two of one name are told apart by who sent them, and when', async ({ page, scene }) => {
  for (const senderName of ['Legal department', 'Human resources']) {
    await scene.send({ signers: ['ana'], description: { fileName: 'Twin.pdf', senderName } })
  }
  await openBatch(page, scene, { name: 'ana', prefix: 'Twin' })
  await selectPage(page, 2)
  await signSelected(page).click()
  const rows = page.getByRole('dialog').getByRole('listitem')
  await expect(rows.filter({ hasText: /Twin.pdfNo reason was given · Legal department · .+ \d+:\d\d/ })).toHaveCount(1)
  await expect(rows.filter({ hasText: /Twin.pdfNo reason was given · Human resources · .+ \d+:\d\d/ })).toHaveCount(1)
})

test('each document that will be signed is listed with its reason, and can be left out', async ({ page, scene }) => {
  const special = { 2: { signer: { reason: 'The new rent' } }, 3: { signer: { reason: 'The deposit' } } }
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'Listed', special })
  const dialog = page.getByRole('dialog')
  const list = dialog.getByRole('region', { name: 'Documents that will be signed' })
  await expect(list.getByRole('listitem')).toHaveText([
    'Listed 1.pdfNo reason was given',
    'Listed 2.pdfThe new rent',
    'Listed 3.pdfThe deposit',
  ])
  await list.getByRole('button', { name: 'Leave out Listed 2.pdf' }).click()
  await expect(dialog.getByRole('heading', { name: 'Sign 2 documents' })).toBeVisible()
  await expect(list).toBeFocused()
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select Listed 2.pdf' })).not.toBeChecked()
  expect(await countSignatures(scene, batch)).toEqual([1, 0, 1])
})

test('the stop button ends a batch after the document at work, and the rest can be selected again', async ({
  page,
  scene,
}) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'Stopped' })
  const release = await holdRequests(page, SIGN)
  await enterPin(page, scene.people.ana.pin)
  await dialogButton(page, 'Stop').click()
  await expect(page.getByRole('dialog').getByText('Stopping after this document')).toBeVisible()
  release()
  const summary = page.getByRole('dialog', { name: '1 of 3 documents signed' })
  await expect(summary).toContainText('You stopped')
  await expect(summary.getByRole('listitem')).toHaveText([
    'Stopped 2.pdfNot tried',
    'Stopped 3.pdfNot tried',
    'Stopped 1.pdf',
  ])
  expect(await countSignatures(scene, batch)).toEqual([1, 0, 0])
  expect(await selectionOf(page)).toBe('')
  const downloading = page.waitForEvent('download')
  await summary.getByRole('button', { name: 'Download Stopped 1.pdf' }).click()
  expect((await downloading).suggestedFilename()).toBe('Stopped 1.pdf')
  await expect(summary.getByRole('link')).toHaveAccessibleName('Open Stopped 1.pdf')
  await expectAccessible(page)
  await dialogButton(page, 'Select the unsigned ones again').click()
  await expect(page.getByRole('checkbox', { name: 'Select Stopped 3.pdf' })).toBeChecked()
  await signSelected(page).click()
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1])
})

test('Escape cannot hide a batch at work: pressed until the browser closes the dialog, it stops the batch', async ({
  page,
  scene,
}) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'Escaped' })
  const release = await holdRequests(page, SIGN)
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByText('Signing document 1 of 2')).toBeVisible()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
  await expect(page.getByText('Stopping after this document')).toBeVisible()
  release()
  await expect(page.getByRole('dialog', { name: '1 of 2 documents signed' })).toBeVisible()
  expect(await countSignatures(scene, batch)).toEqual([1, 0])
})

test('a page reloaded in the middle of a batch asks first, forgets the PIN, and signs nothing twice', async ({
  page,
  scene,
}) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'Reloaded' })
  const calls = noteCalls(page)
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.type())
    void question.accept()
  })
  // The second document is still at work on the server when the page is gone.
  let underWay = 0
  await page.route(SIGN, async (route) => {
    if (calls.length === 2) await scene.portal.sandbox.inject({ service: 'tsa', fault: 'slow:4000', times: 100 })
    await route.continue()
    underWay += 1
  })
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByText('Signing document 2 of 3')).toBeVisible()
  await expect.poll(() => underWay).toBe(2)
  await page.reload()
  await scene.portal.sandbox.control('reset', {})
  expect(questions).toEqual(['beforeunload'])
  expect(JSON.stringify(await sessionOf(page))).not.toContain(scene.people.ana.pin)
  await signSelected(page).click()
  await expect(pinIn(page)).toHaveValue('')
  await enterPin(page, scene.people.ana.pin)
  await expect.poll(() => countSignatures(scene, batch), { timeout: 30_000 }).toEqual([1, 1, 1])
  const [first, second, third] = batch.sent.map(({ signers }) => signers[0]!.guid)
  // Where the reload took longer than the timestamp, nothing is left to ask for again.
  const again = calls.slice(2, -1)
  expect(again.length).toBeLessThanOrEqual(1)
  expect(calls.map(({ signer }) => signer)).toEqual([first, second, ...again.map(() => second), third])
  for (const { key } of again) expect(key).toBe(calls[1]!.key)
})

test(
  'who leaves the list in the middle of a batch is told what was signed, and nothing more is',
  { tag: '@full' },
  async ({ page, scene }) => {
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'Walked away' })
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'See Walked away 1.pdf' }).click()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await signSelected(page).click()
    const release = await holdRequests(page, SIGN)
    await enterPin(page, scene.people.ana.pin)
    await expect(page.getByText('Signing document 1 of 2')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    release()
    await expect(page.getByRole('status').getByText('1 of 2 documents was signed')).toBeVisible()
    expect(await countSignatures(scene, batch)).toEqual([1, 0])
  },
)
