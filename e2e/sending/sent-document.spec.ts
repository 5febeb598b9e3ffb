/** A document that somebody sent: its people, what happened to it, its file and its withdrawal. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { expectAccessible, openAs, problem, test } from '../scenes/portal-scene.ts'
import { happened, openSent, REASON, sendAs, SENDER, sendSome } from '../scenes/sent-scene.ts'

const see = (page: Page, name: string) => page.getByRole('link', { name: `See ${name}` })
/** What can be done with the document: to show its pages, and to keep its people as a group, does nothing to it. */
const actions = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasNotText: /as a group|Show the pages/ })

test('a document shows its people by stage, whose turn it is, and what happened; and back', async ({ page, scene }) => {
  const { prefix } = await sendSome(scene)
  await openSent(page, scene, prefix)
  await see(page, `${prefix} lease.pdf`).click()
  await expect(page.getByRole('heading', { level: 1, name: `${prefix} lease.pdf` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Stage 1 Done', 'Stage 2 Now', 'Stage 3 Later'])
  const people = page.getByRole('region', { name: 'People' }).getByRole('listitem')
  await expect(people).toContainText([
    /Ana Vidal.*Signed/,
    /Biel Roca.*To sign.*Their turn since today/,
    /Carla Núñez.*After approval/,
    /Ana Vidal.*To approve.*Their turn since today/,
  ])
  const details = page.getByRole('region', { name: 'Details' })
  for (const text of ['Legal department', 'Housing', 'The flat in Girona', 'Deadline'])
    await expect(details).toContainText(text)
  const timeline = happened(page)
  await expect(timeline).toContainText([/^Sent/, /^Ana Vidal Serra signed/])
  await page.getByRole('link', { name: 'Back to the sent documents' }).click()
  await expect(page).toHaveURL(/\/sent\?name=/)
  await see(page, `${prefix} offer.pdf`).click()
  await expect(people.first()).toContainText(REASON)
  await expect(timeline.last()).toContainText(`Carla Núñez Ortega rejected the document`)
  await expect(timeline.last()).toContainText(REASON)
  await expect(actions(page)).toHaveText(['Download', /More\s*$/])
})

test('what happened names who has not answered, once a third person was told of it', async ({ page, scene }) => {
  const reminders = { first: 1, every: 1, most: 1, escalateTo: 'carla' }
  const { guid } = await sendAs(scene, SENDER, { fileName: 'Silent.pdf', signers: [{ userId: 'ana' }] })
  const database = scene.portal.server.database!
  await database.query('update documents set reminders = $2 where id = $1', [guid, JSON.stringify(reminders)])
  await database.query(
    `update signers set reminders_planned = true, next_reminder_at = null, escalates_at = now() where document_id = $1`,
    [guid],
  )
  await database.query(`insert into pgboss.job (name, data) values ('sweep-reminders', '{}')`)
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await expect(async () => {
    await page.reload()
    const told = 'It was reported that Ana Vidal Serra had not answered'
    await expect(happened(page).last()).toContainText(told, { timeout: 1000 })
  }).toPass()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await look(page)
  }
})

test('beside who is asked it says that the mail was taken, or why it was refused and what to do', async ({
  page,
  scene,
}) => {
  const guest = {
    name: 'Nil Nobody',
    email: `no-such-user+${crypto.randomUUID().slice(0, 8)}@elsewhere.test`,
    language: 'en',
  }
  const { guid } = await sendAs(scene, SENDER, { fileName: 'Asked.pdf', signers: [{ userId: 'ana' }, { guest }] })
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  const people = page.getByRole('region', { name: 'People' }).getByRole('listitem')
  await expect(async () => {
    await page.reload()
    await expect(people).toContainText([/Mail taken by 127\.0\.0\.1/, /The mail was refused/], { timeout: 1000 })
  }).toPass()
  await expect(people.nth(1)).toContainText(/The mail was refused, .+: 550 5\.1\.1 <…>: User unknown/)
  const timeline = page.getByRole('region', { name: 'What happened' }).getByRole('listitem')
  await expect(timeline.filter({ hasText: 'Request mailed to Ana' })).toContainText(/Mail taken by 127\.0\.0\.1/)
  await expect(timeline.filter({ hasText: 'Request mailed to Nil Nobody' })).toContainText(/The mail was refused/)
  await expect(people.nth(1).getByText('Reach them another way')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await look(page)
  }
})

test('its pages are shown with who signs where, by keyboard too', { tag: '@full' }, async ({ page, scene }) => {
  const at = (y: number) => ({ page: 1, x: 60, y, width: 180, height: 60 })
  const signers = [
    { userId: 'ana', positions: [at(60)] },
    { userId: 'carla', positions: [at(160), at(260)] },
  ]
  const { guid } = await sendAs(scene, SENDER, { fileName: 'Placed.pdf', signers })
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  const show = page.getByRole('button', { name: 'Show the pages 1 page' })
  await show.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Placed.pdf' })
  await expect(dialog.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expect(dialog.locator('[data-place]')).toHaveText([/1 Ana Vidal Serra/, /2 Carla Núñez/, /2 Carla Núñez/])
  await expectAccessible(page)
  const box = (await dialog.locator('[data-place]').first().boundingBox())!
  const sheet = (await dialog.locator('[data-page]').boundingBox())!
  expect((box.x - sheet.x) / sheet.width).toBeCloseTo(60 / 595, 2)
  expect((sheet.y + sheet.height - box.y - box.height) / sheet.height).toBeCloseTo(60 / 842, 2)
  const people = dialog.getByRole('list', { name: 'Who signs where' }).getByRole('listitem')
  await expect(people).toContainText([/Ana Vidal Serra.*To sign/, /Carla Núñez Ortega.*To sign/])
  await people.nth(1).getByRole('button', { name: 'Go to where Carla' }).first().press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(show).toBeFocused()
})

test('what a person saw page by page is one line, and an event that nobody knows is told as such', async ({
  page,
  scene,
}) => {
  const { guid } = await sendAs(scene, SENDER, { fileName: 'Seen.pdf', signers: [{ userId: 'ana' }] })
  const person = { userId: 'ana', name: 'Ana' }
  const types = ['document-sent', 'page-served', 'page-served', 'page-served', 'document-downloaded', 'signer-moved']
  await page.route('**/api/v1/documents/*/events', (route) => {
    const at = '2026-01-01T10:00:00Z'
    const data = types.map((type, sequence) => ({
      sequence,
      type,
      at,
      person: sequence ? person : null,
      reason: null,
      changes: [],
    }))
    return route.fulfill({ json: { data, next: null } })
  })
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await expect(page.getByRole('region', { name: 'What happened' }).getByRole('listitem')).toContainText([
    'Sent',
    'Ana saw 3 pages',
    'Ana downloaded the document',
    'Ana: something else happened',
  ])
})

test('without an answer about the mails the timeline has everything else, and says what it lacks', async ({
  page,
  scene,
}) => {
  const { guid } = await sendAs(scene, SENDER, { fileName: 'No mails.pdf', signers: [{ userId: 'ana' }] })
  await page.route('**/api/v1/documents/*/mails?*', (route) => route.fulfill(problem(404, 'NOT_FOUND')))
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await expect(happened(page)).toHaveText([/^Sent/])
  await expect(page.getByText('What was mailed could not be loaded.')).toBeVisible()
})

test('the file is saved with the signatures that it has so far', async ({ page, scene }) => {
  const { prefix, open } = await sendSome(scene)
  await openAs(page, scene, { name: SENDER, path: `/sent/${open}` })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${prefix} lease.pdf`)
  const content = await scene.people[SENDER].call.sentDocumentContent({ params: { docGuid: open } })
  expect(await readFile(await download.path())).toEqual(Buffer.from(await content.arrayBuffer()))
})

test('a withdrawal says what it does to whom, and the page shows what became of the document', async ({
  page,
  scene,
}) => {
  const { open } = await sendSome(scene)
  await openAs(page, scene, { name: SENDER, path: `/sent/${open}` })
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this document?' })
  await expect(dialog).toContainText(
    'who can no longer sign or approve it: Biel Roca Puig, Carla Núñez Ortega, and Ana Vidal Serra.',
  )
  await expect(dialog).toContainText('Those who have signed or approved keep it under Signed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeFocused()
  await page.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await dialog.getByLabel('Reason (optional)').fill('The flat is let')
  await dialog.getByRole('button', { name: 'Withdraw document' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'lease.pdf was withdrawn' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(actions(page)).toHaveText(['Download', /More\s*$/])
  await expect(happened(page).last()).toContainText(/Withdrawn.*The flat is let/)
  await expect(page.getByRole('region', { name: 'People' })).toContainText('No longer asked')
  expect(await scene.people[SENDER].call.sentDocumentStatus({ params: { docGuid: open } })).toMatchObject({
    state: 'cancelled',
  })
})

test(
  'a document that is over by the time of the withdrawal is shown as it is',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { open } = await sendSome(scene)
    await openAs(page, scene, { name: SENDER, path: `/sent/${open}` })
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await scene.people[SENDER].call.cancelDocument({ params: { docGuid: open } })
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw document' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'no longer available' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(actions(page)).toHaveText(['Download', /More\s*$/])
  },
)

test('who only sees what others sent cannot withdraw it, and what is not theirs is not there', async ({
  page,
  scene,
}) => {
  const { prefix, open } = await sendSome(scene)
  await page.route(`**/api/v1/documents/${open}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), mayManage: false } })
  })
  await openAs(page, scene, { name: 'ana', path: `/sent/${open}` })
  await expect(page.getByRole('heading', { level: 1, name: `${prefix} lease.pdf` })).toBeVisible()
  await expect(actions(page)).toHaveText(['Download', /More\s*$/])
  const path = `/sent/${crypto.randomUUID()}`
  await page.goto(scene.portal.url + path)
  await expect(page.getByRole('heading', { name: 'This document cannot be opened' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go to the list' }).click()
  await expect(page).toHaveURL(/\/sent$/)
})

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test(
      'the list with its filters, the documents behind it and the withdrawal are accessible, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        const { prefix, open, rejected } = await sendSome(scene)
        const texts = readCatalogue(language)
        const path = `/sent?name=${encodeURIComponent(prefix)}&state=open&silent=5`
        await openAs(page, scene, { name: SENDER, path, language })
        await expect(page.getByRole('heading', { name: texts.documents.noMatchTitle })).toBeVisible()
        await look(page)
        await page.goto(`${scene.portal.url}/sent?name=${encodeURIComponent(prefix)}`)
        await expect(page.getByRole('link', { name: `${prefix} lease.pdf` }).first()).toBeVisible()
        await look(page)
        await page.locator('[aria-expanded], [aria-haspopup]').filter({ hasText: texts.search.filters }).first().click()
        await expect(page.getByLabel(texts.sent.person, { exact: true })).toBeVisible()
        await look(page)
        if (width === 390) await page.getByRole('button', { name: texts.search.show, exact: true }).click()
        for (const guid of [rejected, open]) {
          await page.goto(`${scene.portal.url}/sent/${guid}`)
          await expect(page.getByRole('listitem').locator('time').first()).toBeVisible()
          await look(page)
        }
        await page.getByRole('button', { name: texts.sent.showPages }).click()
        await expect(page.getByRole('dialog').locator('[data-page] img').first()).toBeVisible()
        await look(page)
        await page.getByRole('button', { name: texts.common.close }).click()
        await page.getByRole('button', { name: texts.sent.withdraw.open }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await look(page)
      },
    )
  })
}
