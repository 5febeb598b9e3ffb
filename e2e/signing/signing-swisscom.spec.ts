/** Signatures that are confirmed on Swisscom's page, in a second tab, and what can come between. */
import { expect } from '@playwright/test'
import { trySigning, type Scene } from '@rubrica/testing'
import { openBatch, selectAll, sendBatch, signSelected } from '../scenes/batch-scene.ts'
import { rows } from '../scenes/certificates-scene.ts'
import { expectAccessible, openAs, problem, test } from '../scenes/portal-scene.ts'
import { allowTypes, openDialog, openSeveral } from '../scenes/signing-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import {
  comeBackTo,
  decideThere,
  goToSwisscom,
  inDialog,
  injectSwisscom,
  lookWhenAsked,
  onConsentPage,
  pagesOf,
} from '../scenes/swisscom-scene.ts'
import { expectVerified } from '../scenes/verify-signed.ts'

const COMPLETE = '**/signature/swisscom/*/completesignature/*'

test.beforeEach(({ scene }) => scene.portal.sandbox.control('reset', {}))
test.afterAll(({ scene }) => restorePeople(scene))

test.describe.configure({ mode: 'serial' })

async function certificatesOfSwisscom({ portal, people }: Scene): Promise<number> {
  const [row] = await portal.server.database!.query<{ count: number }>(
    `select count(*)::int from certificates where user_id = $1 and type = 'swisscom'`,
    [people.ana.userId],
  )
  return row!.count
}

test('a document is confirmed on the page in a second tab and signed as soon as the person is back', async ({
  page,
  scene,
}) => {
  await lookWhenAsked(page)
  await allowTypes(scene, 'ana', ['KeyVault', 'Swisscom'])
  const { DN, Phone } = await scene.people.ana.call.swisscomIdentity({})
  // Each signature has one of its own, and other tests have signed so.
  const made = await certificatesOfSwisscom(scene)
  const document = await openDialog(page, scene, { name: 'ana' })
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'Swisscom' }).check()
  await inDialog(page, 'Continue').click()

  // Who will sign is read before anybody is asked.
  await expect(dialog).toHaveAccessibleName('Sign with Swisscom')
  await expect(dialog).toHaveAccessibleDescription('To sign.pdf')
  await expect(dialog.getByRole('definition')).toContainText([/^Ana Vidal Serra00000000T/, Phone!])
  await expect(inDialog(page, 'Go to Swisscom')).toBeFocused()
  const wholeName = dialog.getByText(DN.replaceAll(/,(?=\w+=)/g, ', '))
  await expect(wholeName).toBeHidden()
  await dialog.getByText('Distinguished name (DN)').click()
  await expect(wholeName).toBeVisible()
  await expectAccessible(page)

  const tab = await goToSwisscom(page)
  expect(await tab.evaluate('window.opener')).toBeNull()
  await expect(inDialog(page, 'I have confirmed')).toBeFocused()
  await inDialog(page, 'I have confirmed').click()
  await expect(dialog.getByRole('alert')).toContainText('Authorization not completed')
  await expectAccessible(page)

  await decideThere(tab, 'accept')
  await comeBackTo(page)
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  await expect(page).toHaveURL(/\/documents(\?|$)/)
  await expectVerified(scene, document)

  await page.goto(`${scene.portal.url}/certificates`)
  await page.getByRole('tab', { name: 'Swisscom' }).click()
  await expect(page.getByRole('tabpanel').getByRole('definition').last()).toHaveText(Phone!)
  await expect(rows(page)).toHaveCount(made + 1)
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Subject', 'Expires'])
  await expect(page.getByRole('tabpanel').getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
})

