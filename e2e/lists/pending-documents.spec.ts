import { execFileSync } from 'node:child_process'
import { expect, type Page, type Route } from '@playwright/test'
import { makePdf, type Scene, sampleOf } from '@rubrica/testing'
import { expectAccessible, expectRows, LIST, openAs, PHONE, problem, test } from '../scenes/portal-scene.ts'

/** Lets the server answer the list with its first row alone. */
async function onlyOne(route: Route): Promise<void> {
  const response = await route.fetch()
  const page = (await response.json()) as { List: object[] }
  await route.fulfill({ response, json: { ...page, List: page.List.slice(0, 1), Count: 1, TotalPages: 1 } })
}

async function certificateOf(scene: Scene, name: 'ana'): Promise<{ guid: string; alias: string }> {
  const { call, legalId } = scene.people[name]
  const [certificate] = await call.certificates({ params: { legalid: legalId } })
  return { guid: certificate!.GUID, alias: certificate!.certalias }
}

const rowOf = (page: Page, fileName: string) => page.getByRole('row').filter({ hasText: fileName })

test('the list shows ten rows by file name, and its state survives a reload', async ({ page, scene }) => {
  for (let i = 0; i < 12; i++) {
    await scene.send({ signers: ['ana'], description: { fileName: `Row ${String(i).padStart(2, '0')}.pdf` } })
  }
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expectRows(page)
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('columnheader', { name: 'Document' })).toHaveAttribute('aria-sort', 'ascending')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sent' }).click()
  await expect(page).toHaveURL(/sort=UploadTime&dir=des/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('a page number that does not exist is warned of, with the total', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  const box = page.getByRole('textbox', { name: 'Go to page' })
  await box.fill('999')
  await box.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText(/from 1 to \d+/)
  await expectAccessible(page)
})

test('a row shows name, attachments, lock, date without time, tags, sender and certificate, and opens by See', async ({
  page,
  scene,
}) => {
  const { guid: certificate, alias } = await certificateOf(scene, 'ana')
  const description = {
    fileName: '00 Everything.pdf',
    tags: ['legal', 'urgent'],
    senderName: 'Acme',
    description: 'The yearly agreement',
    signers: [{ userId: 'ana', readAll: true, certificate }],
  }
  const form = new FormData()
  form.set('description', JSON.stringify(description))
  form.set('document', new Blob([new Uint8Array(makePdf())]), 'd.pdf')
  form.set('attachment', new Blob([new Uint8Array(makePdf())]), 'annex.pdf')
  const headers = { authorization: `Bearer ${scene.senderToken}` }
  const sent = await fetch(`${scene.portal.url}/api/v1/documents`, { method: 'POST', headers, body: form })
  const { guid } = (await sent.json()) as { guid: string }

  await openAs(page, scene, { name: 'ana', path: '/documents' })
  const row = rowOf(page, '00 Everything.pdf')
  await expect(row.getByRole('img', { name: 'With attachments' })).toBeVisible()
  await expect(row.getByRole('img', { name: 'Has to be read completely' })).toBeVisible()
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date())
  await expect(row.getByRole('cell').nth(2)).toHaveText(today)
  await expect(row.getByRole('cell').nth(3)).toHaveText('legalurgent')
  await expect(row.getByRole('cell').nth(4)).toHaveText('Acme')
  await expect(row.getByRole('cell').nth(5)).toHaveText(alias)
  await page.getByRole('heading', { name: 'Pending documents' }).hover()
  await row.getByRole('link').first().hover()
  await expect(page.getByRole('tooltip')).toHaveText('The yearly agreement')
  await row.getByRole('link', { name: 'See 00 Everything.pdf' }).click()
  await expect(page).toHaveURL(new RegExp(`/documents/${guid}$`))
})

