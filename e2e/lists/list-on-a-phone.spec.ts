import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '@rubrica/domain'
import { readCatalogue } from '@rubrica/locales/node'
import { expectAccessible, expectNothingClipped, expectRows, openAs, PHONE, test } from '../scenes/portal-scene.ts'
import { forgetRuns } from '../scenes/runs-scene.ts'

const tick = (page: Page, fileName: string) => page.getByRole('checkbox', { name: `Select ${fileName}` })

test.use(PHONE)
test.beforeEach(({ scene }) => forgetRuns(scene))

test('filters are a sheet that stays closed at first, and apply at once', async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Sheet.pdf', tags: ['sheets'] } })
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expectRows(page)
  const filters = page.getByRole('button', { name: /^Filters/ })
  await filters.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Tag', { exact: true }).fill('sheets')
  await sheet.getByRole('button', { name: 'From: choose in a calendar' }).click()
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
  // A month has six weeks at most: a day of each can be pressed, whichever is today and whatever lies below the calendar.
  for (let week = 1; week <= 6; week += 1) {
    await expectAccessible(page)
    await page.keyboard.press('ArrowUp')
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Show the list' }).click()
  await expect(page).toHaveURL(/tag=sheets/)
  await expect(filters).toHaveAccessibleName('Filters, 1 in use')
  await page.reload()
  await expect(page.getByText('Sheet.pdf').first()).toBeVisible()
  await expect(sheet).toBeHidden()
})

test(
  'a press beside the sheet of the filters closes it, and first what is open in it',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await page.getByRole('button', { name: /^Filters/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('button', { name: 'From: choose in a calendar' }).click()
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await expect(calendar).toBeVisible()
    await page.mouse.click(200, 5)
    await expect(calendar).toBeHidden()
    await expect(sheet).toBeVisible()
    await page.mouse.click(200, 5)
    await expect(sheet).toBeHidden()
  },
)

test('what is selected stands in a bar at the bottom, to clear and to sign', async ({ page, scene }) => {
  await scene.send({ signers: ['ana'], description: { fileName: 'Bar.pdf' } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Bar.pdf' })
  const bar = page.getByRole('region', { name: 'Selected documents' })
  await expect(tick(page, 'Bar.pdf')).toBeVisible()
  await expect(bar).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar).toContainText('1 selected')
  await expect(bar.getByRole('button', { name: 'Sign selected' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toBeHidden()
})

test(
  'four documents stand on a screen whatever they are called, and a button says in words how they are sorted',
  { tag: '@full' },
  async ({ page, scene }) => {
    const long = 'condicions particulars del servei de manteniment integral '
    const description = {
      senderName: `Consorci Intermunicipal ${long.repeat(3)}`,
      description: `Versió consolidada ${long.repeat(3)}`,
      tags: ['plec', 'manteniment', 'edificis municipals', 'lot 2', 'versió consolidada', 'tècnic'],
    }
    const certificate = scene.people.ana.certificateId
    for (let at = 0; at < 4; at += 1) {
      // First of the list, whatever other tests have sent, without a filter that would take room.
      const fileName = `! Crowded ${at} ${long.repeat(3)}.pdf`
      await scene.send({
        signers: ['ana'],
        description: { ...description, fileName },
        signer: at > 1 ? { certificate } : {},
      })
    }
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    const boxes = page.getByRole('checkbox', { name: /^Select ! Crowded/ })
    await expect(boxes).toHaveCount(4)
    const rows = page.getByRole('row').filter({ has: boxes })
    for (const row of await rows.all()) await expect(row).toBeInViewport({ ratio: 1 })
    const sort = page.getByRole('button', { name: 'Sort: Document Ascending' })
    await expect(sort).toBeVisible()
    await expectAccessible(page)
    await expectNothingClipped(page)
    await sort.click()
    await page.getByLabel('Sort by').selectOption('Sent')
    await page.getByLabel('Order', { exact: true }).selectOption('Descending')
    await page.getByRole('button', { name: 'Show the list' }).click()
    await expect(page.getByRole('button', { name: 'Sort: Sent Descending' })).toBeVisible()
  },
)

test(
  'in a narrow window that any certificate will do takes no room, and one that is asked for is named',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.setViewportSize({ width: 900, height: 800 })
    await scene.send({ signers: ['ana'], description: { fileName: 'Roomy plain.pdf' } })
    const demanded = { fileName: 'Roomy demanding.pdf' }
    await scene.send({
      signers: ['ana'],
      description: demanded,
      signer: { certificate: scene.people.ana.certificateId },
    })
    await openAs(page, scene, { name: 'ana', path: '/documents?name=Roomy%20plain' })
    await expectRows(page)
    const column = page.getByRole('columnheader', { name: 'Certificate' })
    await expect(column).toHaveCount(0)
    await expect(page.getByText('Any certificate')).toBeHidden()
    await openAs(page, scene, { name: 'ana', path: '/documents?name=Roomy' })
    await expect(column).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Ana Vidal Serra', exact: true })).toBeVisible()
  },
)

test('a long sender keeps its distance from the date', { tag: '@full' }, async ({ page, scene }) => {
  const senderName = 'Consorci Intermunicipal de Serveis i Equipaments de les Comarques del Ter'
  await scene.send({ signers: ['ana'], description: { fileName: 'Distance.pdf', senderName } })
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Distance.pdf' })
  const sender = await page.getByRole('cell').locator('bdi', { hasText: senderName }).boundingBox()
  const date = await page.getByRole('cell').locator('time').boundingBox()
  expect(date!.x - sender!.x - sender!.width).toBeGreaterThanOrEqual(8)
})

test('names with markup, marks of writing direction and 255 letters stay what they are, and in their place', async ({
  page,
  scene,
}) => {
  const names = [
    'Hostile <img src=x onerror="document.title=1">.pdf',
    'Hostile \u202efdp.exe',
    `Hostile ${'w'.repeat(243)}.pdf`,
    'Hostile عقد 🚀.pdf',
  ]
  for (const fileName of names) {
    await scene.send({ signers: ['ana'], description: { fileName, tags: ['🚀 launch', 'x'.repeat(30)] } })
  }
  await openAs(page, scene, { name: 'ana', path: '/documents?name=Hostile' })
  await expect(page.getByRole('checkbox', { name: /^Select Hostile/ })).toHaveCount(4)
  for (const fileName of names) await expect(page.locator('bdi', { hasText: fileName })).not.toHaveCount(0)
  await expect(page).not.toHaveTitle('1')
  await expectNothingClipped(page)
})

test(
  'nothing of the list, its filters and its selection is cut off in any language',
  { tag: '@full' },
  async ({ page, scene }) => {
    await scene.send({ signers: ['ana'], description: { fileName: 'Words.pdf' } })
    for (const language of LANGUAGES) {
      const texts = readCatalogue(language)
      await openAs(page, scene, { name: 'ana', path: '/documents?tag=&name=Words', language })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expectRows(page)
      await page.locator('tbody input[type="checkbox"]').first().check()
      await expect(page.getByRole('button', { name: texts.documents.signSelected })).toBeVisible()
      await expectNothingClipped(page)
      await page.locator('[aria-haspopup="dialog"]').filter({ hasText: texts.search.filters }).click()
      await expect(page.getByRole('dialog').getByLabel(texts.documents.sender)).toBeVisible()
      await expectNothingClipped(page)
    }
  },
)
