/** Who sends to somebody without an account: what is asked, what is said of a known address, and how far they are. */
import { expect, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test, toasts } from '../scenes/portal-scene.ts'
import { SENDER, sendAs } from '../scenes/sent-scene.ts'

const address = () => `g${crypto.randomUUID().slice(0, 8)}@elsewhere.test`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openDialog(page: Page, scene: Scene) {
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await page.getByRole('button', { name: 'Add a person without an account' }).click()
  return page.getByRole('dialog', { name: 'Add a person without an account' })
}

test(
  'what is wrong with somebody without an account is said at its field, and a draft keeps them',
  { tag: '@full' },
  async ({ page, scene }) => {
    const email = address()
    const dialog = await openDialog(page, scene)
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(dialog.getByText('Write the person’s name.')).toBeVisible()
    await expect(dialog.getByText('This is not an e-mail address.')).toBeVisible()
    await dialog.getByLabel('Name').fill('Gemma Guest')
    await dialog.getByLabel('E-mail address').fill(email)
    await expect(dialog.getByLabel('Also confirm the phone')).toHaveCount(0)
    await dialog.getByLabel('Phone').fill('+34 600 111 222')
    await dialog.getByLabel('Also confirm the phone').check()
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await expect(page.getByText(`${email} · no account`)).toBeVisible()
    await expect(page.getByText('Saved as a draft')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Edit Gemma Guest' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit Gemma Guest' })
    await expect(edited.getByLabel('Phone', { exact: false }).first()).toHaveValue('+34600111222')
    await expect(edited.getByLabel('Also confirm the phone')).toBeChecked()
  },
)

test(
  'an address that somebody of the institution has adds that person, and says so',
  { tag: '@full' },
  async ({ page, scene }) => {
    const dialog = await openDialog(page, scene)
    const { email } = await scene.people.carla.call.user({})
    await dialog.getByLabel('Name').fill('Somebody')
    await dialog.getByLabel('E-mail address').fill(email.toUpperCase())
    await dialog.getByRole('button', { name: 'Add person' }).click()
    const said = page.getByRole('status').filter({ hasText: 'Carla Núñez Ortega has this address and an account' })
    await expect(said).toBeVisible()
    await expect(page.getByText(/^carla · @/)).toBeVisible()
  },
)

test('the sender sees who was invited, never a made-up user name, and sends the invitation again', async ({
  page,
  scene,
}) => {
  const email = address()
  const fileName = `Lease ${email}.pdf`
  const { guid } = await sendAs(scene, SENDER, {
    fileName,
    signers: [{ guest: { name: 'Gemma Guest', email, language: 'en' } }, { userId: 'ana' }],
  })
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await expect(heading(page, fileName)).toBeVisible()
  await expect(page.getByText(`${email} · invited`)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/guest-/)
  await page.getByRole('button', { name: 'Change Gemma Guest' }).click()
  await page.getByRole('menuitem', { name: 'Send the invitation again' }).click()
  await expect(toasts(page)).toContainText('A new invitation is on its way to Gemma Guest')
  const { data } = await scene.people[SENDER].call.sentDocumentEvents({ params: { docGuid: guid } })
  expect(data.filter(({ type }) => type === 'person-reminded').map(({ person }) => person?.name)).toEqual([
    'Gemma Guest',
  ])
  await page.getByRole('button', { name: 'Change Gemma Guest' }).click()
  await page.getByRole('menuitem', { name: 'Send the invitation again' }).click()
  await expect(toasts(page)).toContainText('Gemma Guest was sent a mail just now')
})

for (const { title, use } of looksOf(import.meta.filename)) {
  test.describe(`asking somebody without an account at ${title}`, () => {
    test.use(use)
    test('is accessible, light and dark, and nothing is cut off', async ({ page, scene }, info) => {
      const dialog = await openDialog(page, scene)
      await dialog.getByLabel('Name').fill('Gemma Guest')
      await dialog.getByLabel('Phone').fill('+34 600 111 222')
      await dialog.getByRole('button', { name: 'Add person' }).click()
      await expect(dialog.getByText('This is not an e-mail address.')).toBeVisible()
      await look(page)
      await page.screenshot({ path: info.outputPath('guest.png') })
    })
  })
}
