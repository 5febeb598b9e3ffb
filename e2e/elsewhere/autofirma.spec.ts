/** Signatures with Autofirma, the application on the person's PC, as the sandbox plays it. */
import { expect, type Page } from '@playwright/test'
import { verifyDocument, type Scene } from '@rubrica/testing'
import {
  ANNOUNCE,
  behave,
  COMPLETE,
  dialogOf,
  expectSigned,
  hurry,
  lastRun,
  noteCompletions,
  notePercents,
  openButton,
  openSigning,
  PATIENT,
  PLACE_LOOK_UP,
  test,
} from '../scenes/autofirma-scene.ts'
import { countSignatures, openBatch, selectPage, sendBatch, signSelected, withoutRuns } from '../scenes/batch-scene.ts'
import { expectAccessible, problem } from '../scenes/portal-scene.ts'

async function openSeveral(page: Page, scene: Scene, { count, prefix }: { count: number; prefix: string }) {
  const batch = await sendBatch(scene, { name: 'carla', count, prefix })
  await openBatch(page, scene, { name: 'carla', prefix })
  await selectPage(page, count)
  await signSelected(page).click()
  // What the application will sign is shown first.
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(count)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  return batch
}

test('who has nothing but Autofirma signs with the certificate chosen there, in five steps of twenty percent', async ({
  page,
  scene,
}) => {
  await behave(scene)
  const percents = await notePercents(page)
  const completions = noteCompletions(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.route('**/certs', (route) => route.fulfill(problem(404, 'NO_CERTIFICATES')))
  const sent = await openSigning(page, scene)
  await expect(page.getByRole('dialog', { name: 'Sign with Autofirma' })).toContainText('Nothing is signed before')
  await expect(openButton(page)).toBeFocused()
  await expect(dialogOf(page).getByRole('button', { name: 'another certificate' })).toHaveCount(0)
  const launched = Date.now()
  await openButton(page).click()
  await expect(dialogOf(page).getByRole('status')).toBeFocused()
  await expect(dialogOf(page).getByRole('status')).toContainText(
    'Choose your certificate in the Autofirma window',
    PATIENT,
  )
  expect(Date.now() - launched).toBeGreaterThan(1400)
  await expect(dialogOf(page).getByRole('status')).toContainText('1 of 1 signed', PATIENT)
  const finished = Date.now()
  await expect(dialogOf(page)).toHaveCount(0)
  expect(Date.now() - finished).toBeGreaterThan(1500)
  await expectSigned(page)
  expect(await percents()).toEqual([0, 20, 40, 60, 80, 100])
  expect(completions).toMatchObject([
    { HashAlgorithm: 'SHA512', IpAddress: '203.0.113.7', Location: '', From: 'WEB', AccessMethod: 'USER_PASS' },
  ])
  expect(asked).not.toContain(PLACE_LOOK_UP)
  // It ends with the connection, a moment after the page.
  await expect.poll(() => lastRun(scene)).toMatchObject({ dialogs: 1, isRunning: false })
  const run = await lastRun(scene)
  expect(run!.messages.join('\n')).toContain('&algorithm=SHA512withRSA&format=NONE&')
  expect(await verifyDocument(scene, sent)).toMatchObject({
    code: 0,
    integrity: 'intact',
    trust: 'anchored',
    signatures: [{ indication: 'TOTAL-PASSED' }],
  })
})

test(
  'beside a certificate it is one way among others; an elliptic key signs too, and the place is told with consent alone',
  { tag: '@full' },
  async ({ page, scene }) => {
    await hurry(page)
    await behave(scene, { person: 'biel' })
    const completions = noteCompletions(page)
    const sent = await openSigning(page, scene, 'biel')
    const dialog = dialogOf(page)
    await dialog.getByRole('radio', { name: 'Autofirma' }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const consent = dialog.getByRole('checkbox', { name: /where I am/ })
    await expect(consent).not.toBeChecked()
    await consent.check()
    await dialog.getByRole('button', { name: 'Sign without Autofirma' }).click()
    await dialog.getByRole('radio', { name: 'Autofirma' }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(consent).toBeChecked()
    await openButton(page).click()
    await expectSigned(page)
    expect(completions).toMatchObject([{ IpAddress: '203.0.113.7', Location: '41.38,2.17' }])
    expect(await verifyDocument(scene, sent)).toMatchObject({ code: 0, signatures: [{ indication: 'TOTAL-PASSED' }] })
  },
)

test('five documents are one dialog and one operation of the application', async ({ page, scene }) => {
  await hurry(page)
  await behave(scene, { person: 'carla' })
  const percents = await notePercents(page)
  const batch = await openSeveral(page, scene, { count: 5, prefix: 'On the PC' })
  await expect(dialogOf(page)).toContainText('it signs all 5 documents')
  await openButton(page).click()
  await expectSigned(page, '5 documents were signed')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /On the PC/ })).toHaveCount(0)
  const seen = await percents()
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen).toEqual(expect.arrayContaining([20, 40, 60, 80, 100]))
  const run = await lastRun(scene)
  expect(run).toMatchObject({ dialogs: 1, isRunning: false })
  expect(run!.messages.filter((message) => message.startsWith('afirma://')).map((one) => one.split('?')[0])).toEqual([
    'afirma://selectcert',
    'afirma://batch',
  ])
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1, 1, 1])
})

