import { expect, type Page } from '@playwright/test'
import { linkAccount, type Scene } from '@rubrica/testing'
import {
  countSignatures,
  enterPin,
  openBatch,
  openBatchDialog,
  pinIn,
  selectPage,
  sendBatch,
  signSelected,
} from '../scenes/batch-scene.ts'
import { expectAccessible, expectTold, test, toasts } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import {
  freezeRuns,
  prepareRun,
  quickTimestamps,
  runButton,
  runInBackground,
  runNotice,
  slowTimestamps,
  stopRuns,
  untilRun,
} from '../scenes/runs-scene.ts'

test.beforeEach(({ scene }) => stopRuns(scene, 'ana'))
test.afterEach(async ({ scene }) => {
  await quickTimestamps(scene)
  await stopRuns(scene, 'ana')
})
test.afterAll(({ scene }) => restorePeople(scene))

/** As after a round of the run in which somebody else had signed. */
const askAgain = ({ portal }: Scene, runGuid: string) =>
  portal.server.database!.query('update signing_runs set authorised_at = now() where id = $1', [runGuid])

const progress = (page: Page) => runNotice(page).getByRole('progressbar')

test('after a reload in the middle of a run the list shows how far it is, and tells its end', async ({
  page,
  scene,
}) => {
  const batch = await openBatchDialog(page, scene, { name: 'ana', count: 10, prefix: 'Reloaded run' })
  await slowTimestamps(scene)
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('dialog').getByText('You can close this window')).toBeVisible()
  const thaw = await freezeRuns(page, scene, 'ana')
  await page.reload()
  await expect(runNotice(page).getByRole('heading', { name: /^Signing: \d of 10$/ })).toBeVisible()
  await expect(progress(page)).toHaveAttribute('aria-valuemax', '10')
  await expect(runNotice(page)).toContainText('the server signs the rest by itself')
  await expectAccessible(page)
  await quickTimestamps(scene)
  await thaw()
  await expectTold(page, '10 documents were signed')
  await expect(page.getByRole('heading', { name: /^Signing: / })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Reloaded run/ })).toHaveCount(0)
  expect(await countSignatures(scene, batch)).toEqual(Array(10).fill(1))
})

test('what goes on in the background is shown at once, and its end is told once', async ({ page, scene }) => {
  await runInBackground(page, scene, { name: 'ana', count: 3, prefix: 'Left run' })
  await expect(runNotice(page)).toContainText('of 3')
  await quickTimestamps(scene)
  await expect(toasts(page).getByText('3 documents were signed')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: /^Signing: / })).toHaveCount(0)
})

test('a run that is followed in its dialog is not told of behind it', { tag: '@full' }, async ({ page, scene }) => {
  const { sent } = await sendBatch(scene, { name: 'ana', count: 2, prefix: 'Other run' })
  const runGuid = await prepareRun(scene, { name: 'ana' }, sent.map(({ signers }) => signers[0]!.guid)) // prettier-ignore
  await askAgain(scene, runGuid)
  await openBatchDialog(page, scene, { name: 'ana', count: 2, prefix: 'In its dialog' })
  await expect(page.getByRole('heading', { name: '2 documents wait for your PIN', includeHidden: true })).toHaveCount(1)
  await slowTimestamps(scene)
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('dialog').getByText('You can close this window')).toBeVisible()
  await expect(page.getByRole('article', { includeHidden: true })).toHaveCount(1)
  await quickTimestamps(scene)
  await expect(toasts(page).getByText('2 documents were signed')).toHaveCount(1)
})

