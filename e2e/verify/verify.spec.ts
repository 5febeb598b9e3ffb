/** What anybody is told of a file, or of a code on a printed document. */
import { expect, type Page } from '@playwright/test'
import { makePdf, trySigning, type Scene } from '@rubrica/testing'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER, sendAs } from '../scenes/sent-scene.ts'
import { changedAfterSigning } from '../scenes/signatures-scene.ts'

interface Opening {
  readonly path?: string
  readonly language?: string
}

/** As somebody who has never been here. */
async function open(page: Page, scene: Scene, { path = '/verify', language = 'en' }: Opening = {}): Promise<void> {
  await page.addInitScript({ content: `localStorage.setItem('lang', '${language}')` })
  await page.goto(scene.portal.url + path)
}

const give = (page: Page, bytes: Uint8Array, name = 'Lease.pdf') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })

async function signed(scene: Scene) {
  const sent = await scene.send({ signers: ['ana'], pdf: makePdf({ text: crypto.randomUUID() }) })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  return { sent, bytes: await scene.download(sent) }
}

async function codeOf(scene: Scene, { guid }: { guid: string }, change?: object): Promise<string> {
  const answer = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/verification`, {
    method: change ? 'PATCH' : 'GET',
    headers: { authorization: `Bearer ${scene.senderToken}`, 'content-type': 'application/json' },
    body: change && JSON.stringify(change),
  })
  return ((await answer.json()) as { code: string }).code
}

const verdict = (page: Page, words: string | RegExp) => page.getByRole('heading', { level: 2, name: words })

test('a file that was issued here is told by its digest, without being sent, and its signatures stand below', async ({
  page,
  scene,
}) => {
  const { bytes } = await signed(scene)
  const uploads: string[] = []
  page.on('request', (request) => request.url().includes('/verification/files') && uploads.push(request.url()))
  await page.goto(scene.portal.url)
  await page.getByRole('link', { name: 'Verify a document' }).click()
  await give(page, bytes)
  await expect(verdict(page, /^The signature fits the document, but it is not known yet/)).toBeVisible()
  await expect(page.getByText('This portal issued exactly this file.')).toBeVisible()
  await expect(page.getByText('Nothing was changed after the last one.')).toBeVisible()
  await expect(page.getByRole('article', { name: /^Ana / })).toBeVisible()
  expect(uploads).toEqual([])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the validation report (XML)' }).click()
  expect((await saving).suggestedFilename()).toBe('Lease.validation.xml')
  await page.getByRole('button', { name: 'Verify another file' }).click()
  await expect(page.locator('input[type=file]')).toBeAttached()
})

test(
  'a file that was changed after it was signed is told from the one that was issued, with the pages side by side',
  { tag: '@full' },
  async ({ page, scene }) => {
    await open(page, scene)
    await give(page, await changedAfterSigning(scene))
    await expect(verdict(page, 'The document was changed after it was signed, beyond what is allowed.')).toBeVisible()
    await expect(page.getByText('It begins with a file that this portal issued;')).toBeVisible()
    await page
      .getByRole('button', { name: /^Compare / })
      .first()
      .click()
    await expect(page.locator('[data-difference]').first()).toBeVisible()
    await page.keyboard.press('Escape')
  },
)

test(
  'what is no PDF, or too large, is refused with what to do, and the next file is looked at',
  { tag: '@full' },
  async ({ page, scene }) => {
    await open(page, scene)
    await give(page, Buffer.from('hello'))
    await expect(page.getByRole('alert')).toContainText('This is not a PDF that can be read.')
    await give(page, Buffer.alloc(20_000_001))
    await expect(page.getByText('This file is larger than')).toBeVisible()
    await give(page, makePdf())
    await expect(verdict(page, 'This file bears no signature.')).toBeVisible()
    await expect(page.getByText('This portal did not issue this file.')).toBeVisible()
  },
)

test(
  'a code is typed as it is read off paper, and a copy is compared with what it leads to',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { sent, bytes } = await signed(scene)
    const code = await codeOf(scene, sent)
    await open(page, scene)
    const field = page.getByLabel('Verification code')
    await field.fill('ABCD')
    await page.getByRole('button', { name: 'Look up' }).click()
    await expect(page.getByText('This is not a complete code')).toBeVisible()
    await field.fill(code.toLowerCase().replaceAll('-', ' '))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${scene.portal.url}/v/${code}`)
    await expect(verdict(page, 'This document exists, and everybody has signed it.')).toBeVisible()
    await expect(page.getByText('Its signatures are intact.')).toBeVisible()
    await give(page, bytes)
    await expect(page.getByText('It is exactly the document that the code leads to.')).toBeVisible()
    await page.getByRole('button', { name: 'Verify another file' }).click()
    await give(page, makePdf())
    await expect(page.getByText('It is not the document that the code leads to, as that is now.')).toBeVisible()
  },
)

