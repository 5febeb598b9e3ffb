/** Documents that bear signatures already: what the viewer says of them, and what was changed since. */
import { expect, type Page } from '@playwright/test'
import { trySigning } from '@rubrica/testing'
import { expectAccessible, holdRequests, openAs, PHONE, problem, test } from '../scenes/portal-scene.ts'
import {
  changedAfterSigning,
  found,
  foundSignature,
  line,
  REVISION_PAGE,
  sayOfSignatures,
  sendChanged,
  signaturesTab,
  VALIDATION,
  warning,
} from '../scenes/signatures-scene.ts'

const firstPage = (page: Page) => page.locator('[data-page="1"] img')
const compareButton = (page: Page, count: number) => page.getByRole('button', { name: `Compare ${count} pages` })
const picture = (page: Page, name: string) => page.getByRole('dialog').getByRole('img', { name })

test('intact signatures are told in a quiet line, which leads to each of them', async ({ page, scene }) => {
  const sent = await scene.send({ signers: ['ana', 'biel'], description: { fileName: 'Signed in turn.pdf' } })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  await openAs(page, scene, { name: 'biel', path: `/documents/${sent.guid}` })
  // Whether its certificate was still good is asked for in the background, and may not be known yet.
  await expect(line(page)).toHaveText(/^1 signature, intact(\. Not everything could be checked yet)?$/)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.getByRole('button', { name: 'See the signatures' }).click()
  await expect(signaturesTab(page)).toBeFocused()
  const signature = page.getByRole('article', { name: /Ana/ })
  for (const fact of [
    'Signed, by the signer’s own clock',
    'Proved by a time stamp',
    'With a time stamp (T)',
    'Confirmed by an authority that this portal trusts',
  ]) {
    await expect(signature).toContainText(fact)
  }
})

test('a document that was changed after it was signed is marked in the list', async ({ page, scene }) => {
  await sendChanged(scene, { signers: ['biel'], description: { fileName: 'Marked, changed.pdf' } })
  await scene.send({ signers: ['biel'], description: { fileName: 'Marked, unsigned.pdf' } })
  const { call } = scene.people.biel
  const isKnown = () =>
    call
      .pendingDocuments({ query: { FileName: 'Marked, changed' } })
      .then(({ List }) => List.some(({ Integrity }) => Integrity === 'suspicious'))
  await expect.poll(isKnown).toBe(true)
  await openAs(page, scene, { name: 'biel', path: '/documents?name=Marked' })
  const rowOf = (name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name })
  await expect(rowOf('Marked, changed.pdf')).toContainText('Changed after it was signed')
  await expect(rowOf('Marked, unsigned.pdf')).toBeVisible()
  await expect(page.getByText('Changed after it was signed')).toHaveCount(1)
  await expectAccessible(page)
})

test('a document without signatures says nothing of them', { tag: '@full' }, async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  const answered = page.waitForResponse(VALIDATION)
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  expect((await answered).status()).toBe(200)
  await expect(firstPage(page)).toBeVisible()
  await expect(signaturesTab(page)).toHaveCount(0)
  await expect(page.getByText('intact')).toHaveCount(0)
})

test(
  'a server that does not look at signatures is as good as a document without any',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await sendChanged(scene, { signers: ['biel'] })
    await page.route(VALIDATION, (route) => route.fulfill(problem(404, 'NOT_FOUND')))
    const answered = page.waitForResponse(VALIDATION)
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await answered
    await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
    await expect(signaturesTab(page)).toHaveCount(0)
    await expect(warning(page)).toHaveCount(0)
  },
)

test('the pages do not wait for what is found about the signatures', { tag: '@full' }, async ({ page, scene }) => {
  const { guid } = await sendChanged(scene, { signers: ['biel'] })
  const release = await holdRequests(page, VALIDATION)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const request = page.waitForRequest(VALIDATION)
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expect(firstPage(page)).toBeVisible()
  await request
  const place = (pattern: RegExp) => asked.findIndex((path) => pattern.test(path))
  expect(place(/\/remote\/pages\/1$/)).toBeLessThan(place(/\/validation$/))
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
  release()
  await expect(warning(page)).toBeVisible()
})