test('what a document does not have is said in words: tag, sender, certificate', async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: '00 Bare.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  const cells = rowOf(page, '00 Bare.pdf').getByRole('cell')
  await expect(cells.nth(3)).toHaveText('Unspecified')
  await expect(cells.nth(4)).toHaveText('Unknown sender')
  await expect(cells.nth(5)).toHaveText('Any certificate')
  await expect(rowOf(page, '00 Bare.pdf').getByRole('img', { name: 'With attachments' })).toHaveCount(0)
})

test('each column sorts, and turns its order round when it is pressed again', async ({ page, scene }) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const query = new URL(request.url()).searchParams
    if (query.has('OrderBy')) asked.add(`${query.get('OrderBy')} ${query.get('OrderType')}`)
  })
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  for (const [name, order] of [
    ['Document', 'ascending'],
    ['Sent', 'descending'],
    ['Tag', 'ascending'],
    ['Sender', 'ascending'],
    ['Certificate', 'ascending'],
  ] as const) {
    const head = page.getByRole('columnheader', { name })
    if (name !== 'Document') await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', order)
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', order === 'ascending' ? 'descending' : 'ascending')
  }
  const columns = ['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate']
  await expect.poll(() => [...asked].toSorted()).toEqual(columns.flatMap((c) => [`${c} asc`, `${c} des`]).toSorted())
})

test('the pager offers first, back, three pages, next, last and a page to go to, and five page sizes', async ({
  page,
  scene,
}) => {
  const { Count } = await scene.people.ana.call.pendingDocuments({ query: {} })
  for (let i = Count; i < 21; i++) await scene.send({ signers: ['ana'], description: { fileName: `Filler ${i}.pdf` } })
  await openAs(page, scene, { name: 'ana', path: '/documents?size=5' })
  const pages = page.getByRole('navigation', { name: 'Pages of the list' })
  const current = pages.locator('[aria-current="page"]')
  const links = pages.getByRole('button', { name: /^Page \d+$/ })
  await expect(links).toHaveText(['1', '2', '3'])
  await expect(pages.getByRole('button', { name: 'First page' })).toBeDisabled()
  await expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect(current).toHaveText('2')
  await pages.getByRole('button', { name: 'Last page' }).click()
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()
  const last = Number(await current.textContent())
  expect(last).toBeGreaterThanOrEqual(5)
  await expect(links).toHaveText([last - 2, last - 1, last].map(String))
  await pages.getByRole('button', { name: 'Previous page' }).click()
  await expect(current).toHaveText(String(last - 1))
  await pages.getByRole('button', { name: 'First page' }).click()
  await expect(current).toHaveText('1')
  const box = page.getByRole('textbox', { name: 'Go to page' })
  await box.fill('x3y')
  await expect(box).toHaveValue('3')
  await box.press('Enter')
  await expect(current).toHaveText('3')
  const sizes = page.getByRole('combobox', { name: 'Rows per page' })
  await expect(sizes.getByRole('option')).toHaveText(['5', '10', '30', '50', '100'])
  await sizes.selectOption('30')
  await expect(page).toHaveURL(/size=30/)
  await expect(page.getByRole('textbox', { name: 'Go to page' })).toBeVisible()
})

test('Refresh shows what was sent meanwhile', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expectRows(page)
  await scene.send({ signers: ['ana'], description: { fileName: '00 Fresh.pdf' } })
  await expect(rowOf(page, '00 Fresh.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh the list' }).click()
  await expect(rowOf(page, '00 Fresh.pdf')).toHaveCount(1)
})

for (const [what, answer] of sampleOf(
  [
    ['a 404', problem(404, 'NO_PENDING_DOCUMENTS')],
    ['a 200 without rows', { json: { List: [], Count: 0, TotalPages: 0, PageNumber: 1, PageSize: 10 } }],
  ] as const,
  2,
)) {
  test(`${what} is the empty list, which can be loaded again`, async ({ page, scene }) => {
    await page.route(LIST, (route) => route.fulfill(answer))
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await expect(page.getByText('You have no pending documents')).toBeVisible()
    await page.unroute(LIST)
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect(page.getByRole('row')).not.toHaveCount(0)
  })
}

