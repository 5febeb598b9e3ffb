/** Standing in: a deputy is named, accepts, acts in the name of another, and leaves that again. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { sampleOf, trySigning } from '@rubrica/testing'
import { expectAccessible, expectNothingClipped, openAs, PHONE, test, toasts } from '../scenes/portal-scene.ts'

const DAY_MS = 86_400_000
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test.beforeEach(({ scene }) =>
  scene.portal.server.database!.query(`update substitutions set ended_at = now(), ended_by = 'principal'`),
)

const partOf = (page: Page, name: string) => page.getByRole('list', { name })
const bar = (page: Page) => page.getByRole('region', { name: 'Standing in' })

type Scene = Parameters<typeof openAs>[1]

/** In force, without a screen. */
async function standIn(scene: Scene, kind: 'delegation' | 'assistant' = 'delegation'): Promise<void> {
  const { Guid: substitutionGuid } = await scene.people.ana.call.proposeSubstitution({
    body: {
      ...{ Deputy: 'biel', Kind: kind, From: day(-1), Until: day(3), TimeZone: 'Europe/Madrid' },
      ...{ Tags: [], Formula: 'on behalf of' },
    },
  })
  await scene.people.biel.call.acceptSubstitution({ params: { substitutionGuid } })
}

test('a colleague is asked, accepts, signs a document as themselves, and leaves', async ({ page, scene, browser }) => {
  const sent = await scene.send({ signers: ['ana'], description: { fileName: 'For Ana.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitem', { name: 'Absence' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Name a deputy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name a deputy' })
  await dialog.getByRole('button', { name: 'Ask them' }).click()
  await expect(dialog.getByText('Say who stands in for you.')).toBeVisible()
  await dialog.getByLabel('Colleague').fill('nobody')
  await dialog.getByRole('button', { name: 'Ask them' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nobody of your organisation')
  await expectAccessible(page)
  await dialog.getByLabel('Colleague').fill('biel')
  await dialog.getByRole('button', { name: 'Ask them' }).click()
  await expect(partOf(page, 'Who stands in for you').getByRole('listitem').first()).toContainText('Not answered yet')

  const other = await (await browser.newContext()).newPage()
  await openAs(other, scene, { name: 'biel', path: '/absence' })
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(partOf(other, 'For whom you stand in').getByText('In force')).toBeVisible()
  await other.getByRole('button', { name: 'Show documents' }).click()
  await expect(bar(other)).toContainText('You act for')
  await expect(other.getByRole('link', { name: 'Sent', exact: true })).toHaveCount(0)
  await expectAccessible(other)
  await other.goto(`${scene.portal.url}/documents/${sent.guid}`)
  await other.getByRole('button', { name: 'Sign', exact: true }).click()
  const pin = other.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.biel.pin)
  await pin.press('Enter')
  await expect(toasts(other).filter({ hasText: 'For Ana.pdf was signed' })).toBeVisible()
  const { rows, text } = await actedOn(scene, sent.guid)
  expect(rows).toEqual([{ signer: 'ana', acting: 'biel', state: 'signed' }])
  expect(text).toContain('on behalf of')
  await bar(other).getByRole('button', { name: 'Leave' }).click()
  await expect(other).toHaveURL(/\/absence$/)
  await expect(bar(other)).toHaveCount(0)
})

async function actedOn(scene: Scene, guid: string) {
  const rows = await scene.portal.server.database!.query(
    `select users.user_id as signer, (select user_id from users where id = acting_user_id) as acting, state
     from signers join users on users.id = signers.user_id where document_id = $1`,
    [guid],
  )
  return { rows, text: Buffer.from(await scene.download({ guid })).toString('latin1') }
}

test('several documents of somebody else are signed by one run', async ({ page, scene }) => {
  await standIn(scene)
  const sent = await Promise.all(
    ['One', 'Two'].map((fileName) =>
      scene.send({ signers: ['ana'], description: { fileName: `Run ${fileName}.pdf`, tags: ['of-the-run'] } }),
    ),
  )
  await openAs(page, scene, { name: 'biel', path: '/absence' })
  await page.getByRole('button', { name: 'Show documents' }).click()
  await expect(bar(page)).toBeVisible()
  await page.goto(`${scene.portal.url}/documents?tag=of-the-run`)
  for (const name of ['Run One.pdf', 'Run Two.pdf']) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  await page.getByRole('button', { name: /^Sign/ }).last().click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.biel.pin)
  await pin.press('Enter')
  for (const { guid } of sent) {
    await expect
      .poll(async () => (await actedOn(scene, guid)).rows, { timeout: 30_000 })
      .toEqual([{ signer: 'ana', acting: 'biel', state: 'signed' }])
  }
})

test('a deputy is authorised by a document that was signed, where the institution demands it, and reads it', async ({
  page,
  scene,
}) => {
  const demand = (isOn: boolean) =>
    scene.portal.server.database!.query('update subscriptions set demands_mandate = $1', [isOn])
  const sent = await scene.send({ signers: ['ana'], description: { fileName: 'My authorisation.pdf' } })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  await demand(true)
  await openAs(page, scene, { name: 'ana', path: '/absence' })
  await page.getByRole('button', { name: 'Name a deputy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name a deputy' })
  await dialog.getByLabel('Colleague').fill('biel')
  await dialog.getByLabel('Only documents from these senders').fill('Legal department; contracts\nTreasury')
  await dialog.getByRole('button', { name: 'Ask them' }).click()
  await expect(dialog.getByText('Choose the document in which you authorise your colleague.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Signed authorisation').selectOption({ value: sent.guid })
  await dialog.getByRole('button', { name: 'Ask them' }).click()
  const row = partOf(page, 'Who stands in for you').getByRole('listitem').filter({ hasText: 'Not answered yet' })
  await expect(row).toContainText('Only from: Legal department; contracts; Treasury')
  await demand(false)

  await openAs(page, scene, { name: 'biel', path: '/absence' })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the authorisation My authorisation.pdf' }).click()
  expect((await readFile(await (await saved).path())).equals(await scene.download(sent))).toBe(true)
  await expectAccessible(page)
})

test('an assistant reads, says what there is to know, and finds nothing to decide with', async ({ page, scene }) => {
  await standIn(scene, 'assistant')
  const sent = await scene.send({ signers: ['ana'], description: { fileName: 'To look at.pdf' } })
  await openAs(page, scene, { name: 'biel', path: '/absence' })
  await page.getByRole('button', { name: 'Show documents' }).click()
  await expect(bar(page)).toContainText('You look in for')
  await page.goto(`${scene.portal.url}/documents/${sent.guid}`)
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toHaveCount(0)
  const remarks = page.getByRole('region', { name: 'Remarks of deputies' })
  await remarks.getByLabel('I have checked this document').check()
  await remarks.getByLabel(/^What .* should know$/).fill('The sum on page 1 is agreed')
  // What is not saved yet is still there for who has looked elsewhere.
  await page.getByRole('tab', { name: 'Signers' }).click()
  await page.getByRole('tab').first().click()
  await remarks.getByRole('button', { name: 'Save' }).click()
  await expect(remarks.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectAccessible(page)

  await bar(page).getByRole('button', { name: 'Leave' }).click()
  await openAs(page, scene, { name: 'ana', path: '/documents?name=To%20look' })
  await expect(page.getByRole('row').filter({ hasText: 'To look at.pdf' })).toContainText('Checked by a deputy')
  await page.getByRole('link', { name: 'See To look at.pdf' }).click()
  await expect(remarks).toContainText('Checked by Biel')
  await expect(remarks).toContainText('The sum on page 1 is agreed')
  await expect(remarks.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})

test('who is told that it is over reads that, and goes back to their own documents', async ({ page, scene }) => {
  await standIn(scene)
  await openAs(page, scene, { name: 'biel', path: '/absence' })
  await page.getByRole('button', { name: 'Show documents' }).click()
  await expect(bar(page)).toBeVisible()
  const active = (await scene.people.ana.call.substitutions({})).find(({ State }) => State === 'active')!
  await scene.people.ana.call.endSubstitution({ params: { substitutionGuid: active.Guid } })
  await page.reload()
  await expect(page.getByText('You do not act for this person, or not any more.')).toBeVisible()
  await bar(page).getByRole('button', { name: 'Leave' }).click()
  await expect(partOf(page, 'For whom you stand in').getByText('Ended early').first()).toBeVisible()
})

test('a request is taken back, and an absence is ended, after a question', async ({ page, scene }) => {
  await standIn(scene)
  await openAs(page, scene, { name: 'ana', path: '/absence' })
  const open = partOf(page, 'Who stands in for you').getByRole('listitem').filter({ hasText: 'In force' })
  await open.getByRole('button', { name: 'End', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'End', exact: true }).click()
  await expect(open).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  // The words of German are the longest.
  for (const language of sampleOf(['de', 'es', 'ca', 'fr', 'en'] as const, 5)) {
    test(`no text of the screen, of its dialog and of the bar is cut off, in ${language}`, async ({ page, scene }) => {
      await standIn(scene)
      await openAs(page, scene, { name: 'biel', path: '/absence', language })
      await expect(page.locator('li[data-open]')).toHaveCount(1)
      await expectNothingClipped(page)
      await page.locator('main header button, main button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNothingClipped(page)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.locator('li[data-open] button').first().click()
      await expect(page.locator('header section')).toBeVisible()
      await expectNothingClipped(page)
      await expectAccessible(page)
    })
  }
})
