import { expect } from '@playwright/test'
import { sampleOf } from '@rubrica/testing'
import {
  countSignatures,
  dialogButton,
  enterPin,
  noteCalls,
  openBatchDialog,
  pinIn,
  SIGN,
  signSelected,
  withoutRuns,
} from '../scenes/batch-scene.ts'
import { expectAccessible, problem, sessionOf, test, toasts } from '../scenes/portal-scene.ts'

test.beforeEach(({ page }) => withoutRuns(page))

test('an error of a document is noted with its reason and the rest goes on', async ({ page, scene }) => {
  const { call, pin } = scene.people.ana
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 6, prefix: 'Noted' })
  await call.rejectDocument({
    params: { signerGuid: batch.sent[1]!.signers[0]!.guid },
    body: { RejectionReason: 'in another window', AccessMethod: 'USER_PASS' },
  })
  const answers: Readonly<Record<number, ReturnType<typeof problem>>> = {
    3: problem(423, 'DOCUMENT_BUSY'),
    4: problem(422, 'READ_ALL_PENDING'),
    5: problem(404, 'DOCUMENT_NOT_FOUND'),
  }
  let turn = 0
  await page.route(SIGN, (route) => {
    const answer = answers[(turn += 1)]
    return answer ? route.fulfill(answer) : route.continue()
  })
  await enterPin(page, pin)
  const summary = page.getByRole('dialog', { name: '2 of 6 documents signed' })
  await expect(summary.getByRole('listitem')).toHaveText([
    /Noted 2.pdf.*rejected before or is no longer available/,
    /Noted 3.pdf.*Someone else is signing/,
    /Noted 4.pdf.*every page/,
    /Noted 5.pdf.*does not exist/,
    'Noted 1.pdf',
    'Noted 6.pdf',
  ])
  await expectAccessible(page)
  expect(await countSignatures(scene, batch)).toEqual([1, 0, 0, 0, 0, 1])
  expect((await sessionOf(page)).docsSelectedSignerGUIString).toBe('')
  await dialogButton(page, 'Select the unsigned ones again').click()
  await expect(page.getByRole('checkbox', { name: /^Select Noted/, checked: true })).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Select Noted 3.pdf' })).toBeChecked()
})

test('after a wrong PIN a batch waits for another one: nothing is sent before, and then all is signed', async ({
  page,
  scene,
}) => {
  const batch = await openBatchDialog(page, scene, { name: 'carla', count: 2, prefix: 'Wrong PIN' })
  const calls = noteCalls(page)
  await enterPin(page, 'not the PIN')
  const dialog = page.getByRole('dialog', { name: 'Sign 2 documents' })
  await expect(dialog).toContainText(/Incorrect PIN, please try again.*4 tries left/)
  await expect(pinIn(page)).toHaveValue('')
  await expect(pinIn(page)).toBeFocused()
  await expect(dialogButton(page, 'Sign')).toBeDisabled()
  await expectAccessible(page)
  expect(calls).toHaveLength(1)
  // Nothing has begun: who gives up has their selection as it was.
  await dialogButton(page, 'Cancel').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 selected')).toBeVisible()
  await signSelected(page).click()
  await enterPin(page, 'not this one')
  await expect(dialog).toContainText('3 tries left')
  await enterPin(page, scene.people.carla.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  const { pin } = scene.people.carla
  expect(calls.map((call) => call.pin)).toEqual(['not the PIN', 'not this one', pin, pin])
  expect(await countSignatures(scene, batch)).toEqual([1, 1])
})

test(
  'who gives up when another PIN is asked for in the middle of a batch is told what was signed',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { pin } = scene.people.ana
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 4, prefix: 'Given up' })
    const calls = noteCalls(page)
    await page.route(SIGN, (route) =>
      [2, 4].includes(calls.length) ? route.fulfill(problem(422, 'WRONG_PIN')) : route.continue(),
    )
    await enterPin(page, pin)
    const dialog = page.getByRole('dialog', { name: 'Sign 3 documents' })
    await expect(dialog).toContainText('1 of 4 documents was signed; the others still wait for you.')
    await expect(dialog.getByRole('listitem')).toHaveText([/^Given up 2/, /^Given up 3/, /^Given up 4/])
    await expect(dialog.getByRole('button', { name: /^Leave out/ })).toHaveCount(0)
    await expectAccessible(page)
    await enterPin(page, pin)
    await expect(page.getByRole('dialog', { name: 'Sign 2 documents' })).toContainText('2 of 4 documents were signed')
    await page.keyboard.press('Escape')
    const summary = page.getByRole('dialog', { name: '2 of 4 documents signed' })
    await expect(summary).toContainText('You stopped')
    expect(calls).toHaveLength(4)
    expect((await sessionOf(page)).docsSelectedSignerGUIString).toBe('')
    expect(await countSignatures(scene, batch)).toEqual([1, 1, 0, 0])

    // Who goes elsewhere meanwhile is told in a toast.
    await dialogButton(page, 'Select the unsigned ones again').click()
    await page.getByRole('link', { name: 'See Given up 3.pdf' }).click()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.unroute(SIGN)
    await page.route(SIGN, (route) =>
      calls.length === 6 ? route.fulfill(problem(422, 'WRONG_PIN')) : route.continue(),
    )
    await signSelected(page).click()
    await enterPin(page, pin)
    await expect(page.getByRole('dialog')).toContainText('1 of 2 documents was signed')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('status').getByText('1 of 2 documents was signed')).toBeVisible()
  },
)

