/** What a person has signed, approved and rejected: a list of their own, and the documents behind it. */
import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { trySigning, type Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { expectAccessible, openAs, problem, stayUntilPressed, test } from '../scenes/portal-scene.ts'

interface Sent {
  readonly prefix: string
  readonly signed: string
  readonly approverGuid: string
}

/** As biel: a document signed, one approved and signed by its signer since, and one rejected. */
async function actAsBiel(scene: Scene): Promise<Sent> {
  const prefix = `Act ${crypto.randomUUID().slice(0, 4)}`
  const send = (name: string, more: Parameters<Scene['send']>[0]) =>
    scene.send({ ...more, description: { fileName: `${prefix} ${name}.pdf`, senderName: 'Legal department' } })
  const { ana, biel } = scene.people
  const signed = await send('signed', { signers: ['biel', 'ana'] })
  const approved = await send('approved', { signers: ['ana'], signer: { approvers: [{ userId: 'biel' }] } })
  const rejected = await send('rejected', { signers: ['biel'] })
  expect(await trySigning(biel, signed.signers[0]!.guid)).toBe(204)
  const waiting = await biel.call.pendingApprovals({ body: { Terms: { vidmobileuser: biel.userId } } })
  const approverGuid = waiting.find(({ DocGuid }) => DocGuid === approved.guid)!.ApproverGuid
  await biel.call.acceptApproval({ params: { approverGuid } })
  expect(await trySigning(ana, approved.signers[0]!.guid)).toBe(204)
  await biel.call.rejectDocument({
    params: { signerGuid: rejected.signers[0]!.guid },
    body: { RejectionReason: 'The annex is of last year', AccessMethod: 'USER_PASS' },
  })
  return { prefix, signed: signed.guid, approverGuid }
}

const rows = (page: Page) => page.getByRole('table', { name: 'Signed documents' }).getByRole('row')
const openList = (page: Page, scene: Scene, prefix: string) =>
  openAs(page, scene, { name: 'biel', path: `/signed?name=${encodeURIComponent(prefix)}` })

test('what was signed, approved and rejected stands there, the latest first, and is narrowed in the address', async ({
  page,
  scene,
}) => {
  const { prefix } = await actAsBiel(scene)
  await openAs(page, scene, { name: 'biel', path: '/documents?name=nothing-like-it' })
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Signed' }).click()
  await expect(page).toHaveURL(/\/signed$/)
  await expect(page).toHaveTitle(/Signed documents/)
  await page.getByLabel('Search by file name').fill(prefix.toUpperCase())
  await expect(rows(page).locator('time')).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText('The annex is of last year')
  await expect(rows(page)).toContainText(['What you did', 'Rejected', 'Approved', 'Signed'])
  await expect(rows(page).nth(2)).toContainText('Complete')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('What you did').selectOption('Approved')
  await expect(rows(page).locator('time')).toHaveCount(1)
  await expect(page).toHaveURL(/act=Approved/)
  await page.reload()
  await expect(rows(page).locator('time')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove the filter What you did Approved' }).click()
  await expect(rows(page).locator('time')).toHaveCount(3)
  await page.getByLabel('Sender').fill('nobody like this')
  await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).first().click()
  await expect(page).toHaveURL(/\/signed$/)
})

test('a signed document opens as it is now, an approved one as it was, a rejected one with its reason; and back', async ({
  page,
  scene,
}) => {
  const { prefix } = await actAsBiel(scene)
  await openList(page, scene, prefix)
  const open = (name: string) => page.getByRole('link', { name: `See ${prefix} ${name}.pdf` }).click()
  for (const [name, said, tabs] of [
    ['signed', /^You signed this document on/, ['Document', 'Signers', 'Signatures']],
    ['approved', /^You approved this document on/, ['Document']],
    ['rejected', /^You rejected this document on .*: The annex is of last year/, ['Document']],
  ] as const) {
    await open(name)
    await expect(page.getByText(said)).toBeVisible()
    await expect(page.locator('[data-page="1"] img')).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText([...tabs])
    for (const decision of ['Sign', 'Approve', 'Reject']) {
      await expect(page.getByRole('button', { name: decision, exact: true })).toHaveCount(0)
    }
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByText('This document is no longer available')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the signed documents' }).click()
    await expect(page).toHaveURL(/\/signed\?name=/)
    await expect(rows(page).locator('time')).toHaveCount(3)
  }
})

test(
  'an approval opened by its address after the decision is the one that was decided',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { approverGuid } = await actAsBiel(scene)
    await openAs(page, scene, { name: 'biel', path: `/approvals/${approverGuid}` })
    await expect(page.getByText(/^You approved this document on/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to the approvals' }).click()
    await expect(page).toHaveURL(/\/approvals/)
  },
)

test('the message after signing leads to what was signed', { tag: '@full' }, async ({ page, scene }) => {
  await stayUntilPressed(page)
  const sent = await scene.send({ signers: ['carla'], description: { fileName: 'Leads there.pdf' } })
  await openAs(page, scene, { name: 'carla', path: `/documents/${sent.guid}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.carla.pin)
  await pin.press('Enter')
  const toast = page.getByRole('status').filter({ hasText: 'Leads there.pdf was signed' })
  await toast.getByRole('button', { name: 'See signed' }).click()
  await expect(page).toHaveURL(/\/signed$/)
  await expect(rows(page).nth(1)).toContainText('Leads there.pdf')
})

test(
  'a failure says so and can be tried again, and nothing yet says what will stand there',
  { tag: '@full' },
  async ({ page, scene }) => {
    let isDown = true
    await page.route('**/signeddocuments?*', (route) =>
      isDown ? route.fulfill(problem(500, 'INTERNAL_ERROR')) : route.fallback(),
    )
    await openAs(page, scene, { name: 'biel', path: '/signed?name=never-sent-by-anybody' })
    await expect(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible()
    await page.route('**/signeddocuments*', (route) => route.fulfill({ json: { List: [], Next: null } }))
    await page.getByRole('button', { name: 'Clear all filters' }).first().click()
    await expect(page.getByRole('heading', { name: 'You have not signed anything yet' })).toBeVisible()
  },
)

test('more than a page comes when it is asked for', { tag: '@full' }, async ({ page, scene }) => {
  const entry = (n: number) => ({
    Guid: crypto.randomUUID(),
    DocGuid: crypto.randomUUID(),
    Act: 'Signed',
    IsApprover: false,
    FileName: `Page ${n}.pdf`,
    SenderName: '',
    Tag: '',
    OperationTime: '2026-01-01T10:00:00Z',
    RejectionReason: null,
    Deputy: null,
    DocumentState: 'Open',
  })
  await page.route('**/signeddocuments*', (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('Cursor') === 'next'
    return route.fulfill({ json: { List: [entry(isSecond ? 2 : 1)], Next: isSecond ? null : 'next' } })
  })
  await openAs(page, scene, { name: 'biel', path: '/signed' })
  await expect(rows(page).locator('time')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows(page).locator('time')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test(
      'the list with its filters, and each document behind it, are accessible, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        const { prefix, signed, approverGuid } = await actAsBiel(scene)
        const texts = readCatalogue(language)
        const path = `/signed?name=${encodeURIComponent(prefix)}&act=Rejected&sender=Legal`
        await openAs(page, scene, { name: 'biel', path, language })
        await expect(page.getByText('The annex is of last year')).toBeVisible()
        await look(page)
        await page.locator('[aria-expanded], [aria-haspopup]').filter({ hasText: texts.search.filters }).click()
        await expect(page.getByLabel(texts.history.act, { exact: true })).toBeVisible()
        await look(page)
        if (width === 390) await page.getByRole('button', { name: texts.search.show, exact: true }).click()
        for (const address of [`/documents/${signed}`, `/approvals/${approverGuid}`]) {
          await page.goto(`${scene.portal.url}${address}`)
          await expect(page.locator('[data-page="1"] img')).toBeVisible()
          await look(page)
        }
      },
    )
  })
}
