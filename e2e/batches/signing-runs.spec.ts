import { expect, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import {
  countSignatures,
  dialogButton,
  enterPin,
  noteCalls,
  openBatchDialog,
  pinIn,
  signSelected,
} from '../scenes/batch-scene.ts'
import { expectAccessible, holdRequests, problem, sessionOf, test, toasts } from '../scenes/portal-scene.ts'

const BEGIN = '**/signature/runs'
const AUTHORISE = '**/signature/runs/*/authorise'

/** What is said of the selection by the session. */
const selectionOf = async (page: Page) => (await sessionOf(page)).docsSelectedSignerGUIString ?? ''

/** Has the timestamp authority of the scene take its time, so that a run can be looked at. */
const slowTimestamps = ({ portal }: Scene) => portal.sandbox.inject({ service: 'tsa', fault: 'slow:2500', times: 100 })

test('several documents are signed by the server with one PIN, and lead to what was signed', async ({
  page,
  scene,
}) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'On the server' })
  const calls = noteCalls(page)
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('status').getByText('3 documents were signed')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /On the server/ })).toHaveCount(0)
  expect(await selectionOf(page)).toBe('')
  expect(calls, 'nothing is signed call by call').toEqual([])
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1])
})

test('a run shows how far it is, and goes on when its tab is closed', async ({ page, scene }) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 9, prefix: 'Closed tab' })
  await slowTimestamps(scene)
  await enterPin(page, scene.people.ana.pin)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You can close this window')).toBeVisible()
  await expectAccessible(page)
  await page.close()
  await scene.portal.sandbox.control('reset', {})
  await expect.poll(() => countSignatures(scene, batch), { timeout: 30_000 }).toEqual(Array(9).fill(1))
})

test(
  'who lets a run go on in the background is told so, and has the list',
  { tag: '@full' },
  async ({ page, scene }) => {
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'Background' })
    await slowTimestamps(scene)
    await enterPin(page, scene.people.ana.pin)
    await dialogButton(page, 'Continue in the background').click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('status').getByText('2 documents are being signed; you need not wait')).toBeVisible()
    await scene.portal.sandbox.control('reset', {})
    await expect.poll(() => countSignatures(scene, batch), { timeout: 30_000 }).toEqual([1, 1])
  },
)

test('a wrong PIN is asked for again in the same dialog, and who gives up leaves nothing behind', async ({
  page,
  scene,
}) => {
  const batch = await openBatchDialog(page, scene, { name: 'carla', count: 2, prefix: 'PIN of a run' })
  let begun = 0
  page.on('request', (request) => (begun += Number(request.method() === 'POST' && request.url().endsWith('/runs'))))
  await enterPin(page, 'not the PIN')
  const dialog = page.getByRole('dialog', { name: 'Sign 2 documents' })
  await expect(dialog).toContainText(/Incorrect PIN, please try again.*4 tries left/)
  await expect(pinIn(page)).toBeFocused()
  await expectAccessible(page)
  await dialogButton(page, 'Cancel').click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await signSelected(page).click()
  await enterPin(page, 'not this one')
  await expect(dialog).toContainText('3 tries left')
  await enterPin(page, scene.people.carla.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  expect(begun, 'one for each dialog').toBe(2)
  expect(await countSignatures(scene, batch)).toEqual([1, 1])
})

test('what cannot be signed is named with its reason, and the rest is signed', async ({ page, scene }) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 3, prefix: 'One is gone' })
  await scene.people.ana.call.rejectDocument({
    params: { signerGuid: batch.sent[1]!.signers[0]!.guid },
    body: { RejectionReason: 'in another window', AccessMethod: 'USER_PASS' },
  })
  await enterPin(page, scene.people.ana.pin)
  const summary = page.getByRole('dialog', { name: '2 of 3 documents signed' })
  await expect(summary.getByRole('listitem')).toHaveText([
    /One is gone 2.pdf.*rejected before or is no longer available/,
    'One is gone 1.pdf',
    'One is gone 3.pdf',
  ])
  await expectAccessible(page)
  expect(await countSignatures(scene, batch)).toEqual([1, 0, 1])
})

test(
  'the stop button ends a run, and what is not signed can be selected again',
  { tag: '@full' },
  async ({ page, scene }) => {
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 12, prefix: 'Stopped run' })
    await slowTimestamps(scene)
    await enterPin(page, scene.people.ana.pin)
    await expect(page.getByRole('dialog').getByText('You can close this window')).toBeVisible()
    await dialogButton(page, 'Stop').click()
    const summary = page.getByRole('dialog', { name: / of 12 documents signed$/ })
    await expect(summary).toContainText('You stopped', { timeout: 20_000 })
    await scene.portal.sandbox.control('reset', {})
    const signed = (await countSignatures(scene, batch)).filter((count) => count === 1).length
    expect(signed).toBeLessThan(12)
    await dialogButton(page, 'Select the unsigned ones again').click()
    await expect(page.getByRole('checkbox', { name: /^Select Stopped run/, checked: true })).toHaveCount(12 - signed)
  },
)

test('an answer that is lost is asked for again, and nothing is begun or signed twice', async ({ page, scene }) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'Lost answers' })
  for (const address of [BEGIN, AUTHORISE]) {
    // The server does it, and its answer never arrives.
    await page.route(address, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    }, { times: 1 }) // prettier-ignore
  }
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  expect(await countSignatures(scene, batch)).toEqual([1, 1])
})

test('an error that ends a run is told with its status, and nothing is signed', async ({ page, scene }) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'Refused run' })
  await page.route(AUTHORISE, (route) => route.fulfill(problem(403, 'CERTIFICATE_TYPE_NOT_ALLOWED')))
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('dialog', { name: 'No document was signed' })).toBeVisible()
  await expect(toasts(page).getByText('Error 403: Your account may not use certificates of this type.')).toBeVisible()
  await dialogButton(page, 'Select the unsigned ones again').click()
  await page.unroute(AUTHORISE)
  await signSelected(page).click()
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  expect(await countSignatures(scene, batch)).toEqual([1, 1])
})

test(
  'while there are no timestamps the dialog says so, and that it is tried again',
  { tag: '@full' },
  async ({ page, scene }) => {
    const batch = await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'No timestamps' })
    await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http503', times: 4 })
    await enterPin(page, scene.people.ana.pin)
    await expect(
      page.getByRole('dialog').getByText(/time stamps, does not answer.*It is tried again by itself/),
    ).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
    expect(await countSignatures(scene, batch)).toEqual([1, 1])
  },
)

test('who closes the page before the PIN was taken is asked', async ({ page, scene }) => {
  await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'Asked before' })
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.type())
    void question.accept()
  })
  await holdRequests(page, AUTHORISE)
  const asked = page.waitForRequest(AUTHORISE)
  await enterPin(page, scene.people.ana.pin)
  await asked
  await expect(page.getByRole('dialog').getByText('Do not close this window.')).toBeVisible()
  await page.reload()
  expect(questions).toEqual(['beforeunload'])
  expect(JSON.stringify(await sessionOf(page))).not.toContain(scene.people.ana.pin)
})