test('a withdrawn code leads nowhere, and one that gives the document gives it', async ({ page, scene }) => {
  const { sent } = await signed(scene)
  const code = await codeOf(scene, sent)
  await codeOf(scene, sent, { level: 'download' })
  await open(page, scene, { path: `/v/${code}` })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the document' }).click()
  expect((await saving).suggestedFilename()).toBe('document.pdf')
  await codeOf(scene, sent, { withdrawn: true })
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('This code leads nowhere.')
})

test(
  'a code whose sender wants it so tells names to who answers with the end of a signer’s number',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { sent } = await signed(scene)
    const code = await codeOf(scene, sent)
    await codeOf(scene, sent, { level: 'download', asksHolder: true })
    await open(page, scene, { path: `/v/${code}` })
    const field = page.getByLabel('Last four characters of the number')
    const answer = async (text: string) => {
      await field.fill(text)
      await page.keyboard.press('Enter')
    }
    await expect(field).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save the document' })).toHaveCount(0)
    await look(page)
    await answer('0000')
    await expect(page.getByText('That is not the ID number of any signer.')).toBeVisible()
    for (const wrong of ['0001', '0002', '0003', '0004', '0005']) {
      const judged = page.waitForResponse('**/api/verification/codes')
      await answer(wrong)
      await judged
    }
    await expect(page.getByRole('alert')).toContainText('Too many wrong answers.')
    await look(page)
    await scene.portal.server.database!.query(
      "update verification_codes set answers_since = answers_since - interval '1 hour' where document_id = $1",
      [sent.guid],
    )
    await answer(scene.people.ana.legalId.slice(-4))
    await expect(page.getByText('Ana ')).toBeVisible()
    await expect(field).toHaveCount(0)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the document' }).click()
    expect((await saving).suggestedFilename()).toBe('document.pdf')
  },
)

test('whoever sent a document finds its code, says what it tells, withdraws it and lets it lead there again', async ({
  page,
  scene,
}) => {
  const { guid } = await sendAs(scene, SENDER, { fileName: 'Lease.pdf', signers: [{ userId: 'ana' }] })
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Verification code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verification code' })
  const code = await dialog.getByLabel('Code', { exact: true }).inputValue()
  await expect(dialog.getByLabel('Address')).toHaveValue(`${scene.portal.url}/v/${code}`)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await dialog.getByLabel('What the page tells').selectOption('Also the names of the signers')
  expect(await (await saved).json()).toMatchObject({ code, level: 'names' })
  const asked = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  const asks = dialog.getByRole('checkbox', { name: /last four characters of a signer’s ID number/ })
  await asks.click()
  expect(await (await asked).json()).toMatchObject({ asksHolder: true })
  await expect(asks).toBeChecked()
  await look(page)
  await dialog.getByRole('button', { name: 'Withdraw the code' }).click()
  await expect(dialog.getByText('The code is withdrawn: it leads nowhere.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Let the code lead to the document again' }).click()
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue(code)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByText('Verification code changed').first()).toBeVisible()
})

test(
  'whoever sent a document is told where their subscription has no codes',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await sendAs(scene, SENDER, { fileName: 'Lease.pdf', signers: [{ userId: 'ana' }] })
    const database = scene.portal.server.database!
    await database.query("update subscriptions set verification = 'off'")
    try {
      await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Verification code' }).click()
      const dialog = page.getByRole('dialog', { name: 'Verification code' })
      await expect(dialog.getByText('There are no verification codes in your organisation.')).toBeVisible()
      await expect(dialog.getByRole('textbox')).toHaveCount(0)
      await expect(dialog.getByRole('combobox')).toHaveCount(0)
      await look(page)
    } finally {
      await database.query('update subscriptions set verification = null')
    }
  },
)

test('where too many wrong codes were tried, the browser works something out first, and nobody is kept out', async ({
  page,
  scene,
}) => {
  const { sent } = await signed(scene)
  const code = await codeOf(scene, sent)
  const database = scene.portal.server.database!
  await database.query(
    "insert into verification_counts (hour, outcome, count) values (date_trunc('hour', now()), 'unknown', 200) on conflict (hour, outcome) do update set count = 200",
  )
  try {
    await open(page, scene, { path: `/v/${code}` })
    await expect(verdict(page, 'This document exists, and everybody has signed it.')).toBeVisible()
  } finally {
    await database.query('delete from verification_counts')
  }
})

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test(
      'the page of files and codes is accessible in light and dark, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        const { verify } = readCatalogue(language)
        await open(page, scene, { language })
        await expect(page.getByText(verify.lead)).toBeVisible()
        await look(page)
        await give(
          page,
          await changedAfterSigning(scene),
          'A name that is long enough to be told in more than one line of a phone.pdf',
        )
        await expect(verdict(page, verify.verdicts.changed_one)).toBeVisible()
        await look(page)
        const { sent } = await signed(scene)
        await page.goto(`${scene.portal.url}/v/${await codeOf(scene, sent, { level: 'download' })}`)
        await expect(verdict(page, verify.code.states.completed)).toBeVisible()
        await look(page)
        await page.goto(`${scene.portal.url}/v/0000-0000-0000-0000-0000-0`)
        await expect(page.getByText(verify.code.unknown)).toBeVisible()
        await look(page)
      },
    )
  })
}
