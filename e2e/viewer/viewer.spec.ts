import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { makePdf } from '@rubrica/testing'
import { expectAccessible, expectRows, openAs, PHONE, test } from '../scenes/portal-scene.ts'

test('a deep link opens the document with its pages and its facts', async ({ page, scene }) => {
  const { guid } = await scene.send({
    signers: ['ana', 'biel'],
    pdf: makePdf({ pages: 6, text: 'Deep' }),
    signer: { reason: 'Because' },
    description: { fileName: 'Deep link.pdf' },
  })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(page.getByRole('heading', { name: 'Deep link.pdf' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Page 1 of 6' })).toBeVisible()
  await expect(page.getByText('Because')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(page.getByRole('table', { name: 'Signers' }).getByText('Unsigned')).toHaveCount(2)
  await expect(page.locator('time[datetime$="Z"]').first()).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/)
  await expectAccessible(page)
})

test('keys go a screen on and back, no further, and to the last page; a wrong page number is warned of', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 40 }) })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(page.getByRole('img', { name: 'Page 1 of 40' })).toBeVisible()
  // What comes later below the pages makes a screen lower.
  await expect(page.getByText('No reason was given')).toBeVisible()
  const desk = page.getByRole('main')
  const top = () => page.evaluate<number>('document.querySelector("main").scrollTop')
  const screen = await page.evaluate<number>('document.querySelector("main").clientHeight')
  await desk.press('PageDown')
  await expect.poll(top).toBeGreaterThan(screen / 2)
  // What stood on the lower edge is still to be seen.
  expect(await top()).toBeLessThan(screen)
  await desk.press('PageDown')
  await expect.poll(top).toBeGreaterThan(screen)
  expect(await top()).toBeLessThan(2 * screen)
  await desk.press('PageUp')
  await desk.press('PageUp')
  await expect.poll(top).toBe(0)
  await desk.press('End')
  await expect(page.getByRole('img', { name: 'Page 40 of 40' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Page/ })).not.toHaveCount(40)
  const box = page.getByRole('textbox', { name: 'Go to page' })
  await box.fill('41')
  await box.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('from 1 to 40')
})

test('Sign waits until every page was on the screen', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 3 }), signer: { readAll: true } })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(page.getByText('1 of 3 pages viewed', { exact: true })).toBeVisible()
  await expect(sign).toBeDisabled()
  await expectAccessible(page)
  // A page that was left before it was painted does not count: wait until it was seen before going on.
  await page.getByRole('main').press('ArrowRight')
  await expect(page.getByText('2 of 3 pages viewed', { exact: true })).toBeVisible()
  await page.getByRole('main').press('ArrowRight')
  await expect(sign).toBeEnabled()
})

test(
  'the keys of the pages leave the pages alone while the panel beside them has the focus',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 8 }) })
    await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
    await expect(page.getByRole('img', { name: 'Page 1 of 8 of the document' })).toBeVisible()
    const box = page.getByRole('textbox', { name: 'Go to page' })
    await page.getByRole('main').press('ArrowRight')
    await expect(box).toHaveValue('2')
    await page.getByRole('complementary', { name: 'Details' }).getByRole('tabpanel').press('End')
    await page.getByRole('main').press('ArrowRight')
    await expect(box).toHaveValue('3')
  },
)

