/** Signatures with Autofirma, the application on the person's PC, as the sandbox plays it. */
import { expect, type Page } from '@playwright/test'
import { trySigning, verifyDocument, type Scene } from '@rubrica/testing'
import {
  behave,
  chooseByHand,
  dialogOf,
  hurry,
  lastRun,
  notePercents,
  openButton,
  openSigning,
  PLACE_LOOK_UP,
  test,
} from '../scenes/autofirma-scene.ts'
import { countSignatures, openBatch, selectPage, sendBatch, signSelected } from '../scenes/batch-scene.ts'
import { expectAccessible, holdRequests, openAs, problem } from '../scenes/portal-scene.ts'

/** The call that completes a signature; its path ends with the signer. */
const COMPLETE = /\/api\/localsignature\/[0-9a-f-]+$/
const ANNOUNCE = /\/api\/localsignature\/[0-9a-f-]+\/certificate$/

/**
 * The application is asked every two seconds, two cores may be slow, and Chromium holds back by seconds who has often
 * failed to connect: as the tests before, in the same browser.
 */
const PATIENT = { timeout: 40_000 }
const expectSigned = (page: Page, words: string | RegExp = /\.pdf was signed$/) =>
  expect(page.getByRole('status').getByText(words)).toBeVisible(PATIENT)

/** Keeps what the completion calls of the page say. */
function noteCompletions(page: Page) {
  const bodies: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (COMPLETE.test(request.url())) bodies.push(request.postDataJSON() as Record<string, unknown>)
  })
  return bodies
}

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

test('beside a certificate it is one way among others; an elliptic key signs too, and the place is told with consent alone', async ({
  page,
  scene,
}) => {
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
})

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

test('of several documents, those that fail are told with their reasons, the others are signed, and a reload in the middle says which', async ({
  page,
  scene,
}) => {
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
})

interface Trouble {
  readonly behaviour: object
  readonly says: RegExp
  /** What mends it; another try unless said otherwise. */
  readonly button?: string
  /** Nothing is wrong with the application, which nobody has to download then. */
  readonly noLink?: boolean
}

const TROUBLES: readonly Trouble[] = [
  { behaviour: { pick: 'cancel' }, says: /You cancelled in Autofirma/, noLink: true },
  { behaviour: { certificates: [] }, says: /No electronic certificates found\..*install the application/ },
  {
    behaviour: { pick: 'no-signing', certificates: ['expired', 'no-signing'] },
    says: /it was not issued for signing/,
    button: 'Choose another one in Autofirma',
    noLink: true,
  },
  { behaviour: { isLocked: true }, says: /No electronic certificates found\..*a password, it may have been wrong/ },
  { behaviour: { answer: 'err-00:=AF201101 - x' }, says: /the password or the PIN was wrong/ },
  { behaviour: { isOtherSession: true }, says: /An older Autofirma answered/ },
  { behaviour: { hangsUp: true }, says: /connection to Autofirma broke off/ },
  { behaviour: { answer: 'SAF_41: Version' }, says: /version of Autofirma does not work/ },
  { behaviour: { answer: 'err-00:=AF420001 - x' }, says: /its own PC only/ },
  { behaviour: { answer: 'err-00:=AF600105 - x' }, says: /did not accept.*AF600105/ },
  { behaviour: { answer: 'no answer of this protocol' }, says: /reported an error/ },
  {
    behaviour: { pick: 'other' },
    says: /belongs to someone else/,
    button: 'Choose another one in Autofirma',
    noLink: true,
  },
  {
    behaviour: { pick: 'revoked', certificates: ['revoked'] },
    says: /it was revoked/,
    button: 'Choose another one in Autofirma',
    noLink: true,
  },
]

test('whatever goes wrong in the application is said with its remedy and the way to the download, and can be tried again', async ({
  page,
  scene,
}) => {
  test.setTimeout(120_000)
  await hurry(page)
  const completions = noteCompletions(page)
  await behave(scene, TROUBLES[0]!.behaviour)
  const sent = await openSigning(page, scene)
  await openButton(page).click()
  const failure = page.getByRole('alertdialog', { name: 'Autofirma' })
  const link = failure.getByRole('link', { name: /Official download page/ })
  for (const [i, { says, button = 'Try again', noLink = false }] of TROUBLES.entries()) {
    await expect(failure).toContainText(says, PATIENT)
    await expect(failure).toContainText('Nothing was signed')
    await expect(link).toHaveCount(noLink ? 0 : 1)
    await behave(scene, TROUBLES[i + 1]?.behaviour)
    await failure.getByRole('button', { name: button }).click()
  }
  await expectSigned(page)
  expect(completions).toHaveLength(1)
  expect(await countSignatures(scene, { sent: [sent] })).toEqual([1])
})