test('once Autofirma has made its values the tab may be closed, and the server signs by itself', async ({
  page,
  scene,
}) => {
  await hurry(page)
  await behave(scene, { person: 'carla' })
  const completions = noteCompletions(page)
  const batch = await openSeveral(page, scene, { count: 4, prefix: 'Closed on the PC' })
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'slow:2500', times: 100 })
  await openButton(page).click()
  await expect(dialogOf(page).getByRole('status')).toContainText('You can close this window', PATIENT)
  await expect(dialogOf(page).getByRole('button', { name: 'Continue in the background' })).toBeVisible()
  await expectAccessible(page)
  await page.close()
  await scene.portal.sandbox.control('reset', {})
  await expect.poll(() => countSignatures(scene, batch), { timeout: 30_000 }).toEqual([1, 1, 1, 1])
  expect(completions).toEqual([])
})

test(
  'of several documents, those that fail are told with their reasons, the others are signed, and a reload in the middle says which',
  { tag: '@full' },
  async ({ page, scene }) => {
    await hurry(page)
    await behave(scene, { person: 'carla', failing: [2] })
    let announced = 0
    await page.route(ANNOUNCE, (route) => {
      announced += 1
      return announced === 1 ? route.fulfill(problem(423, 'DOCUMENT_BUSY')) : route.continue()
    })
    const batch = await openSeveral(page, scene, { count: 4, prefix: 'Partly' })
    await openButton(page).click()
    const summary = page.getByRole('dialog', { name: '2 of 4 documents signed' })
    await expect(summary.getByRole('listitem')).toHaveText([
      /^Partly 1\.pdf.+/,
      /^Partly 3\.pdfAutofirma could not sign/,
      'Partly 2.pdf',
      'Partly 4.pdf',
    ])
    await summary.getByRole('button', { name: 'Select the unsigned ones again' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select Partly 3.pdf' })).toBeChecked()
    expect(await countSignatures(scene, batch)).toEqual([0, 1, 0, 1])

    await behave(scene, { person: 'carla' })
    // A server of before completes them one after the other, for as long as the page is there.
    await withoutRuns(page)
    let completed = 0
    // The second one has no answer yet when the page is loaded again.
    await page.route(COMPLETE, (route) => (++completed === 2 ? undefined : route.continue()))
    await signSelected(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await openButton(page).click()
    await expect(dialogOf(page)).toContainText('Finishing document 2 of 2', PATIENT)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    const notice = page.getByRole('region', { name: 'The signing was cut off' })
    await expect(notice).toContainText('1 of 2 documents was signed: “Partly 1.pdf”.')
    await expect(notice).toContainText('“Partly 3.pdf” was being signed')
    await expect(notice.getByRole('button', { name: 'Sign the rest' })).toBeVisible()
    await expect(page.getByText('1 selected')).toBeVisible()
  },
)