test(
  'what was confirmed is signed by itself: nobody presses a button or comes back to the window',
  { tag: '@full' },
  async ({ page, scene }) => {
    await allowTypes(scene, 'ana', ['Swisscom'])
    const document = await openDialog(page, scene, { name: 'ana' })
    const tab = await goToSwisscom(page)
    const asked = page.waitForResponse(COMPLETE)
    await expect(page.getByRole('dialog')).toContainText('this window notices it by itself')
    expect((await asked).status()).toBe(409)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0)
    await decideThere(tab, 'accept')
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
    await expectVerified(scene, document)
  },
)

test('the only way is taken by itself; where the browser blocks the tab a link leads there, and a refusal is said', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['Swisscom'])
  await lookWhenAsked(page)
  await page.addInitScript('window.open = () => null')
  const document = await openDialog(page, scene, { name: 'ana' })
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('link', { name: 'Open the page of Swisscom' })
  const follow = async () => {
    const opened = page.context().waitForEvent('page')
    await link.click()
    return onConsentPage(await opened)
  }
  await inDialog(page, 'Go to Swisscom').click()
  await expect(dialog).toContainText('Your browser has not let the page of Swisscom open.')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expectAccessible(page)
  await decideThere(await follow(), 'cancel')
  await inDialog(page, 'I have confirmed').click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Authorization not completed: the signature was refused. The document is not signed.',
  )
  await expect(inDialog(page, 'Ask again')).toBeFocused()
  await expectAccessible(page)
  await inDialog(page, 'Ask again').click()
  await decideThere(await follow(), 'accept')
  await inDialog(page, 'I have confirmed').click()
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  await expectVerified(scene, document)

  await openSeveral(page, scene, { name: 'ana', count: 2, prefix: 'By consent' })
  // One confirmation signs one document: they are asked for one after another.
  await expect(page.getByRole('dialog')).toContainText('confirm each of these 2 documents by itself')
})

test('who is asked on the phone alone is told so, and has signed once they have confirmed there', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['Swisscom'])
  await lookWhenAsked(page)
  const document = await openDialog(page, scene, { name: 'ana' })
  const dialog = page.getByRole('dialog')
  await injectSwisscom(scene, 'phone-alone', 'sign')
  // The portal asks at once, and the person is not that fast.
  await page.route(COMPLETE, (route) => route.fulfill(problem(409, 'CONSENT_PENDING')), { times: 1 })
  await inDialog(page, 'Go to Swisscom').click()
  await expect(dialog).toContainText('Swisscom asks you on your phone to confirm the signature.')
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
  await expect.poll(() => pagesOf(page.context())).toBe(1)
  await inDialog(page, 'I have confirmed').click()
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  await expectVerified(scene, document)
})

test('a confirmation that comes too late, or from somebody else, and an answer that never comes are said, and the way goes on', async ({
  page,
  scene,
}) => {
  await lookWhenAsked(page)
  // One document of the list, by the dialog that signs several.
  const { names, sent } = await sendBatch(scene, { name: 'ana', count: 2, prefix: 'From the list' })
  await openBatch(page, scene, { name: 'ana', prefix: 'From the list' })
  await selectAll(page, names.slice(0, 1))
  await signSelected(page).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await page.route('**/signature/swisscom/*/signrequest', (route) => route.abort(), { times: 1 })
  await inDialog(page, 'Go to Swisscom').click()
  await expect(alert).toHaveText(/^UndefinedNetwork errorCheck your connection/)
  await expect.poll(() => pagesOf(page.context())).toBe(1)

  let tab = await goToSwisscom(page)
  for (const [fault, text] of [
    ['person-late', 'it was not confirmed in time'],
    ['person-changed', 'someone else than you confirmed it'],
  ] as const) {
    await injectSwisscom(scene, fault)
    await inDialog(page, 'I have confirmed').click()
    await expect(alert).toContainText(`Authorization not completed: ${text}`)
    await tab.close()
    tab = await goToSwisscom(page, 'Ask again')
  }

  await page.route(COMPLETE, (route) => route.abort(), { times: 1 })
  await inDialog(page, 'I have confirmed').click()
  await expect(alert).toHaveText(/^UndefinedNetwork errorCheck your connection/)
  await expectAccessible(page)
  await decideThere(tab, 'accept')
  await inDialog(page, 'Try again').click()
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  await expect(page.getByRole('link', { name: names[0]!, exact: true })).toHaveCount(0)
  await expectVerified(scene, sent[0]!)
})