for (const [status, code, said] of sampleOf(
  [
    [403, 'CERTIFICATE_TYPE_NOT_ALLOWED', 'Error 403: Your account may not use certificates of this type.'],
    [500, 'The disk is full', 'Error 500: The disk is full'],
  ] as const,
  2,
)) {
  test(`a ${status} in the middle of a batch ends it, with a toast of status and text`, async ({ page, scene }) => {
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: `Ends with ${status}` })
    const calls = noteCalls(page)
    await page.route(SIGN, (route) => (calls.length === 2 ? route.fulfill(problem(status, code)) : route.continue()))
    await enterPin(page, scene.people.ana.pin)
    await expect(toasts(page).getByText(said)).toBeVisible()
    const summary = page.getByRole('dialog', { name: '1 of 3 documents signed' })
    await expect(summary.getByRole('listitem').nth(1)).toHaveText(/3.pdfNot tried/)
    expect(calls).toHaveLength(2)
    expect((await sessionOf(page)).docsSelectedSignerGUIString).toBe('')
    await dialogButton(page, 'Close').click()
    await expect(signSelected(page)).toBeDisabled()
    expect(await countSignatures(scene, batch)).toEqual([1, 0, 0])
  })
}

test(
  'a network lost in the middle of a batch is waited for, and the batch goes on with the same attempt',
  { tag: '@full' },
  async ({ page, scene }) => {
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'Lost' })
    const calls = noteCalls(page)
    let lost = true
    await page.route(SIGN, async (route) => {
      if (calls.length === 1 || !lost) return route.continue()
      // The server signs, and its answer never arrives.
      if (calls.length === 2) await route.fetch()
      await route.abort('connectionreset')
    })
    await enterPin(page, scene.people.ana.pin)
    const notice = page.getByRole('alertdialog', { name: 'The connection was lost' })
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('1 of 3 documents is signed. It is not known yet whether “Lost 2.pdf” is.')
    await expectAccessible(page)
    lost = false
    await notice.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('status').getByText('3 documents were signed')).toBeVisible()
    const second = calls.slice(1, -1)
    expect(second).toHaveLength(5)
    expect(new Set(second.map(({ key }) => key)).size).toBe(1)
    expect(await countSignatures(scene, batch)).toEqual([1, 1, 1])
  },
)

test(
  'a session that ends in the middle of a batch is told of with what was signed, and nothing is lost',
  { tag: '@full' },
  async ({ page, scene }) => {
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'Expired' })
    const calls = noteCalls(page)
    await page.route(SIGN, (route) =>
      calls.length === 2 ? route.fulfill(problem(401, 'SESSION_EXPIRED')) : route.continue(),
    )
    await enterPin(page, scene.people.ana.pin)
    const notice = page.getByRole('alertdialog', { name: 'Your session has expired' })
    await expect(notice).toContainText('1 of 3 documents was signed; the others still wait for you.')
    await expectAccessible(page)
    expect(calls).toHaveLength(2)
    await notice.getByRole('button', { name: 'Accept' }).click()
    await expect(page).toHaveURL(`${scene.portal.url}/`)
    expect(await countSignatures(scene, batch)).toEqual([1, 0, 0])
  },
)

test('the focus is on the screen once the dialog of a batch is gone', { tag: '@full' }, async ({ page, scene }) => {
  await openBatchDialog(page, scene, { name: 'biel', count: 2, prefix: 'Batch focus' })
  await page.route(SIGN, (route) => route.fulfill(problem(500, 'DISK')), { times: 1 })
  await enterPin(page, scene.people.biel.pin)
  await dialogButton(page, 'Select the unsigned ones again').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveCount(1)
  await signSelected(page).click()
  await enterPin(page, scene.people.biel.pin)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