test('when it cannot be found out, the line says so and asks again', { tag: '@full' }, async ({ page, scene }) => {
  const { guid } = await sendChanged(scene, { signers: ['biel'] })
  await page.route(VALIDATION, (route) => route.abort('connectionreset'))
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expect(page.getByText('could not be checked')).toBeVisible()
  await page.unroute(VALIDATION)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(warning(page)).toBeVisible()
})

test(
  'a page changed after a signature is told loudly, and shown as it was and as it is',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await sendChanged(scene, { signers: ['biel'], description: { fileName: 'Lease.pdf' } })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await expect(warning(page)).toContainText('Some changes go beyond what may be done to a signed document')
    await warning(page).getByRole('button', { name: 'See what changed' }).click()
    await expect(signaturesTab(page)).toBeFocused()
    const signature = page.getByRole('article', { name: /Ana/ })
    await expect(signature.getByRole('listitem').first()).toContainText(
      'The content of a page was changed (page 2) Not allowed',
    )
    // The portal itself has prepared the place where Biel signs.
    await expect(signature.getByRole('listitem').nth(1)).toContainText(
      'A place for another signature was added (page 1) Allowed',
    )

    const pictures = ['3', '5'].map(async (revision) => {
      const answer = await page.waitForResponse(new RegExp(`/revisions/${revision}/pages/2\\b`))
      return ((await answer.json()) as { DocPageRendered: string[] }).DocPageRendered
    })
    await compareButton(page, 2).click()
    const dialog = page.getByRole('dialog', { name: 'What changed, page by page' })
    await expect(dialog.getByRole('region', { name: 'Page 2 before and now' })).toBeFocused()
    await expect(picture(page, 'Page 2: As it was signed')).toBeVisible()
    await expect(picture(page, 'Page 2: As it is now')).toBeVisible()
    const [before, after] = await Promise.all(pictures)
    expect(before).not.toEqual(after)
    await expect(dialog.getByText('What looks different is outlined')).toBeVisible()
    // The words of the page, 18 points high in its upper part, were changed; on both pictures they are outlined.
    const outlines = dialog.locator('[data-difference]')
    await expect(outlines).toHaveCount(2)
    for (const outline of await outlines.all()) {
      const [box, sheet] = await Promise.all([outline.boundingBox(), outline.locator('..').boundingBox()])
      expect((box!.y - sheet!.y) / sheet!.height).toBeLessThan(1 - 760 / 842)
      expect((box!.y + box!.height - sheet!.y) / sheet!.height).toBeGreaterThan(1 - 760 / 842)
      expect(box!.height / sheet!.height).toBeLessThan(0.1)
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(compareButton(page, 2)).toBeFocused()
  },
)

test(
  'arrow keys lead through the changed pages; a missing page and a failed one are told apart',
  { tag: '@full' },
  async ({ page, scene }) => {
    const change = (Page: number) => ({ What: 'PAGE_CONTENT', Page, Revision: 2, JustifiedBy: null })
    const signature = foundSignature({ Changes: [2, 3, 9].map(change), ChangedPages: [2, 3, 9] })
    await sayOfSignatures(
      page,
      found({ Integrity: 'suspicious', NeedsConfirmation: true, Revisions: 2, Signatures: [signature] }),
    )
    const { guid } = await sendChanged(scene, { signers: ['biel'] })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await page.getByRole('button', { name: 'See what changed' }).click()
    let fails = true
    await page.route(REVISION_PAGE, (route) =>
      fails && route.request().url().includes('/revisions/2/pages/3')
        ? route.fulfill(problem(422, 'PAGE_NOT_RENDERABLE'))
        : route.fallback(),
    )
    await compareButton(page, 3).click()
    const dialog = page.getByRole('dialog')
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByText('2 of 3')).toBeVisible()
    await expect(dialog.getByRole('alert')).toContainText('Page 3 could not be shown')
    await expect(picture(page, 'Page 3: As it was signed')).toBeVisible()
    fails = false
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(picture(page, 'Page 3: As it is now')).toBeVisible()
    await dialog.getByRole('region').focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByText('This page did not exist when the document was signed.')).toBeVisible()
    await expect(dialog.getByText('This page is no longer in the document.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Next page to compare' }).click({ force: true })
    await expect(dialog.getByText('3 of 3')).toBeVisible()
    await dialog.getByRole('combobox').selectOption('Page 2')
    await expect(dialog.getByText('1 of 3')).toBeVisible()
  },
)

