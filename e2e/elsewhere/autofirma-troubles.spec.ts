/** What can come between a person and a signature with Autofirma: the application, its window, others, the network. */
import { expect } from '@playwright/test'
import { trySigning, verifyDocument } from '@rubrica/testing'
import {
  ANNOUNCE,
  behave,
  chooseByHand,
  COMPLETE,
  dialogOf,
  expectSigned,
  hurry,
  lastRun,
  noteCompletions,
  openButton,
  openSigning,
  PATIENT,
  test,
} from '../scenes/autofirma-scene.ts'
import { countSignatures } from '../scenes/batch-scene.ts'
import { expectAccessible, holdRequests, openAs } from '../scenes/portal-scene.ts'

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

test(
  'a window that waits is spoken of; cancelled in the portal, the application ends and nothing is signed',
  { tag: '@full' },
  async ({ page, scene }) => {
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
  },
)

test(
  'when somebody else signs meanwhile, the document is signed as it is then, without another choice',
  { tag: '@full' },
  async ({ page, scene }) => {
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
  },
)

test(
  'a signature without an answer can be left: the dialog closes, whatever became of it',
  { tag: '@full' },
  async ({ page, scene }) => {
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
  },
)