test(
  'pressed twice, closed, and gone on with in another browser: it is one request, and the document is signed once',
  { tag: '@full' },
  async ({ page, scene, browser }) => {
    const document = await openDialog(page, scene, { name: 'ana' })
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/signrequest')) asked += 1
    })
    const opened = page.context().waitForEvent('page')
    await inDialog(page, 'Go to Swisscom').dblclick()
    const first = await onConsentPage(await opened)
    expect([asked, pagesOf(page.context())]).toEqual([1, 2])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('status').getByText('Your request stays valid for some minutes')).toBeVisible()
    const address = first.url()
    await decideThere(first, 'accept')
    await page.close()

    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await lookWhenAsked(elsewhere)
    await openAs(elsewhere, scene, { name: 'ana', path: `/documents/${document.guid}` })
    await elsewhere.getByRole('button', { name: 'Sign', exact: true }).click()
    const second = await goToSwisscom(elsewhere)
    expect(second.url()).toBe(address)
    await inDialog(elsewhere, 'I have confirmed').dblclick()
    await expect(elsewhere.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
    await expectVerified(scene, document)
    await context.close()
  },
)

test(
  'somebody else who signs meanwhile makes the confirmation void, and it is asked for again',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid, signers } = await scene.send({ signers: ['ana', 'biel'], description: { fileName: 'For two.pdf' } })
    await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const tab = await goToSwisscom(page)
    expect(await trySigning(scene.people.biel, signers[1]!.guid)).toBe(204)
    await decideThere(tab, 'accept')
    await comeBackTo(page)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'Someone else signed the document meanwhile, so what you confirmed is no longer valid. Sign again.',
    )
    await decideThere(await goToSwisscom(page, 'Ask again'), 'accept')
    await comeBackTo(page)
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
    await expectVerified(scene, { guid }, 2)
  },
)

test(
  'changes are confirmed before the page of Swisscom opens, and a document that is over leads back to the list',
  { tag: '@full' },
  async ({ page, scene }) => {
    await lookWhenAsked(page)
    await openDialog(page, scene, { name: 'ana' })
    const question = page.getByRole('alertdialog')
    const bodies: unknown[] = []
    await page.route('**/signrequest', async (route) => {
      bodies.push(route.request().postDataJSON())
      if (bodies.length === 1) await route.fulfill(problem(422, 'DOCUMENT_SUSPICIOUS'))
      else await route.continue()
    })
    await inDialog(page, 'Go to Swisscom').click()
    await question.getByRole('checkbox').check()
    await question.getByRole('button', { name: 'Sign all the same' }).click()
    await goToSwisscom(page)
    expect(bodies).toEqual([{ AccessMethod: 'USER_PASS' }, { AccessMethod: 'USER_PASS', AcceptChanges: true }])
    expect(pagesOf(page.context())).toBe(2)
    await page.route(COMPLETE, (route) => route.fulfill(problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE')))
    await inDialog(page, 'I have confirmed').click()
    await expect(page.getByText('This document is no longer available')).toBeVisible()
    await expect(page).toHaveURL(/\/documents(\?|$)/)
  },
)

test(
  'a document that is not there any more ends the way: the dialog closes, and a message says why',
  { tag: '@full' },
  async ({ page, scene }) => {
    await lookWhenAsked(page)
    await openDialog(page, scene, { name: 'ana' })
    await page.route('**/signrequest', (route) => route.fulfill(problem(404, 'DOCUMENT_NOT_FOUND')))
    await inDialog(page, 'Go to Swisscom').click()
    await expect(page.getByRole('status').getByText(/404/)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)
