/** Templates: made of what is sent, used with people for their roles, with what is locked as it is, in versions. */
import { expect, type Page } from '@playwright/test'
import { makePdf, type Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { holdRequests, openAs, test } from '../scenes/portal-scene.ts'
import { sendAs, SENDER, sentDocuments, sentLink } from '../scenes/sent-scene.ts'

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ text: name })),
})
const main = (page: Page) => page.getByRole('main')
const choose = async (page: Page, label: string, text: string) => {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await expect(page.getByRole('listbox', { name: label }).getByRole('option')).toHaveCount(1)
  await field.press('Enter')
}
const rows = (page: Page) => page.getByRole('list', { name: 'Templates' }).getByRole('listitem')
const told = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

async function keep(scene: Scene, name: string, more: object = {}) {
  const { token } = scene.people[SENDER]
  const post = async (path: string, type: string, body: NonNullable<RequestInit['body']>) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const answer = await fetch(`${scene.portal.url}/api/v1/${path}`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string }
  }
  const { id } = await post('files', 'application/pdf', new Blob([new Uint8Array(makePdf({ text: name }))]))
  const content = {
    documents: [{ file: id, fileName: 'Lease.pdf' }],
    signers: [{ role: 'Tenant' }, { userId: 'carla', approvers: [{ role: 'Director' }] }],
    ...more,
  }
  await post('templates', 'application/json', JSON.stringify({ name, content }))
}

/** In the list of what was sent: what was sent from the template is found, and nothing else, also after a reload. */
async function narrowToTemplate(page: Page, name: string) {
  await sentLink(page).click()
  await page.reload()
  await expect(sentDocuments(page).filter({ hasText: 'By hand.pdf' })).toHaveCount(1)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const field = page.getByLabel('Sent from the template')
  await field.selectOption(name)
  await expect(page).toHaveURL(/[?&]template=[0-9a-f-]{36}/)
  await expect(sentDocuments(page)).toHaveText([/Lease\.pdf/])
  await page.reload()
  await expect(sentDocuments(page)).toHaveText([/Lease\.pdf/])
  await page.getByRole('button', { name: `Remove the filter Sent from the template ${name}` }).click()
  await expect(page).not.toHaveURL(/template=/)
  await expect(sentDocuments(page).filter({ hasText: 'By hand.pdf' })).toHaveCount(1)
}

