/** What a sender changes of a document after sending it, and what they make of it. */
import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { trySigning, type Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { happened, SENDER, sendAs } from '../scenes/sent-scene.ts'

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const people = (page: Page) => page.getByRole('region', { name: 'People' }).getByRole('listitem')
const choose = async (page: Page, menu: string, entry: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** As the sender, on the page of a document that waits for Ana. */
async function openLease(page: Page, scene: Scene, language?: 'en') {
  const document = await sendAs(scene, SENDER, { fileName: 'Lease.pdf', signers: [{ userId: 'ana' }] })
  await openAs(page, scene, { name: SENDER, path: `/sent/${document.guid}`, ...(language && { language }) })
  await expect(page.getByRole('heading', { level: 1, name: 'Lease.pdf' })).toBeVisible()
  return document
}

test('another person takes a place over by keyboard, and the page and the timeline say so', async ({ page, scene }) => {
  const { guid } = await openLease(page, scene)
  await page.getByRole('button', { name: 'Change Ana Vidal Serra' }).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who signs instead of Ana Vidal Serra?' })
  await dialog.getByRole('combobox', { name: 'Who signs instead' }).pressSequentially('carl')
  await expect(dialog.getByRole('option', { name: /Carla/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason (optional)').fill('Ana is on leave')
  await dialog.getByRole('button', { name: 'Change person' }).press('Enter')
  await expect(said(page, 'Carla Núñez Ortega signs instead of Ana Vidal Serra.')).toBeVisible()
  await expect(people(page)).toContainText([/Ana Vidal.*Replaced/, /Carla Núñez.*To sign/])
  await expect(happened(page).last()).toContainText(/Ana Vidal Serra was replaced/)
  await expect(happened(page).last()).toContainText('Who signs: Ana Vidal Serra → Carla Núñez Ortega')
  await expect(happened(page).last()).toContainText('Ana is on leave')
  const { signers } = await scene.people[SENDER].call.sentDocumentStatus({ params: { docGuid: guid } })
  expect(await trySigning(scene.people.carla, signers[1]!.guid)).toBe(204)
})

test('who has the turn is reminded once, and then the page says from when on again', async ({ page, scene }) => {
  await openLease(page, scene)
  await page.getByRole('button', { name: 'Remind' }).click()
  await expect(said(page, 'A reminder was sent to Ana Vidal Serra.')).toBeVisible()
  await expect(happened(page).last()).toContainText('Ana Vidal Serra was reminded')
  await page.getByRole('button', { name: 'Remind' }).click()
  await expect(said(page, 'Everybody was reminded just now. It is possible again from')).toBeVisible()
})

test(
  'the deadline, the name and the tags are changed in one form, and the timeline has both values',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await openLease(page, scene)
    await choose(page, 'More', 'Edit')
    const dialog = page.getByRole('dialog', { name: 'Edit this document' })
    await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await dialog.getByLabel('Name of the document').fill('Lease of 2027.pdf')
    const inTenDays = new Date(Date.now() + 10 * 86_400_000)
    await dialog.getByRole('textbox', { name: 'To be signed until' }).fill(inTenDays.toLocaleDateString('en-US'))
    await dialog.getByLabel('Tags').fill('Housing, Girona')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(said(page, 'The changes were saved.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Lease of 2027.pdf' })).toBeVisible()
    await expect(happened(page).last()).toContainText('Name: Lease.pdf → Lease of 2027.pdf')
    await expect(happened(page).last()).toContainText('Tags: none → Housing, Girona')
    await expect(happened(page).last()).toContainText(/Deadline: none → /)
    const { deadline } = await scene.people[SENDER].call.sentDocumentStatus({ params: { docGuid: guid } })
    expect(deadline?.slice(0, 10)).toBe(inTenDays.toISOString().slice(0, 10))
  },
)

test('a change of what somebody else has changed meanwhile is not made; the page shows it as it is now', async ({
  page,
  scene,
}) => {
  const { guid } = await openLease(page, scene)
  await choose(page, 'More', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit this document' })
  await dialog.getByLabel('Tags').fill('mine')
  await scene.people[SENDER].call.changeDocument({
    params: { docGuid: guid },
    headers: { 'if-match': '"v1"' },
    body: { tags: ['theirs'] },
  })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toContainText('Somebody changed this document in the meantime.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('theirs')
})

test('an approver is added and taken out again', { tag: '@full' }, async ({ page, scene }) => {
  await openLease(page, scene)
  await choose(page, 'Change Ana Vidal Serra', 'Approvers')
  const dialog = page.getByRole('dialog', { name: 'Who approves before Ana Vidal Serra signs' })
  await dialog.getByRole('combobox').fill('carl')
  await dialog.getByRole('option', { name: /Carla/ }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(people(page)).toContainText([/Ana Vidal.*After approval/, /Carla Núñez.*To approve/])
  await choose(page, 'Change Ana Vidal Serra', 'Approvers')
  await dialog.getByRole('button', { name: 'Remove Carla Núñez Ortega' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(people(page)).toContainText([/Ana Vidal.*To sign/, /Carla Núñez.*No longer asked/])
})

test('a document is sent once more to the same people, and its signed file goes on to others', async ({
  page,
  scene,
}) => {
  const { guid, signers } = await openLease(page, scene)
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  await choose(page, 'More', 'Duplicate')
  await expect(page.getByRole('textbox', { name: 'Name of the document' })).toHaveValue('Lease.pdf')
  await expect(page.getByRole('region', { name: 'People' })).toContainText('Ana Vidal Serra')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(said(page, 'The document was sent.')).toBeVisible()
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await choose(page, 'More', 'Continue with the signed file')
  await expect(page.getByRole('region', { name: 'Files' })).toContainText('signed already')
  await expect(page.getByRole('region', { name: 'People' })).not.toContainText('Ana Vidal Serra')
  const first = await scene.people[SENDER].call.sentDocumentStatus({ params: { docGuid: guid } })
  expect([first.state, first.version]).toEqual(['completed', 1])
})

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test(
      'the page of a changed document and its dialogs are accessible, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        const texts = readCatalogue(language).sent.change
        const signers = [{ userId: 'ana', approvers: [{ userId: 'carla' }] }]
        const { guid } = await sendAs(scene, SENDER, { fileName: 'Lease.pdf', signers })
        const { call } = scene.people[SENDER]
        const body = { tags: ['Housing'], deadline: new Date(Date.now() + 9 * 86_400_000).toISOString() }
        await call.changeDocument({ params: { docGuid: guid }, headers: { 'if-match': '*' }, body })
        await openAs(page, scene, { name: SENDER, path: `/sent/${guid}`, language })
        await expect(page.getByRole('heading', { level: 1, name: 'Lease.pdf' })).toBeVisible()
        await expect(page.getByText('Housing')).toHaveCount(2)
        const show = async (name: string) => {
          const shots = process.env['RUBRICA_SHOTS']
          if (shots !== undefined) {
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme })
              await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true })
            }
            await page.emulateMedia({ colorScheme: 'light' })
          }
          await look(page)
        }
        await show('page')
        await page.getByRole('button', { name: texts.more, exact: true }).click()
        await page.getByRole('menuitem', { name: texts.edit }).click()
        await expect(page.getByRole('dialog', { name: texts.editTitle })).toBeVisible()
        await show('edit')
        await page.keyboard.press('Escape')
        const person = texts.changeFor.replace('{{name}}', 'Ana Vidal Serra')
        for (const entry of [texts.replaceOpen, texts.approversOpen]) {
          await page.getByRole('button', { name: person }).click()
          await page.getByRole('menuitem', { name: entry }).click()
          await expect(page.getByRole('dialog')).toBeVisible()
          await show(entry.replaceAll(' ', '-'))
          await page.keyboard.press('Escape')
        }
      },
    )
  })
}
