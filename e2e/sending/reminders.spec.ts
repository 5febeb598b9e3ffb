/** Automatic reminders: chosen where something is sent, and seen where it is followed. */
import { expect } from '@playwright/test'
import { makePdf } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

const DRAFT = {
  files: [],
  signers: [
    {
      ...{ userId: 'ana', name: 'Ana Vidal Serra', mailDomain: 'example.com', canSign: true },
      ...{ stage: 1, reason: '', readAll: false, approvers: [] },
    },
  ],
  ...{ message: '', deadline: null, tags: '', isVisible: false },
}
const PDF = { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(makePdf({ text: 'Lease' })) }

test('whoever sends chooses when people are reminded, and sees when the next reminder is due', async ({
  page,
  scene,
}) => {
  const { call } = scene.people[SENDER]
  const { id } = await call.createDraft({ body: { content: DRAFT } })
  await openAs(page, scene, { name: SENDER, path: `/send?draft=${id}` })
  const [choice, first] = [page.getByLabel('Automatic reminders'), page.getByLabel('Working days until the first')]
  await expect(choice).toHaveValue('usual')
  await expect(first).toHaveCount(0)
  await choice.selectOption({ label: 'As chosen here' })
  await first.selectOption('1')
  await page.getByLabel('How many at most').selectOption('2')
  await page.getByRole('combobox', { name: 'Whom to tell if nobody answers' }).fill('carla')
  await page.getByRole('option', { name: /Carla/ }).click()
  await expect(page.getByText('carla is told if the last reminder is not answered either.')).toBeVisible()
  await page.getByLabel(/Choose PDF files/).setInputFiles([PDF])
  await expect(page.getByText('1 page', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  await page.reload()
  await expect(first).toHaveValue('1')
  await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The document was sent' })).toBeVisible()

  const [sent] = (await call.sentDocuments({ query: { fileName: 'Lease.pdf' } })).data
  const status = async () => call.sentDocumentStatus({ params: { docGuid: sent!.guid }, query: {} })
  expect((await status()).reminders).toEqual({ first: 1, every: 3, most: 2, escalateTo: 'carla', isOwn: true })
  const sweptUp = async () => {
    await scene.portal.server.database!.query(`insert into pgboss.job (name, data) values ('sweep-reminders', '{}')`)
    return (await status()).signers[0]!.nextReminderAt
  }
  await expect.poll(sweptUp, { timeout: 120_000 }).not.toBeNull()
  await page.goto(`${scene.portal.url}/sent/${sent!.guid}`)
  await expect(page.getByText(/^Next reminder: /)).toBeVisible()
})

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)
    test('the choice of reminders is accessible, and nothing is cut off', async ({ page, scene }) => {
      const reminders = { first: 4, every: 3, most: 5 }
      const { call } = scene.people[SENDER]
      const { id } = await call.createDraft({ body: { content: { ...DRAFT, reminders } } })
      await openAs(page, scene, { name: SENDER, path: `/send?draft=${id}`, language })
      const numbers = page.locator('[aria-labelledby="send-options"] select').filter({ hasText: '7' })
      await expect(numbers).toHaveCount(3)
      // Not among the numbers that are offered: a program said it.
      await expect(numbers.first()).toHaveValue('4')
      await look(page)
    })
  })
}