test('a person saves what they send as a template, uses it with somebody for its role, sends, and finds it by it', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await page.getByLabel(/Choose PDF files/).setInputFiles([pdf('Lease.pdf')])
  await expect(page.getByText('1 page', { exact: true })).toBeVisible()
  await choose(page, 'Add somebody who signs', 'ana')
  await page.getByRole('button', { name: 'Save as template' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit template' })).toBeVisible()
  await page.getByLabel(/^Role in place of/).fill('Tenant')
  await page.getByLabel('Name of the template').fill('Lease of a flat')
  await page.getByLabel('the files', { exact: true }).check()
  await page.getByLabel('the people and what is asked of them').check()
  await page.getByRole('button', { name: 'Save template' }).click()
  await told(page, '“Lease of a flat” is saved (version 1).')
  await expect(rows(page).filter({ hasText: 'Lease of a flat' })).toHaveText([
    /Lease of a flat.*Roles: Tenant · 1 file.*version 1/,
  ])
  await page.getByRole('link', { name: 'Use Lease of a flat' }).click()
  await expect(page.getByText('From the template Lease of a flat, version 1')).toBeVisible()
  await expect(page.getByText('Set by the template').first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Add somebody who signs' })).toHaveCount(0)
  const send = main(page).getByRole('button', { name: 'Send', exact: true })
  await send.click()
  await expect(page.getByRole('link', { name: 'Nobody has the role “Tenant” yet' })).toBeVisible()
  await choose(page, 'Who is Tenant?', 'ana')
  await send.click()
  await told(page, 'The document was sent')
  await sendAs(scene, SENDER, { fileName: 'By hand.pdf', signers: [{ userId: 'ana' }] })
  await narrowToTemplate(page, 'Lease of a flat')
})

test(
  'what a template is made of is kept meanwhile, and nobody is asked whether they leave',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openAs(page, scene, { name: SENDER, path: '/send' })
    await expect(page.getByText('Choose PDF files or drop them here')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const keepDraft = await holdRequests(page, '**/api/v1/drafts*')
    const kept = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /drafts/.test(response.url()),
    )
    await page.getByLabel(/Choose PDF files/).setInputFiles([pdf('Kept.pdf')])
    await expect(page.getByText('1 page', { exact: true })).toBeVisible()
    await choose(page, 'Add somebody who signs', 'ana')
    await page.getByRole('button', { name: 'Save as template' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit template' })).toBeVisible()
    await page.getByLabel('Add a role that signs').fill('Tenant')
    await page.getByRole('button', { name: 'Add role' }).click()
    keepDraft()
    await kept
    await page.getByRole('button', { name: 'Back to sending' }).click()
    await expect(page).toHaveURL(/[?&]draft=/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test(
  'whoever saves a template is led to the list, also when what it was made of is kept only then',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openAs(page, scene, { name: SENDER, path: '/send' })
    await expect(page.getByText('Choose PDF files or drop them here')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const keepDraft = await holdRequests(page, '**/api/v1/drafts*')
    const keeping = page.waitForRequest('**/api/v1/drafts*')
    await page.getByLabel(/Choose PDF files/).setInputFiles([pdf('Late.pdf')])
    await expect(page.getByText('1 page', { exact: true })).toBeVisible()
    await choose(page, 'Add somebody who signs', 'ana')
    await page.getByRole('button', { name: 'Save as template' }).click()
    await page.getByLabel('Name of the template').fill('Saved in time')
    await keeping
    const showList = await holdRequests(page, '**/assets/sender-screens-*.js')
    await page.getByRole('button', { name: 'Save template' }).click()
    await expect(page).toHaveURL(/\/templates$/)
    const kept = page.waitForResponse('**/api/v1/drafts*')
    keepDraft()
    await kept
    showList()
    await expect(rows(page).filter({ hasText: 'Saved in time' })).toHaveCount(1)
  },
)

test(
  'a change is the next version, an earlier one is gone on from, and an archived template comes back',
  { tag: '@full' },
  async ({ page, scene }) => {
    await keep(scene, 'Minutes')
    await openAs(page, scene, { name: SENDER, path: '/templates' })
    const row = rows(page).filter({ hasText: 'Minutes' })
    const act = async (name: string) => {
      await row.getByRole('button', { name: 'More about Minutes' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Edit')
    await page.getByLabel('Message', { exact: true }).fill('Second')
    await page.getByRole('button', { name: 'Save new version' }).click()
    await told(page, '“Minutes” is saved (version 2).')
    await act('Versions')
    await page.getByRole('link', { name: 'Edit from version 1' }).click()
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
    await page.goBack()
    await act('Archive')
    await expect(row).toHaveCount(0)
    await page.getByRole('link', { name: 'Archived templates' }).click()
    await act('Bring back')
    await page.getByRole('link', { name: 'Back to the templates' }).click()
    await expect(row).toBeVisible()
  },
)

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(`at ${title}`, () => {
    test.use(use)
    test('the templates, and Send with one that locks', async ({ page, scene }) => {
      const name = `Lease ${width} ${language}`
      const locks = ['files', 'title', 'people', 'places', 'message', 'tags', 'deadline']
      await keep(scene, name, { locks, message: 'Please sign before Friday', tags: ['lease'] })
      await openAs(page, scene, { name: SENDER, path: '/templates', language })
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      // The texts of a language may come after the list.
      await expect(page.locator('a[aria-label="header.home"]')).toHaveCount(0)
      await look(page)
      await page.locator('li', { hasText: name }).getByRole('link').first().click()
      await expect(page.locator('#send-people')).toBeVisible()
      await look(page)
    })
  })
}