test('a run is paused and goes on from the list', { tag: '@full' }, async ({ page, scene }) => {
  const batch = await runInBackground(page, scene, { name: 'ana', count: 24, prefix: 'Paused run' })
  await runButton(page, 'Pause').click()
  await expect(runNotice(page).getByRole('heading', { name: /^Paused: \d+ of 24$/ })).toBeVisible()
  await expect(runNotice(page)).toContainText('Nothing more is signed until you let it go on')
  await expectAccessible(page)
  await quickTimestamps(scene)
  await page.reload()
  await expect(runNotice(page).getByRole('heading', { name: /^Paused: \d+ of 24$/ })).toBeVisible()
  await runButton(page, 'Go on').click()
  await expect(toasts(page).getByText('24 documents were signed')).toBeVisible({ timeout: 20_000 })
  expect(await countSignatures(scene, batch)).toEqual(Array(24).fill(1))
})

test('a run is stopped only after a question, and what is left can be signed', async ({ page, scene }) => {
  const batch = await runInBackground(page, scene, { name: 'ana', count: 24, prefix: 'Ended run' })
  // However long the question is looked at, nothing more is signed meanwhile.
  await runButton(page, 'Pause').click()
  await expect(runNotice(page).getByRole('heading', { name: /^Paused: \d+ of 24$/ })).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Stop signing?' })
  await runButton(page, 'Stop').click()
  await expect(question).toContainText('What is signed stays signed')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Do not stop' }).click()
  await expect(runButton(page, 'Stop')).toBeFocused()
  await runButton(page, 'Stop').click()
  await question.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(toasts(page).getByText(/\d of 24 documents signed|No document was signed/)).toBeVisible({ timeout: 20_000 }) // prettier-ignore
  const before = (await countSignatures(scene, batch)).filter((count) => count === 1).length
  expect(before).toBeLessThan(24)
  await expect(runNotice(page)).toHaveCount(0)
  await quickTimestamps(scene)
  await selectPage(page, 24 - before)
  await signSelected(page).click()
  await enterPin(page, scene.people.ana.pin)
  await expect(toasts(page).getByText(/were signed|was signed/)).toBeVisible({ timeout: 20_000 })
  expect(await countSignatures(scene, batch)).toEqual(Array(24).fill(1))
})

test('a run in which somebody else signed in between asks for the PIN again on the list', async ({ page, scene }) => {
  const { ana, biel } = scene.people
  const both = await scene.send({ signers: ['ana', 'biel'], description: { fileName: 'In between both.pdf' } })
  const alone = await scene.send({ signers: ['ana'], description: { fileName: 'In between alone.pdf' } })
  const runGuid = await prepareRun(scene, { name: 'ana' }, [both.signers[0]!.guid, alone.signers[0]!.guid])
  await ana.call.moveRun({ params: { runGuid }, body: { To: 'paused' } })
  await ana.call.authoriseRun({ params: { runGuid }, body: { PIN: ana.pin } })
  await biel.call.sign({
    params: { type: 'keyvault', signerGuid: both.signers[1]!.guid },
    body: { CertGUID: biel.certificateId, PIN: biel.pin, AccessMethod: 'USER_PASS' },
  })
  await openBatch(page, scene, { name: 'ana', prefix: 'In between' })
  await runButton(page, 'Go on').click()
  await expect(runNotice(page).getByRole('heading', { name: '1 document waits for your PIN' })).toBeVisible()
  await expect(runNotice(page)).toContainText('somebody else signed in between')
  await runButton(page, 'Enter the PIN').click()
  await expect(page.getByRole('dialog', { name: 'Sign 1 document' })).toBeVisible()
  await enterPin(page, 'not the PIN')
  await expect(page.getByRole('dialog')).toContainText(/Incorrect PIN, please try again.*4 tries left/)
  await expect(pinIn(page)).toBeFocused()
  await expect(pinIn(page)).toHaveValue('')
  await expectAccessible(page)
  await enterPin(page, ana.pin)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(toasts(page).getByText('2 documents were signed')).toBeVisible()
  expect(await countSignatures(scene, { sent: [both, alone] })).toEqual([2, 1])
})