test('a single pending document opens by itself on entering the list, not on coming back; its list has a page to go to', async ({
  page,
  scene,
}) => {
  await scene.send({ signers: ['ana'], description: { fileName: '00 Alone.pdf' } })
  await page.route(LIST, onlyOne)
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/)
  const comeBack = [() => page.goBack(), () => page.getByRole('link', { name: 'Back to the list' }).click()]
  for (const back of comeBack) {
    await back()
    await page.getByRole('button', { name: 'Refresh the list' }).click()
    await expect(page.getByRole('link', { name: /^See / })).toHaveCount(1)
    await expect(page).toHaveURL(/\/documents$/)
    await expect(page.getByRole('textbox', { name: 'Go to page' })).toBeVisible()
    await page.getByRole('link', { name: /^See / }).click()
    await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/)
  }
  // Nor is the one that is left opened over the list that a rejection leads back to.
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('textbox', { name: 'Reason for rejection' }).fill('Not mine')
  await page.getByRole('button', { name: 'Reject document' }).click()
  await expect(page.getByRole('status').getByText(/ was rejected$/)).toBeVisible()
  await page.getByRole('button', { name: 'Refresh the list' }).click()
  await expect(page.getByRole('link', { name: /^See / })).toHaveCount(1)
  await expect(page).toHaveURL(/\/documents$/)
})

test('the page box and the arrows of the list keep the focus', { tag: '@full' }, async ({ page, scene }) => {
  await page.route(LIST, async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('PageNumber'))
    const response = await route.fetch()
    const answer = (await response.json()) as object
    await route.fulfill({
      response,
      json: { ...answer, Count: 25, TotalPages: 3, PageNumber: number },
    })
  })
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  const box = page.getByRole('textbox', { name: 'Go to page' })
  const current = page.getByRole('navigation', { name: 'Pages of the list' }).locator('[aria-current="page"]')
  await box.fill('2')
  await box.press('Enter')
  await expect(current).toHaveText('2')
  await expect(box).toBeFocused()
  const next = page.getByRole('button', { name: 'Next page' })
  await next.focus()
  await next.press('Enter')
  await expect(current).toHaveText('3')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Page 3', exact: true })).toBeFocused()
})

test(
  'printed, the list is a table of its documents, without what is there to be pressed',
  { tag: '@full' },
  async ({ page, scene }) => {
    const name = `Printed ${'condicions particulars del servei de manteniment '.repeat(3)}.pdf`
    await scene.send({
      signers: ['carla'],
      description: {
        fileName: name,
        senderName: 'Vall d’Aro Serveis',
        tags: ['plec', 'lot 2'],
        description: 'To be kept',
      },
    })
    await openAs(page, scene, { name: 'carla', path: '/documents?name=Printed' })
    await expectRows(page)
    const sheet = await page.pdf({ format: 'A4' })
    const printed = execFileSync('pdftotext', ['-', '-'], { input: sheet }).toString().replaceAll(/\s+/g, ' ')
    for (const said of [
      'Pending documents',
      'Document',
      'Sent',
      'Sender',
      name.trim(),
      'To be kept',
      'Vall d’Aro',
      'lot 2',
    ]) {
      expect(printed.replaceAll(' ', '')).toContain(said.replaceAll(' ', ''))
    }
    expect(printed).not.toMatch(
      /Skip to content|Filters|Sign selected|Nothing selected|Sort:|Any certificate|See\b|Go to/,
    )
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('columnheader', { name: 'Sender' })).toBeVisible()
    for (const role of ['checkbox', 'searchbox', 'combobox'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  },
)

test.describe('on a phone', () => {
  test.use(PHONE)
  test('rows are cards, and a sheet sets their order', async ({ page, scene }) => {
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await expectRows(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sort' }).click()
    await page.getByLabel('Sort by').selectOption('Sender')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show the list' }).click()
    await expect(page).toHaveURL(/sort=SenderName/)
  })
})
