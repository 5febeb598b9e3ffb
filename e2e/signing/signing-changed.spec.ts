/** A document that was changed after somebody signed it is signed only by who says so. */
import { expect, type Page } from '@playwright/test'
import { countMessages, linkAccount, nextCode, PROVIDER_PIN, type Scene } from '@rubrica/testing'
import {
  dialogButton,
  enterPin,
  openBatch,
  pinIn,
  selectPage,
  sendBatch,
  SIGN,
  signSelected,
  type SentBatch,
} from '../scenes/batch-scene.ts'
import { openAs, problem, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { changedAfterSigning, sendChanged, VALIDATION } from '../scenes/signatures-scene.ts'
import { allowTypes, codeIn, showAll } from '../scenes/signing-scene.ts'

test.afterAll(({ scene }) => restorePeople(scene))

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Sign it in spite of the changes?' })
const confirm = async (page: Page) => {
  await question(page).getByRole('checkbox').check()
  await question(page).getByRole('button', { name: 'Sign all the same' }).click()
}

/** What is said of one document when it is signed. */
interface Said {
  readonly AcceptChanges?: boolean
}

/** What the calls of the page that sign, or begin a run, say of changes, in their order. */
function noteAcceptance(page: Page): (boolean | undefined)[] {
  const said: (boolean | undefined)[] = []
  page.on('request', (request) => {
    const isOfRun = request.method() === 'POST' && request.url().endsWith('/signature/runs')
    if (!isOfRun && !request.url().includes('/signature/keyvault/')) return
    const body = request.postDataJSON() as Said & { Items?: readonly Said[] }
    said.push(...(body.Items ?? [body]).map(({ AcceptChanges }) => AcceptChanges))
  })
  return said
}

async function openChanged(page: Page, scene: Scene) {
  const sent = await sendChanged(scene, { signers: ['biel'] })
  await openAs(page, scene, { name: 'biel', path: `/documents/${sent.guid}` })
  return sent
}

const sign = (page: Page) => page.getByRole('button', { name: 'Sign', exact: true }).click()
const expectDone = (page: Page) => expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()

/** The changes can be looked at from the question, which stays behind the pictures. */
async function expectPictures(page: Page): Promise<void> {
  const look = page.getByRole('alertdialog').getByRole('button', { name: /^Compare \d+ pages?$/ })
  await look.click()
  const comparison = page.getByRole('dialog', { name: 'What changed, page by page' })
  await expect(comparison.getByRole('region', { name: 'Page 2 before and now' }).getByRole('img')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(comparison).toHaveCount(0)
  await expect(look).toBeFocused()
}

test('it is asked before anything else, says what it means, and only a tick lets it go on', async ({ page, scene }) => {
  const said = noteAcceptance(page)
  await openChanged(page, scene)
  await sign(page)
  await expect(question(page)).toContainText('the earlier signatures do not stand for them')
  await expect(question(page).getByRole('listitem')).toContainText('The content of a page was changed (page 2)')
  await expect(question(page).locator(':focus')).toHaveCount(1)
  await expect(question(page).getByRole('button', { name: 'Sign all the same' })).toBeDisabled()
  await expectPictures(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await sign(page)
  await confirm(page)
  await expect(pinIn(page)).toBeFocused()
  await enterPin(page, scene.people.biel.pin)
  await expectDone(page)
  expect(said).toEqual([true])
})

test('who was not asked before is asked when the server refuses, and signs with a second call', async ({
  page,
  scene,
}) => {
  const said = noteAcceptance(page)
  await page.route(VALIDATION, (route) => route.fulfill(problem(404, 'NOT_FOUND')))
  await openChanged(page, scene)
  await sign(page)
  await enterPin(page, scene.people.biel.pin)
  await confirm(page)
  await enterPin(page, scene.people.biel.pin)
  await expectDone(page)
  expect(said).toEqual([undefined, true])
})

test('nothing of it travels with a document that nobody has changed', async ({ page, scene }) => {
  const said = noteAcceptance(page)
  const { guid } = await scene.send({ signers: ['biel'] })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await sign(page)
  await enterPin(page, scene.people.biel.pin)
  await expectDone(page)
  expect(said).toEqual([undefined])
})

test(
  'with a certificate that sends codes the refusal comes before the code, which is sent after the answer',
  { tag: '@full' },
  async ({ page, scene }) => {
    await allowTypes(scene, 'biel', ['FirmaRemota'])
    await linkAccount(scene, 'biel', 'firmaremota')
    await page.route(VALIDATION, (route) => route.fulfill(problem(404, 'NOT_FOUND')))
    const fixed: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/signature/batches')) fixed.push(request.postDataJSON())
    })
    const before = await countMessages(scene)
    const { signers } = await openChanged(page, scene)
    const [{ guid } = { guid: '' }] = signers
    await sign(page)
    await showAll(page)
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /\(sms\)/ })
      .check()
    await dialogButton(page, 'Continue').click()
    await expect(question(page)).toBeVisible()
    expect(await countMessages(scene)).toBe(before)
    await confirm(page)
    const code = await nextCode(scene, before)
    await codeIn(page).fill(code)
    await enterPin(page, PROVIDER_PIN)
    await expectDone(page)
    expect(fixed).toEqual([
      expect.not.objectContaining({ AcceptChangesOf: [guid] }),
      expect.objectContaining({ AcceptChangesOf: [guid] }),
    ])
    await restorePeople(scene)
  },
)