test('a run that nobody has authorised is not told of, and who signs its documents begins anew', async ({
  page,
  scene,
}) => {
  const { sent } = await sendBatch(scene, { name: 'ana', count: 2, prefix: 'Never authorised' })
  const runGuid = await prepareRun(scene, { name: 'ana' }, sent.map(({ signers }) => signers[0]!.guid)) // prettier-ignore
  await openBatch(page, scene, { name: 'ana', prefix: 'Never authorised' })
  await selectPage(page, 2)
  await expect(runNotice(page)).toHaveCount(0)
  await signSelected(page).click()
  await enterPin(page, scene.people.ana.pin)
  await expect(toasts(page).getByText('2 documents were signed')).toBeVisible()
  await untilRun(scene, { name: 'ana', runGuid }, 'stopped')
  expect(await countSignatures(scene, { sent })).toEqual([1, 1])
})

test('a run whose certificate asks for a code is signed anew in the dialog', async ({ page, scene }) => {
  const keys = await linkAccount(scene, 'ana', 'firmaremota')
  const certificate = [...keys].find(([alias]) => alias.includes('(sms)'))![1].GUID
  const { sent } = await sendBatch(scene, { name: 'ana', count: 2, prefix: 'By a code' })
  const runGuid = await prepareRun(scene, { name: 'ana', certificate }, sent.map(({ signers }) => signers[0]!.guid)) // prettier-ignore
  await askAgain(scene, runGuid)
  await openBatch(page, scene, { name: 'ana', prefix: 'By a code' })
  await expect(runNotice(page).getByRole('heading', { name: '2 documents wait for you to sign' })).toBeVisible()
  await runButton(page, 'Sign').click()
  await expect(page.getByRole('dialog')).toContainText('By a code 1.pdf')
  await untilRun(scene, { name: 'ana', runGuid }, 'stopped')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(runNotice(page)).toHaveCount(0)
  await expect(page.getByText('2 selected')).toBeVisible()
})

test(
  'failures of a run that ended while nobody looked are told once, with their reasons',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { ana } = scene.people
    const { sent } = await sendBatch(scene, { name: 'ana', count: 3, prefix: 'Nobody looked' })
    await ana.call.rejectDocument({
      params: { signerGuid: sent[1]!.signers[0]!.guid },
      body: { RejectionReason: 'in another window', AccessMethod: 'USER_PASS' },
    })
    const runGuid = await prepareRun(scene, { name: 'ana' }, sent.map(({ signers }) => signers[0]!.guid)) // prettier-ignore
    await ana.call.authoriseRun({ params: { runGuid }, body: { PIN: ana.pin } })
    await untilRun(scene, { name: 'ana', runGuid }, 'done')
    await openBatch(page, scene, { name: 'ana', prefix: 'Nobody looked' })
    await expect(runNotice(page).getByRole('heading', { name: '2 of 3 documents signed' })).toBeVisible()
    await expectAccessible(page)
    await runButton(page, 'Details').click()
    const details = page.getByRole('dialog', { name: '2 of 3 documents signed' })
    await expect(details.getByRole('region', { name: 'Not signed' }).getByRole('listitem')).toHaveText([
      /Nobody looked 2.pdf.*rejected before or is no longer available/,
    ])
    await expect(details.getByRole('region', { name: 'Signed', exact: true }).getByRole('listitem')).toHaveText([
      'Nobody looked 1.pdf',
      'Nobody looked 3.pdf',
    ])
    const open = details.getByRole('link', { name: 'Open Nobody looked 1.pdf' })
    await expect(open).toHaveAttribute('href', `/documents/${sent[0]!.guid}`)
    await expectAccessible(page)
    const downloading = page.waitForEvent('download')
    await details.getByRole('button', { name: 'Download the list' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^signed-20\d\d-\d\d-\d\d\.csv$/)
    await details.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(runNotice(page)).toHaveCount(0)
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/signature/runs'))
    await page.reload()
    await asked
    await expect(page.getByText('No documents match')).toBeVisible()
    await expect(runNotice(page)).toHaveCount(0)
  },
)
