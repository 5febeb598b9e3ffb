/** Contacts and groups: kept on a screen of their own, suggested when something is sent, and made of whom it is sent to. */
import { expect, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { sendAs, SENDER } from '../scenes/sent-scene.ts'

const FIELD = 'Add somebody who signs'
const field = (page: Page) => page.getByRole('combobox', { name: FIELD })
const options = (page: Page) => page.getByRole('listbox', { name: FIELD }).getByRole('option')
const contacts = (page: Page) => page.getByRole('list', { name: 'Your contacts' }).getByRole('listitem')
const groups = (page: Page) => page.getByRole('list', { name: 'Groups' }).getByRole('listitem')
const told = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

const rows = (scene: Scene, text: string) => scene.portal.server.database!.query(text)
async function begin(scene: Scene): Promise<void> {
  await rows(scene, 'update subscriptions set allows_guests = true')
  await rows(scene, 'delete from contact_groups')
  await rows(scene, 'delete from contacts')
}

async function keep(scene: Scene, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${scene.people[SENDER].token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${scene.portal.url}/api/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
}

const AINA = { name: 'Aina Pons', email: 'aina.pons@example.com' }

test('contacts are added, found, changed and removed, which can be undone or is asked before', async ({
  page,
  scene,
}) => {
  await begin(scene)
  await openAs(page, scene, { name: SENDER, path: '/sent' })
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByText('No contacts yet')).toBeVisible()
  const add = () => page.getByRole('main').getByRole('button', { name: 'Add a contact' }).click()
  const dialog = page.getByRole('dialog')
  await add()
  await dialog.getByRole('combobox', { name: 'Who is it?' }).fill('carl')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(contacts(page)).toHaveText([/Carla/])
  await add()
  await dialog.getByRole('button', { name: 'Somebody without an account' }).click()
  await dialog.getByLabel('Name').fill(AINA.name)
  await dialog.getByLabel('E-mail').fill(AINA.email)
  await dialog.getByRole('button', { name: 'Add a contact' }).click()
  await expect(contacts(page)).toHaveText([/Aina Pons.*aina\.pons@example\.com/, /Carla/])
  // The same address in other letters is the same person.
  await add()
  await dialog.getByRole('button', { name: 'Somebody without an account' }).click()
  await dialog.getByLabel('Name').fill('Other')
  await dialog.getByLabel('E-mail').fill(AINA.email.toUpperCase())
  await dialog.getByRole('button', { name: 'Add a contact' }).click()
  await expect(dialog.getByText('You have this person among your contacts already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Search your contacts').fill('aina')
  await expect(contacts(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit Aina Pons' }).click()
  await dialog.getByLabel('Name').fill('Aina P.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(contacts(page)).toHaveText([/Aina P\./])
  await page.getByLabel('Search your contacts').fill('')
  await page.getByRole('button', { name: /^Remove Carla/ }).click()
  await expect(contacts(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(contacts(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove Aina P.' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(contacts(page)).toHaveText([/Carla/])
})

test('whom one sends to is suggested by keyboard, starred, saved as a group, and the group unfolded without who is gone', async ({
  page,
  scene,
}) => {
  await begin(scene)
  await sendAs(scene, SENDER, { fileName: 'earlier.pdf', signers: [{ userId: 'carla' }] })
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await field(page).focus()
  await expect(page.getByRole('group', { name: 'Asked lately' }).getByRole('option').first()).toContainText('Carla')
  // Nothing is chosen before an arrow key says so.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const star = page.getByRole('button', { name: /^Favourite: Carla/ })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await field(page).fill('ana')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save these people as a group' }).click()
  await page.getByLabel('Name of the group').fill('Board')
  await page.keyboard.press('Enter')
  await told(page, 'The group “Board” is saved.')
  await page.getByRole('button', { name: /^Remove Ana/ }).click()
  await rows(scene, `update users set active = false where user_id = 'ana'`)
  try {
    await field(page).fill('board')
    await options(page).filter({ hasText: '2 people' }).click()
    await expect(page.getByText('Nobody of “Board” was added.')).toContainText('was there already')
    await expect(page.getByText('Nobody of “Board” was added.')).toContainText('is no longer active.')
  } finally {
    await rows(scene, `update users set active = true where user_id = 'ana'`)
  }
  await field(page).fill('board')
  await options(page).filter({ hasText: '2 people' }).click()
  await expect(page.getByText('1 person of “Board” was added.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove (Ana|Carla)/ })).toHaveCount(2)
})

test(
  'a group is made, changed and deleted, and what somebody else has changed meanwhile is not overwritten',
  { tag: '@full' },
  async ({ page, scene }) => {
    await begin(scene)
    await keep(scene, 'contacts', { guest: AINA })
    await openAs(page, scene, { name: SENDER, path: '/contacts' })
    await page.getByRole('button', { name: 'New group' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the group').fill('Tenants')
    const adding = dialog.getByRole('combobox', { name: 'Add somebody to the group' })
    await adding.fill('aina')
    await dialog.getByRole('option').click()
    await adding.fill('carl')
    await dialog.getByRole('option').click()
    await dialog.getByRole('button', { name: 'Save group' }).click()
    await expect(groups(page)).toHaveText([/Tenants.*2 people/])
    await page.getByRole('button', { name: 'Edit Tenants' }).click()
    await dialog.getByRole('button', { name: 'Remove Aina Pons' }).click()
    await rows(scene, 'update contact_groups set changes = changes + 1')
    await dialog.getByRole('button', { name: 'Save group' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Somebody has changed the group meanwhile.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Tenants' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No groups yet')).toBeVisible()
    await expect(contacts(page)).toHaveText([/Aina Pons/])
  },
)

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(`at ${title}`, () => {
    test.use(use)
    test(
      'contacts and groups, empty and full, their dialogs, and Send with suggestions',
      { tag: '@full' },
      async ({ page, scene }) => {
        await begin(scene)
        await openAs(page, scene, { name: SENDER, path: '/contacts', language })
        // Each says what it is for.
        await expect(page.getByRole('heading', { level: 2 })).toHaveCount(4)
        await look(page)
        await keep(scene, 'contacts', { guest: { ...AINA, phone: '+34600000001', language: 'ca' } })
        await keep(scene, 'contacts', { userId: 'carla' })
        const long = {
          name: 'Maria Magdalena Bartholomäus-Fuenteovejuna',
          email: 'm.bartholomaeus@long-domain.example.com',
        }
        const members = [{ userId: 'ana' }, { userId: 'carla' }, { guest: long }]
        await keep(scene, 'groups', { name: `Board ${width}`, members })
        await page.reload()
        await expect(page.getByText(long.name)).toBeVisible()
        await look(page)
        await page
          .locator('li', { hasText: `Board ${width}` })
          .getByRole('button')
          .first()
          .click()
        await expect(page.getByRole('dialog').getByText(long.name)).toBeVisible()
        await look(page)
        await page.keyboard.press('Escape')
        await page.getByRole('main').getByRole('button').first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.getByRole('dialog').getByRole('button').first().click()
        await expect(page.getByRole('dialog').getByRole('textbox').nth(1)).toBeVisible()
        await look(page)
        await page.keyboard.press('Escape')
        await page.goto(`${scene.portal.url}/send`)
        const signers = page.getByRole('combobox').first()
        await signers.focus()
        const board = page.getByRole('option').filter({ hasText: `Board ${width}` })
        await board.scrollIntoViewIfNeeded()
        // Else the head of the page may lie over what axe measures.
        await page.evaluate('scrollTo(0, 0)')
        await look(page)
        await board.click()
        await expect(page.locator('#send-people').locator('..').locator('li').first()).toBeVisible()
        await page.evaluate('scrollTo(0, 0)')
        await look(page)
      },
    )
  })
}
