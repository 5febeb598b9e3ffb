/** Keys with which programs act for who sends: made, shown once, listed and ended in the portal. */
import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const keysOf = (page: Page) => page.getByRole('list', { name: 'Access keys' }).locator(':scope > li')
const shownKey = (page: Page) => page.getByLabel('Key', { exact: true })

test.beforeEach(async ({ scene }) => {
  const { call } = scene.people[SENDER]
  for (const { Guid } of await call.personalKeys({})) await call.revokePersonalKey({ params: { keyGuid: Guid } })
})

test('a key is made by keyboard alone, shown once, good at once, and ended after a question', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: SENDER, path: '/sent' })
  await page.getByRole('button', { name: 'Account of' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Access keys' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Make a key' }).press('Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Give the key a name')).toBeVisible()
  await page.keyboard.type('Payroll')
  await page.getByRole('checkbox', { name: 'Change and withdraw what you sent' }).press('Space')
  await page.getByLabel('Name').press('Enter')
  await expect(page.getByRole('dialog', { name: 'The key “Payroll” is made' })).toBeVisible()
  const key = await shownKey(page).inputValue()
  const list = () => fetch(`${scene.portal.url}/api/v1/documents`, { headers: { authorization: `Bearer ${key}` } })
  await page.getByRole('button', { name: 'I have kept it' }).press('Enter')
  await expect(keysOf(page)).toContainText([
    /Payroll.*Send documents.*See what you sent.*Change and withdraw.*Never used/s,
  ])
  expect((await list()).status).toBe(200)
  expect(await page.content()).not.toContain(key)
  await page.reload()
  await expect(keysOf(page)).toContainText([/Last used/])
  await page.getByRole('button', { name: 'End the key “Payroll”' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'End the key “Payroll”?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'End the key' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible()
  expect((await list()).status).toBe(401)
})

test(
  'a key is copied at a press; where the browser forbids it, it is selected to be copied by hand',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text) => void (globalThis.copied = text) },
  })`)
    await openAs(page, scene, { name: SENDER, path: '/keys' })
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByLabel('Name').fill('ERP')
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Copied.')).toBeVisible()
    expect(await page.evaluate('copied')).toBe(await shownKey(page).inputValue())
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("forbidden"))')
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('The key is selected')).toBeVisible()
    expect(await page.evaluate('getSelection().toString()')).toBe(await shownKey(page).inputValue())
  },
)

test('who belongs to several subscriptions chooses for which one a key is', async ({ page, scene }) => {
  const { List: memberships } = await scene.people[SENDER].call.memberships({})
  const [own] = memberships
  const other = { ...own!, Guid: crypto.randomUUID(), Name: 'The other firm' }
  await page.route('**/api/memberships', (route) => route.fulfill({ json: { List: [own, other] } }))
  const asked: unknown[] = []
  await page.route('**/api/personalkeys', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    asked.push(route.request().postDataJSON())
    return route.continue()
  })
  await openAs(page, scene, { name: SENDER, path: '/keys' })
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('Name').fill('ERP')
  await page.getByLabel('Sends from').selectOption('The other firm')
  const make = page.getByRole('dialog').getByRole('button', { name: 'Make a key' })
  await make.click()
  // It is none of hers on the server.
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Sends from').selectOption(own!.Name)
  await make.click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect(keysOf(page)).toContainText([own!.Name])
  expect(asked).toMatchObject([{ Subscription: other.Guid }, { Subscription: own!.Guid }])
})

test('who may not send finds no way to the keys, and none there', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'carla', path: '/keys' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make a key' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Account of' }).click()
  await expect(page.getByRole('menuitem', { name: 'Certificates' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Access keys' })).toHaveCount(0)
})

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the keys and their dialogs are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language).keys
      await openAs(page, scene, { name: SENDER, path: '/keys', language })
      await expect(page.getByRole('heading', { name: texts.emptyTitle })).toBeVisible()
      await look(page)
      const { call } = scene.people[SENDER]
      const scopes: ['documents:send', 'documents:read', 'documents:manage'] = [
        'documents:send',
        'documents:read',
        'documents:manage',
      ]
      await call.createPersonalKey({
        body: { Name: 'Payroll of the head office', Scopes: scopes, ExpiresAt: inDays(300) },
      })
      await call.createPersonalKey({
        body: { Name: 'W'.repeat(100), Scopes: ['documents:read'], ExpiresAt: inDays(3) },
      })
      await page.reload()
      await expect(page.getByRole('listitem').getByRole('heading')).toHaveCount(2)
      await look(page)
      await page.getByRole('button', { name: texts.make }).click()
      await page.getByRole('dialog').getByRole('button', { name: texts.make }).click()
      await expect(page.getByText(texts.nameMissing)).toBeVisible()
      await look(page)
      await page.getByLabel(texts.name).fill('ERP')
      await page.getByRole('dialog').getByRole('button', { name: texts.make }).click()
      await expect(page.getByRole('button', { name: texts.kept })).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: texts.kept }).click()
      await page.getByRole('button', { name: texts.end, exact: false }).first().click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await look(page)
    })
  })
}
