/** What goes along with documents, and what is asked of each signer besides: by mouse, keyboard, clipboard and phone. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { makePdf, makeTemporaryDirectory } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER } from '../scenes/sent-scene.ts'

interface Named {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}
const pdf = (name: string): Named => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ text: name })),
})
const PICTURE = { name: 'plan.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a', 'hex') }
const chooseFiles = (page: Page, files: Named[]) => page.getByLabel(/Choose PDF files/).setInputFiles(files)
const names = (page: Page) => page.getByLabel('Name of the document')
const addSigner = async (page: Page, text: string) => {
  const field = page.getByRole('combobox', { name: 'Add somebody who signs' })
  await field.fill(text)
  await expect(page.getByRole('listbox', { name: 'Add somebody who signs' }).getByRole('option')).toHaveCount(1)
  await field.press('Enter')
}
const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send', exact: true })

/** Files in the clipboard or under the pointer, as the browser hands them over. */
async function hand(page: Page, event: 'paste' | 'drop', files: readonly Named[]) {
  const list = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString('base64') }))
  await page.evaluate(`{
    const data = new DataTransfer()
    for (const { name, mimeType, text } of ${JSON.stringify(list)}) {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    const init = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
    const Kind = ${event === 'paste' ? 'ClipboardEvent' : 'DragEvent'}
    document.body.dispatchEvent(new Kind('${event}', init))
  }`)
}

async function encrypted(name: string, password: string): Promise<Named> {
  await using folder = await makeTemporaryDirectory()
  const [from, to] = [join(folder.path, 'clear.pdf'), join(folder.path, 'locked.pdf')]
  writeFileSync(from, makePdf({ text: name }))
  execFileSync('qpdf', ['--encrypt', password, 'owner', '256', '--', from, to])
  return { name, mimeType: 'application/pdf', buffer: readFileSync(to) }
}

test('files are pasted and dropped, put in order by keys and menu, and go along with one document for one person', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await expect(page.getByRole('heading', { level: 1, name: 'Send' })).toBeVisible()
  await hand(page, 'paste', [pdf('First.pdf'), PICTURE])
  await expect(page.getByText('1 file is not a PDF and goes along as an attachment.')).toBeVisible()
  await hand(page, 'drop', [pdf('Second.pdf'), pdf('\u202eThird.pdf')])
  await expect(names(page)).toHaveCount(3)
  await expect(names(page).nth(2)).toHaveValue('Third.pdf')
  await page.getByRole('button', { name: /^Move Third.pdf/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: /^Move Third.pdf/ })).toBeFocused()
  await expect(page.getByText('Third.pdf is now 2 of 3.')).toBeAttached()
  await page.getByRole('button', { name: 'What to do with Third.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(names(page).first()).toHaveValue('Third.pdf')
  await page.getByRole('button', { name: 'What to do with Second.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Send as an attachment' }).click()
  await expect(names(page)).toHaveCount(2)
  await addSigner(page, 'ana')
  await addSigner(page, 'carla')
  await page.getByLabel('plan.png goes with').selectOption({ label: 'First.pdf' })
  await page.getByLabel('plan.png is for').selectOption({ label: 'Only some people' })
  await page.getByRole('group', { name: 'plan.png is for' }).getByLabel(/Carla/).check()
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('group', { name: 'plan.png is for' }).getByLabel(/Carla/)).toBeChecked()
  const sending = page.waitForRequest(/v1\/dispatches/)
  await send(page).click()
  const { documents } = (await sending).postDataJSON() as {
    documents: { fileName: string; attachments: { signers: number[] }[] }[]
  }
  expect(documents.map(({ fileName, attachments }) => [fileName, attachments.map(({ signers }) => signers)])).toEqual([
    ['Third.pdf', [[]]],
    ['First.pdf', [[1], []]],
  ])
  await expect(page.getByRole('status').filter({ hasText: '2 documents were sent' })).toBeVisible()
})

test('an encrypted file says so at once and is taken with its password; a broken upload goes on when the network is back', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await chooseFiles(page, [await encrypted('Locked.pdf', 'sesame'), { ...pdf('Empty.pdf'), buffer: Buffer.alloc(0) }])
  await expect(page.getByText('The file is encrypted, and what is encrypted cannot be signed.')).toBeVisible()
  await expect(page.getByText('The file is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Empty.pdf' }).click()
  await page.getByRole('button', { name: 'Send without encryption' }).click()
  await expect(page.getByText('That password does not open the file.')).toBeVisible()
  await page.getByLabel('Password that opens Locked.pdf').fill('sesame')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 page · encryption removed')).toBeVisible()
  await page.route('**/api/v1/files*', (route) => route.abort('internetdisconnected'), { times: 1 })
  await chooseFiles(page, [pdf('Later.pdf')])
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.evaluate(`window.dispatchEvent(new Event('online'))`)
  await expect(page.getByText('1 page', { exact: true })).toBeVisible()
})

// By the English names of its fields.
for (const { title, width, use } of looksOf(import.meta.filename).filter(({ language }) => language === 'en')) {
  test.describe(title, () => {
    test.use(use)
    test('what is asked of one signer reaches them alone; what is half written is a finding that leads to its field', async ({
      page,
      scene,
    }) => {
      await openAs(page, scene, { name: SENDER, path: '/send' })
      await chooseFiles(page, [pdf(`Asked ${width}.pdf`), PICTURE])
      await addSigner(page, 'ana')
      await page.getByText(/^More for Ana/).click()
      await page.getByLabel(/^Message to Ana/).fill('The key is\nunder the mat.')
      await page.getByLabel('Title of the terms').fill('House rules')
      const demanded = page.getByLabel('Sign with')
      await demanded.selectOption({ index: 4 })
      await look(page)
      await send(page).click()
      const finding = page.getByRole('alert').getByText('The terms for Ana')
      await look(page)
      await finding.click()
      await expect(page.getByLabel('Text of the terms')).toBeFocused()
      await page.getByLabel('Text of the terms').fill('No shoes.')
      await demanded.selectOption('')
      await page.getByRole('textbox', { name: 'To be signed until' }).fill('12/31/2027')
      await page.keyboard.press('Tab')
      await send(page).click()
      await expect(page.getByRole('status').filter({ hasText: 'The document was sent' })).toBeVisible()
      await openAs(page, scene, { name: 'ana', path: `/documents?name=Asked+${width}` })
      await page
        .getByRole('link', { name: new RegExp(`Asked ${width}.pdf`) })
        .first()
        .click()
      await expect(page.getByText('The key is under the mat.')).toBeAttached()
    })
  })
}
