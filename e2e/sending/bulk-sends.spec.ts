/** A bulk send in the portal: from a sheet over its faults to a document for each row, and the result as a sheet. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { makePdf, type Scene } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

const main = (page: Page) => page.getByRole('main')
const sheet = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const rows = (page: Page) => page.getByRole('list', { name: 'Rows' }).locator('> li')

async function keepTemplate(scene: Scene, name: string) {
  const { token } = scene.people[SENDER]
  const post = async (path: string, type: string, body: string | Blob) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const answer = await fetch(`${scene.portal.url}/api/v1/${path}`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string; guid: string }
  }
  const { id } = await post('files', 'application/pdf', new Blob([new Uint8Array(makePdf({ text: name }))]))
  const content = { documents: [{ file: id, fileName: 'Lease.pdf' }], signers: [{ role: 'Tenant' }] }
  return (await post('templates', 'application/json', JSON.stringify({ name, content }))).guid
}

/** Hands a sheet over, of which the headings say what the columns mean, and has it checked. */
async function check(page: Page, file: ReturnType<typeof sheet>) {
  await page.getByLabel('Sheet of people (CSV or XLSX)').setInputFiles([file])
  await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible()
  await page.getByRole('button', { name: 'Check all rows' }).click()
  await expect(page.getByRole('heading', { name: 'Checked' })).toBeVisible()
}

test('a sheet is checked, a wrong row corrected, all of it sent by keyboard, and the result saved', async ({
  page,
  scene,
}) => {
  const template = await keepTemplate(scene, 'Bulk lease')
  await openAs(page, scene, { name: SENDER, path: '/templates' })
  await page.getByRole('button', { name: 'More about Bulk lease' }).click()
  await page.getByRole('menuitem', { name: 'Bulk send' }).click()
  await expect(page).toHaveURL(new RegExp(`/bulk\\?template=${template}`))
  const text = 'User name;Name of the document;Deadline\nana;First;2099-03-31\nnobody;Second;31/3/2099\ncarla;Third;\n'
  await check(page, sheet('tenants.csv', text.replace('Name of the document', 'Title')))
  await expect(rows(page)).toHaveText([/Row 3.*User name: nobody of your institution.*Deadline: write the date like/])
  await page.getByRole('button', { name: 'Correct row 3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Row 3' })
  await dialog.getByLabel('User name').fill('ana')
  await dialog.getByRole('button', { name: 'Save and check' }).click()
  await expect(dialog.getByLabel('User name')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Deadline')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Deadline').fill('2099-03-31')
  await dialog.getByLabel('Deadline').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('3 rows are ready to be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Send 3 rows' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Send 3 rows' }).press('Enter')
  await expect(page.getByText('3 of 3 rows sent')).toBeVisible({ timeout: 120_000 })
  await expect(rows(page)).toHaveText([/Row 2.*Sent/, /Row 3.*Sent/, /Row 4.*Sent/])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Result as CSV' }).click()
  const result = await readFile(await (await saved).path(), 'utf8')
  expect(result).toMatch(
    /^\uFEFFRow,User name,Title,Deadline,State,Reason,Documents\r\n2,ana,First,2099-03-31,sent,,[\da-f-]{36}\r\n/,
  )
  await page.getByRole('link', { name: 'Show the document of row 2' }).click()
  await expect(page.getByRole('heading', { name: /First/ }).first()).toBeVisible()
})

for (const { title, use, width, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)
    test(
      'bulk sends are accessible in every state, in light and in dark',
      { tag: '@full' },
      async ({ page, scene }) => {
        await keepTemplate(scene, `Look ${width} ${language}`)
        await openAs(page, scene, { name: SENDER, path: '/bulk', language })
        await expect(page.locator('section[aria-labelledby=bulk-list][aria-busy=false]')).toBeVisible()
        await look(page)
        const text = `User name;E-mail\nana;\n${'nobody-of-a-very-long-name-that-has-to-break;not an address\n'.repeat(2)}`
        await page.locator('input[type=file]').setInputFiles([sheet('people.csv', text)])
        const template = main(page).getByRole('combobox').first()
        await expect(template).toBeVisible()
        await template.selectOption({ label: `Look ${width} ${language}` })
        await look(page)
        await page.locator('form button[type=submit]').click()
        await expect(page.locator('#bulk-rows')).toBeVisible()
        await expect(page.locator('#bulk-progress')).toBeVisible()
        await expect(main(page).locator('ul li button').first()).toBeVisible()
        // A field that is half under the header has half of its size.
        await page.evaluate('scrollTo(0, 0)')
        await look(page)
        if (process.env.RUBRICA_PICTURES) {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            await page.screenshot({
              path: `${process.env.RUBRICA_PICTURES}/bulk-${width}-${colorScheme}.png`,
              fullPage: true,
            })
          }
        }
        await main(page).locator('ul li button').first().click()
        await expect(page.locator('dialog[open]')).toBeVisible()
        await look(page)
      },
    )
  })
}