async function openThree(page: Page, scene: Scene, prefix: string): Promise<SentBatch> {
  const batch = await sendBatch(scene, {
    name: 'biel',
    count: 3,
    prefix,
    special: { 2: { pdf: await changedAfterSigning(scene) } },
  })
  await openBatch(page, scene, { name: 'biel', prefix })
  await selectPage(page, 3)
  await signSelected(page).click()
  return batch
}

const batchQuestion = (page: Page) => page.getByRole('alertdialog', { name: '1 of the 3 documents was changed' })

test('a batch names what was changed before it begins, and leaves out what is not ticked', async ({ page, scene }) => {
  const said = noteAcceptance(page)
  const { names } = await openThree(page, scene, 'Left out')
  await expect(batchQuestion(page).getByRole('group')).toContainText(names[1]!)
  await expect(batchQuestion(page).getByRole('group')).not.toContainText(names[0]!)
  await expect(batchQuestion(page)).toContainText('The content of a page was changed (page 2)')
  await expectPictures(page)
  await dialogButtonOf(page, 'Continue with 2 documents').click()
  await enterPin(page, scene.people.biel.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  expect(said).toEqual([undefined, undefined])
  await expect(page.getByRole('link', { name: `${names[1]} Changed after it was signed`, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: names[0]!, exact: true })).toHaveCount(0)
})

test('a batch signs what is ticked, and says so of that document alone', { tag: '@full' }, async ({ page, scene }) => {
  const said = noteAcceptance(page)
  const { names } = await openThree(page, scene, 'Ticked')
  await batchQuestion(page)
    .getByRole('checkbox', { name: `Sign “${names[1]}” all the same` })
    .check()
  await dialogButtonOf(page, 'Continue with 3 documents').click()
  await enterPin(page, scene.people.biel.pin)
  await expect(page.getByRole('status').getByText('3 documents were signed')).toBeVisible()
  expect(said).toEqual([undefined, true, undefined])
})

test(
  'a changed document that a batch could not know of is told of at its end, and asked about the next time',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.route(VALIDATION, (route) => route.fulfill(problem(503, 'TEMPORARILY_UNAVAILABLE')))
    const { names } = await openThree(page, scene, 'Unknown')
    await enterPin(page, scene.people.biel.pin)
    const summary = page.getByRole('dialog', { name: '2 of 3 documents signed' })
    await expect(summary.getByRole('listitem').filter({ hasText: names[1]! })).toContainText(
      'it is signed only when you confirm that',
    )
    await page.unroute(VALIDATION)
    await dialogButton(page, 'Select the unsigned ones again').click()
    await signSelected(page).click()
    await confirm(page)
    await enterPin(page, scene.people.biel.pin)
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  },
)

test(
  'a wrong PIN is asked for again without the question about the changes',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.route(SIGN, (route) => route.fulfill(problem(422, 'WRONG_PIN')), { times: 1 })
    await openChanged(page, scene)
    await sign(page)
    await confirm(page)
    await enterPin(page, '0000')
    await expect(page.getByRole('dialog')).toContainText('Incorrect PIN')
    await enterPin(page, scene.people.biel.pin)
    await expectDone(page)
  },
)

function dialogButtonOf(page: Page, name: string) {
  return page.getByRole('alertdialog').getByRole('button', { name })
}