test('an approver is told of the signatures, too', { tag: '@full' }, async ({ page, scene }) => {
  const pdf = await changedAfterSigning(scene)
  const signers = [{ userId: 'ana', approvers: [{ userId: 'carla' }] }]
  await scene.send({ signers: ['ana'], pdf, description: { signers, fileName: 'Changed, to approve.pdf' } })
  const { call, userId } = scene.people.carla
  const waiting = await call.pendingApprovals({ body: { Terms: { vidmobileuser: userId } } })
  const { ApproverGuid } = waiting.find(({ FileName }) => FileName === 'Changed, to approve.pdf')!
  await openAs(page, scene, { name: 'carla', path: `/approvals/${ApproverGuid}` })
  await expect(warning(page)).toBeVisible()
  await page.getByRole('button', { name: 'See what changed' }).click()
  await compareButton(page, 2).click()
  await expect(picture(page, 'Page 2: As it was signed')).toBeVisible()
  await expect(picture(page, 'Page 2: As it is now')).toBeVisible()
})

test('a time stamp that cannot be checked to the end is not denied', { tag: '@full' }, async ({ page, scene }) => {
  const { guid } = await sendChanged(scene, { signers: ['biel'] })
  const facts = { Indication: 'INDETERMINATE', SubIndication: 'TRY_LATER', ProvedAt: null } as const
  const levels = ['PAdES-BASELINE-T', 'PAdES-BASELINE-B'] as const
  await sayOfSignatures(page, found({ Signatures: levels.map((Level) => foundSignature({ ...facts, Level })) }))
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await page.getByRole('button', { name: 'See the signatures' }).click()
  const [stamped, bare] = [page.getByRole('article').first(), page.getByRole('article').last()]
  await expect(stamped).toContainText('There is a time stamp, but it could not be checked to the end')
  // What nobody knows yet is no fault, in the line as in the cards.
  await expect(line(page)).toHaveText('2 signatures, intact. Not everything could be checked yet')
  await expect(stamped).toContainText('Not confirmed')
  await expect(bare).toContainText('No time stamp proves the time')
})

test(
  'a signature that only later changes speak against lacks nothing itself',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await sendChanged(scene, { signers: ['biel'] })
    const lacking = { Indication: 'INDETERMINATE', SubIndication: 'SIG_CONSTRAINTS_FAILURE' } as const
    const change = { What: 'PAGE_CONTENT', Page: 2, Revision: 2, JustifiedBy: null }
    const signatures = [foundSignature({ ...lacking, Changes: [change] }), foundSignature(lacking)]
    await sayOfSignatures(page, found({ Integrity: 'suspicious', NeedsConfirmation: true, Signatures: signatures }))
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await page.getByRole('button', { name: 'See what changed' }).click()
    const [changed, other] = [page.getByRole('article').first(), page.getByRole('article').last()]
    await expect(other).toContainText('lacks something that is required')
    await expect(changed).toContainText('Not allowed')
    await expect(changed).not.toContainText('lacks something')
  },
)

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the details come up as a sheet with the signatures, and one press swaps the pictures in place', async ({
    page,
    scene,
  }) => {
    const { guid } = await sendChanged(scene, { signers: ['biel'] })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await page.getByRole('button', { name: 'See what changed' }).click()
    await expect(signaturesTab(page)).toBeFocused()
    await compareButton(page, 2).click()
    const before = picture(page, 'Page 2: As it was signed')
    const after = picture(page, 'Page 2: As it is now')
    await expect(before).toBeVisible()
    await expect(after).toBeHidden()
    // The dialog comes up from below: its place is where it comes to rest.
    await expect.poll(() => page.evaluate(`document.getAnimations().length`)).toBe(0)
    const place = await before.boundingBox()
    const show = (name: string) => page.getByRole('dialog').getByRole('button', { name })
    await show('As it is now').click()
    await expect(after).toBeVisible()
    await expect(before).toBeHidden()
    await expect(show('As it is now')).toHaveAttribute('aria-pressed', 'true')
    expect(await after.boundingBox()).toEqual(place)
    await show('As it was signed').click()
    await expect(before).toBeVisible()
    await expect(after).toBeHidden()
  })
})
