import { expect, type Page } from '@playwright/test'
import {
  APPROVER,
  askForApprovals,
  expectListed,
  rowOf,
  SEARCH,
  select,
  type PendingApproval,
} from '../scenes/approvals-scene.ts'
import { expectAccessible, openAs, sessionOf, test } from '../scenes/portal-scene.ts'
import type { Scene } from '@rubrica/testing'

const DAY_MS = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS)
const written = (day: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'short', timeZone: 'UTC' }).format(day)

/** Three approvals of three days, with tags of every kind. */
async function openList(page: Page, scene: Scene): Promise<void> {
  const [one] = await askForApprovals(scene, [{ fileName: 'Any.pdf' }])
  const made = (FileName: string, Tag: string, days: number): PendingApproval => ({
    ...one!,
    ApproverGuid: crypto.randomUUID(),
    FileName,
    Tag,
    UploadTime: dayBefore(days).toISOString(),
  })
  const list = [
    made('Lease Árbol.pdf', 'Legal,urgent', 0),
    made('Order.pdf', '', 10),
    made('Zebra lease.pdf', 'Board', 20),
  ]
  await page.route(SEARCH, (route) => route.fulfill({ json: list }))
  await openAs(page, scene, { name: APPROVER, path: '/approvals' })
  await expectListed(page, ALL)
}
const ALL = ['Lease Árbol.pdf', 'Order.pdf', 'Zebra lease.pdf']
const filters = (page: Page) => page.getByRole('button', { name: /^Filters/ })

test('the text filters while it is typed, in parts of file names and whatever the case', async ({ page, scene }) => {
  await openList(page, scene)
  const box = page.getByRole('textbox', { name: 'Search by file name' })
  await box.pressSequentially('LEASE')
  await expectListed(page, ['Lease Árbol.pdf', 'Zebra lease.pdf'])
  // As slowly as a person types, so that the blank is looked for before the word after it is there.
  await box.pressSequentially(' áRB', { delay: 60 })
  await expect(box).toHaveValue('LEASE áRB')
  await expectListed(page, ['Lease Árbol.pdf'])
  await box.pressSequentially('x')
  await expect(page.getByText('No approval matches the filters')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click()
  await expectListed(page, ALL)
})

test('the tag filter finds one of the tags, and Unspecified what has none', async ({ page, scene }) => {
  await openList(page, scene)
  await filters(page).click()
  const tag = page.getByRole('combobox', { name: 'Tag' })
  await expect(tag.getByRole('option')).toHaveText(['Any tag', 'Unspecified', 'Board', 'Legal', 'urgent'])
  await tag.selectOption('urgent')
  await expectListed(page, ['Lease Árbol.pdf'])
  await tag.selectOption('Unspecified')
  await expectListed(page, ['Order.pdf'])
  await page.getByRole('button', { name: 'Remove the filter Tag Unspecified' }).click()
  await expectListed(page, ALL)
})

test('the dates look at the upload, from 65 days ago until today, From not after To', async ({ page, scene }) => {
  await openList(page, scene)
  await filters(page).click()
  const [from, to] = ['From', 'To'].map((name) => page.getByRole('textbox', { name, exact: true }))
  const choose = async (box: typeof from, day: Date) => {
    await box!.fill(written(day))
    await box!.press('Enter')
  }
  await choose(from, dayBefore(10))
  await expectListed(page, ['Lease Árbol.pdf', 'Order.pdf'])
  await choose(to, dayBefore(10))
  await expectListed(page, ['Order.pdf'])
  await choose(to, dayBefore(11))
  await expect(page.getByText(/^Choose a day from/)).toBeVisible()
  await expectListed(page, ['Order.pdf'])
  await choose(from, dayBefore(66))
  await expect(page.getByText(/^Choose a day from/)).toHaveCount(2)
  await expectAccessible(page)
  await choose(to, dayBefore(0))
  await choose(from, dayBefore(65))
  await expectListed(page, ALL)
})

test('selected approvals stay in view when a filter would hide them', { tag: '@full' }, async ({ page, scene }) => {
  await openList(page, scene)
  await select(page, 'Zebra lease.pdf')
  await page.getByRole('textbox', { name: 'Search by file name' }).fill('order')
  await expectListed(page, ['Order.pdf', 'Zebra lease.pdf'])
  await rowOf(page, 'Zebra').getByRole('checkbox').click()
  await expectListed(page, ['Order.pdf'])
})

test('the panel can be shown and hidden, and the session keeps it with the filters', async ({ page, scene }) => {
  await openList(page, scene)
  await expect(filters(page)).toHaveAttribute('aria-expanded', 'false')
  await filters(page).click()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Board')
  await page.reload()
  await expectListed(page, ['Zebra lease.pdf'])
  await expect(filters(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(filters(page)).toHaveAccessibleName('Filters, 1 in use')
  const { approvalsAdvancedFilters, approvalsAdvancedPanel } = await sessionOf(page)
  expect(JSON.parse(approvalsAdvancedFilters!)).toEqual({ text: '', tag: 'Board', from: '', to: '' })
  expect(approvalsAdvancedPanel).toBe('true')
  await filters(page).click()
  await page.reload()
  await expect(filters(page)).toHaveAttribute('aria-expanded', 'false')
  await expectListed(page, ['Zebra lease.pdf'])
})