test('its bar names file and signer, Download saves it byte by byte, tabs and buttons are there', async ({
  page,
  scene,
}) => {
  const sent = await scene.send({ signers: ['biel'], description: { fileName: 'Séance n° 1.pdf' } })
  const { List } = await scene.people.biel.call.pendingDocuments({ query: { FileName: 'Séance' } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${sent.guid}` })
  await expect(page.getByRole('heading', { name: 'Séance n° 1.pdf' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Document', exact: true })).toContainText(List[0]!.SignerDTO.SignerName)
  await expect(page.getByRole('tab')).toHaveText(['Sign', 'Signers'])
  for (const name of ['Reject', 'Sign']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeEnabled()
  }
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the document' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Séance n° 1.pdf')
  expect((await readFile(await download.path())).equals(await scene.download(sent))).toBe(true)
})

test('the page counter is a box to type in above four pages, and Enter jumps', async ({ page, scene }) => {
  const send = (pages: number) => scene.send({ signers: ['biel'], pdf: makePdf({ pages }) })
  const box = page.getByRole('textbox', { name: 'Go to page' })
  await openAs(page, scene, { name: 'biel', path: `/documents/${(await send(4)).guid}` })
  await expect(page.getByRole('region', { name: 'Document', exact: true }).getByText('Page 1 of 4')).toBeVisible()
  await expect(box).toHaveCount(0)
  await page.goto(`${scene.portal.url}/documents/${(await send(5)).guid}`)
  await box.fill('a5')
  await expect(box).toHaveValue('5')
  await box.press('Enter')
  await expect(page.getByRole('img', { name: 'Page 5 of 5' })).toBeInViewport()
  for (const wrong of ['0', '', '6']) {
    await box.fill(wrong)
    await box.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('from 1 to 5')
    await page.getByRole('button', { name: 'Understood' }).click()
    await expect(box).toHaveValue('5')
  }
})

/** Where something stands in the window, from its top. */
async function edges(page: Page, selector: string): Promise<{ top: number; bottom: number }> {
  const box = await page.locator(selector).boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) }
}

test('the reason of the signature stands under the pages, can be folded, and without one a text says so', async ({
  page,
  scene,
}) => {
  const send = (signer: object) => scene.send({ signers: ['biel'], signer })
  await openAs(page, scene, { name: 'biel', path: `/documents/${(await send({ reason: 'Yearly' })).guid}` })
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(page.getByText('Yearly')).toBeInViewport()
    const [pages, panel, buttons] = await Promise.all(['main', 'details', 'footer'].map((one) => edges(page, one)))
    expect(panel!.top).toBeGreaterThanOrEqual(pages!.bottom - 1)
    expect(panel!.bottom).toBeLessThanOrEqual(buttons!.top + 1)
  }
  await page.getByText('Reason for signing').click()
  await expect(page.getByText('Yearly')).toBeHidden()
  await page.goto(`${scene.portal.url}/documents/${(await send({})).guid}`)
  await expect(page.getByText('Reason for signing')).toBeVisible()
  await expect(page.getByText('No reason was given')).toBeHidden()
  await page.getByText('Reason for signing').click()
  await expect(page.getByText('No reason was given')).toBeVisible()
})

test('reason and deadline stand in the list, and in the document', async ({ page, scene }) => {
  const deadline = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await scene.send({
    signers: ['biel'],
    signer: { reason: 'The yearly renewal' },
    description: { fileName: 'Renewal of the lease.pdf', deadline },
  })
  await openAs(page, scene, { name: 'biel', path: '/documents?name=Renewal+of+the+lease&sort=Tag' })
  await expectRows(page)
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Renewal' })
  await expect(row).toContainText('The yearly renewal')
  const time = `time[datetime="${deadline}"]`
  await expect(row.locator(time)).toHaveText(/^Sign by \w+ \d+, \d{4}/)
  const said = await row.locator(time).textContent()
  await expectAccessible(page)
  await row.getByRole('link', { name: /^See/ }).click()
  await expect(page.locator('details')).toContainText('The yearly renewal')
  await expect(page.locator('details').locator(time)).toHaveText(said!)
  const facts = page.getByRole('complementary', { name: 'Details' })
  await expect(facts).toContainText('Deadline')
  await expect(facts.locator(time)).toHaveText(said!.replace('Sign by ', ''))
})

test('the pages show where the person signs, and a button leads from one place to the next', async ({
  page,
  scene,
}) => {
  const place = (page: number, y: number) => ({ page, x: 60, y, width: 200, height: 60 })
  const positions = [place(1, 60), place(3, 700)]
  const { guid } = await scene.send({ signers: ['biel', 'ana'], pdf: makePdf({ pages: 3 }), signer: { positions } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  const button = page.getByRole('button', { name: 'Where you sign' })
  await button.click()
  const placeOn = (number: number) => page.locator(`[data-page="${number}"] [data-place]`)
  await expect(placeOn(1)).toBeInViewport({ ratio: 1 })
  await expect(placeOn(1)).toHaveText('You sign here')
  const [mark, sheet] = await Promise.all([placeOn(1).boundingBox(), page.locator('[data-page="1"]').boundingBox()])
  expect((mark!.x - sheet!.x) / sheet!.width).toBeCloseTo(60 / 595, 2)
  expect((mark!.y - sheet!.y) / sheet!.height).toBeCloseTo(1 - 120 / 842, 2)
  expect(mark!.width / sheet!.width).toBeCloseTo(200 / 595, 2)
  expect(mark!.height / sheet!.height).toBeCloseTo(60 / 842, 2)
  await button.click()
  await expect(placeOn(3)).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Place 2 of 2')).toBeAttached()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rotate the view' }).click()
  await button.click()
  await expect(placeOn(1)).toBeInViewport({ ratio: 1 })
  const turned = await placeOn(1).boundingBox()
  expect(turned!.height).toBeGreaterThan(turned!.width)
})

test('the words of a page are selected with the pointer, where they stand', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'], pdf: makePdf({ text: 'Selectable clause' }) })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  const words = page.getByRole('group', { name: 'Text of page 1' }).getByText('Selectable clause')
  const [line, sheet] = await Promise.all([words.boundingBox(), page.locator('[data-page="1"]').boundingBox()])
  // On base line 760 of 842 points, from 72 on, in letters of 18.
  expect((line!.x - sheet!.x) / sheet!.width).toBeCloseTo(72 / 595, 1)
  expect((line!.y - sheet!.y) / sheet!.height).toBeGreaterThan(1 - 784 / 842)
  expect((line!.y + line!.height - sheet!.y) / sheet!.height).toBeLessThan(1 - 750 / 842)
  expect(line!.width / sheet!.width).toBeGreaterThan(0.25)
  const middle = line!.y + line!.height / 2
  await page.mouse.move(line!.x + 1, middle)
  await page.mouse.down()
  await page.mouse.move(line!.x + line!.width + 20, middle, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate('String(getSelection())')).toContain('Selectable clause, page 1')
})

test('while pages are unread Sign says why it waits', async ({ page, scene }) => {
  const pdf = makePdf({ pages: 3 })
  const { guid } = await scene.send({ signers: ['biel'], signer: { readAll: true }, pdf })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  await expect(sign).toBeDisabled()
  await expect(sign).toHaveAttribute('title', /Some documents require full review/)
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Europe/Madrid' })
  test('signers show name, delivery, signature date and status; times without a zone are UTC, shown in the person’s', async ({
    page,
    scene,
  }) => {
    const { guid } = await scene.send({ signers: ['biel'] })
    const signer = (SignerName: string, OperationTime: string, SignatureStatus: string | null) => ({
      SignerName,
      UploadTime: '2026-03-05T23:03:09',
      OperationTime,
      SignatureStatus,
      GUID: crypto.randomUUID(),
      Approvers: [],
    })
    await page.route(`**/api/documentinfo/${guid}`, async (route) => {
      const response = await route.fetch()
      const Signers = [
        signer('Una', '2026-07-05T11:00:00Z', 'Signed'),
        signer('Dos', '', 'Unsigned'),
        signer('Tres', '', 'Rejected'),
        signer('Quatre', '', null),
      ]
      await route.fulfill({ response, json: { ...((await response.json()) as object), Signers } })
    })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await page.getByRole('tab', { name: 'Signers' }).click()
    const table = page.getByRole('table', { name: 'Signers' })
    await expect(table.getByRole('columnheader')).toHaveText(['Signer', 'Delivered', 'Signature date', 'Status'])
    const cell = (name: string, index: number) =>
      table.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(index)
    const delivered = cell('Una', 1).locator('time')
    await expect(delivered).toHaveText('03/06/2026 12:03:09 AM')
    await expect(delivered).toHaveAttribute('datetime', '2026-03-05T23:03:09.000Z')
    await expect(delivered).toHaveAttribute('title', /Europe\/Madrid/)
    await expect(cell('Una', 2).locator('time')).toHaveText('07/05/2026 01:00:00 PM')
    for (const name of ['Una', 'Dos', 'Tres', 'Quatre']) await expect(cell(name, 0)).toContainText(name)
    await expect(table.getByRole('cell')).toHaveCount(4 * 4)
    await expect(cell('Dos', 2).locator('time')).toHaveCount(0)
    for (const [name, status] of [
      ['Una', 'Signed'],
      ['Dos', 'Unsigned'],
      ['Tres', 'Rejected'],
      ['Quatre', 'Undefined'],
    ] as const) {
      await expect(cell(name, 3)).toHaveText(status)
    }
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('the facts come up as a sheet', async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['ana'] })
    await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
    await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Signers' })).toBeVisible()
    await expectAccessible(page)
  })
})