test('an application that does not start is told with what may be the matter, and nothing is asked of the server', async ({
  page,
  scene,
}) => {
  await hurry(page)
  await behave(scene, { startsAfter: null })
  const announced: string[] = []
  page.on('request', (request) => ANNOUNCE.test(request.url()) && announced.push(request.url()))
  await openSigning(page, scene, 'biel')
  await dialogOf(page).getByRole('radio', { name: 'Autofirma' }).check()
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click()
  await openButton(page).click()
  const failure = page.getByRole('alertdialog', { name: 'Autofirma' })
  await expect(failure).toContainText('Autofirma is not installed, or it did not start.')
  await expect(failure.getByRole('link', { name: /Official download page/ })).toHaveAttribute(
    'href',
    'https://firmaelectronica.gob.es/Home/Descargas.html',
  )
  expect(announced).toEqual([])
  await failure.getByRole('button', { name: 'Sign without Autofirma' }).click()
  await expect(dialogOf(page).getByRole('radio')).toHaveCount(2)
})

test('a press beside the dialog closes neither the form before Autofirma nor what it started', async ({
  page,
  scene,
}) => {
  await hurry(page)
  await behave(scene, { pick: 'by-hand' })
  const sent = await openSigning(page, scene)
  await expect(openButton(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await openButton(page).click()
  await page.mouse.click(5, 5)
  await expect(dialogOf(page).getByRole('status')).toContainText('Look at its window', PATIENT)
  await page.mouse.click(5, 5)
  await chooseByHand(scene)
  await expectSigned(page)
  expect(await countSignatures(scene, { sent: [sent] })).toEqual([1])
})

test('a window that waits is spoken of; cancelled in the portal, the application ends and nothing is signed', async ({
  page,
  scene,
}) => {
  await hurry(page)
  await behave(scene, { pick: 'by-hand' })
  const completions = noteCompletions(page)
  const sent = await openSigning(page, scene)
  await openButton(page).click()
  await expect(dialogOf(page).getByRole('status')).toContainText('Look at its window', PATIENT)
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeFocused()
  await expect.poll(async () => (await lastRun(scene))?.isRunning).toBe(false)

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await openButton(page).click()
  await expect(dialogOf(page).getByRole('status')).toContainText('Look at its window', PATIENT)
  const other = await page.context().newPage()
  await page.close()
  await expect.poll(async () => (await lastRun(scene))?.isRunning).toBe(false)
  await openAs(other, scene, { name: 'ana', path: `/documents/${sent.guid}` })
  await other.getByRole('button', { name: 'Sign', exact: true }).click()
  await openButton(other).click()
  await expect(dialogOf(other).getByRole('status')).toContainText('Choose your certificate', PATIENT)
  await chooseByHand(scene)
  await expectSigned(other)
  expect(completions).toEqual([])
  expect(await countSignatures(scene, { sent: [sent] })).toEqual([1])
})

test('when somebody else signs meanwhile, the document is signed as it is then, without another choice', async ({
  page,
  scene,
}) => {
  await hurry(page)
  await behave(scene)
  const sent = await scene.send({ signers: ['ana', 'biel'] })
  await openAs(page, scene, { name: 'ana', path: `/documents/${sent.guid}` })
  const release = await holdRequests(page, String.raw`**/api/localsignature/*`)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await openButton(page).click()
  await expect(dialogOf(page).getByRole('status')).toContainText('Finishing the document', PATIENT)
  await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  expect(await trySigning(scene.people.biel, sent.signers[1]!.guid)).toBe(204)
  release()
  await expectSigned(page)
  expect(await lastRun(scene)).toMatchObject({ dialogs: 1 })
  const passed = { indication: 'TOTAL-PASSED' }
  expect(await verifyDocument(scene, sent)).toMatchObject({ code: 0, signatures: [passed, passed] })
})

test('a signature without an answer can be left: the dialog closes, whatever became of it', async ({ page, scene }) => {
  await hurry(page)
  await behave(scene)
  for (const signatures of [0, 1]) {
    await page.route(COMPLETE, async (route) => {
      if (signatures > 0) await route.fetch()
      await route.abort('connectionreset')
    })
    const sent = await openSigning(page, scene)
    await openButton(page).click()
    const lost = page.getByRole('alertdialog', { name: 'No answer from the server' })
    await expect(lost).toContainText('it is not known yet', PATIENT)
    await lost.getByRole('button', { name: 'Close' }).click()
    await expect(dialogOf(page)).toHaveCount(0)
    expect(await countSignatures(scene, { sent: [sent] })).toEqual([signatures])
    await page.unroute(COMPLETE)
  }
})
