/** Rules of the specification that no other browser test holds, screen by screen. */
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { DEMO_PASSWORD, makePdf, type Scene } from '@rubrica/testing'
import { openAs, test } from './portal-scene.ts'

const LIST = '**/api/pendingsignatures/paginated?*'
const problem = (status: number, Code: string, Message = Code) => ({ status, json: { Code, Message } })

/** Lets the server answer the list with its first row alone. */
async function onlyOne(route: Route): Promise<void> {
  const response = await route.fetch()
  const page = (await response.json()) as { List: object[] }
  await route.fulfill({ response, json: { ...page, List: page.List.slice(0, 1), Count: 1, TotalPages: 1 } })
}

async function certificateOf(scene: Scene, name: 'ana'): Promise<{ guid: string; alias: string }> {
  const { call, legalId } = scene.people[name]
  const [certificate] = await call.certificates({ params: { legalid: legalId } })
  return { guid: certificate!.GUID, alias: certificate!.certalias }
}

const rowOf = (page: Page, fileName: string) => page.getByRole('row').filter({ hasText: fileName })
const session = (page: Page) => page.evaluate<Record<string, string>>('({ ...sessionStorage })')

test.describe('addresses', () => {
  for (const path of ['/documents', '/approvals', '/profile', '/certificates', '/authcerts', '/changePassword']) {
    test(`${path} typed in without a session leads to the login`, async ({ page, scene }) => {
      await page.goto(scene.portal.url + path)
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe('/')
    })
  }

  test('/ and /signhash/cms show the main login', async ({ page, scene }) => {
    for (const path of ['/', '/signhash/cms']) {
      await page.goto(scene.portal.url + path)
      await expect(page.getByLabel('User', { exact: true })).toBeVisible()
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })
})

test.describe('login', () => {
  const password = (page: Page) => page.getByLabel('Password', { exact: true })
  const logInAsAna = async (page: Page, scene: Scene) => {
    await page.goto(scene.portal.url)
    await page.getByLabel('User', { exact: true }).fill('ana')
    await password(page).fill(DEMO_PASSWORD)
    await password(page).press('Enter')
  }

  test('Enter in a form that is not filled says what is missing', async ({ page, scene }) => {
    await page.goto(scene.portal.url)
    await password(page).press('Enter')
    await expect(page.getByText('Please enter your username')).toBeVisible()
    await expect(page.getByText('Please enter your password')).toBeVisible()
  })

  test('several subscriptions that look different mean the default theme and the documents', async ({
    page,
    scene,
  }) => {
    await page.route('**/appearance', (route) => route.fulfill(problem(409, 'SEVERAL_APPEARANCES')))
    await logInAsAna(page, scene)
    await expect(page).toHaveURL(`${scene.portal.url}/documents`)
    const brand = `getComputedStyle(document.documentElement).getPropertyValue('--brand')`
    expect(await page.evaluate(brand)).toBe('#00bf71')
  })

  test('a limit on log-ins says to try again, and why', async ({ page, scene }) => {
    await page.route('**/oauth/token', (route) => route.fulfill(problem(429, 'RATE_LIMITED')))
    await logInAsAna(page, scene)
    await expect(page.getByRole('alert')).toHaveText(
      'There was an error, please try again. Too many attempts. Wait a minute and try again.',
    )
  })
})

test.describe('header and footer', () => {
  test('the brand and the link lead to the documents, and the menu names the user', async ({ page, scene }) => {
    await openAs(page, scene, { name: 'ana', path: '/certificates' })
    const header = page.getByRole('banner')
    await header.getByRole('link', { name: 'Rúbrica, pending documents' }).click()
    await expect(page).toHaveURL(/\/documents$/)
    await page.goto(`${scene.portal.url}/certificates`)
    await header.getByRole('link', { name: 'Pending documents', exact: true }).click()
    await expect(page).toHaveURL(/\/documents$/)
    await header.getByRole('button', { name: 'Account of ana' }).click()
    await page.getByRole('menuitem', { name: 'Certificates' }).click()
    await expect(page).toHaveURL(/\/certificates$/)
  })

  test('logging out clears the session and leads to the login', async ({ page, scene }) => {
    await openAs(page, scene, { name: 'ana', path: '/certificates' })
    await page.getByRole('button', { name: 'Account of ana' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await session(page)).toEqual({})
  })

  test('a language chosen in the header is kept under lang, and reloads the list but no other screen', async ({
    page,
    scene,
  }) => {
    const mark = () => page.evaluate(() => Object.assign(globalThis, { kept: true }))
    const isMarked = () => page.evaluate(() => 'kept' in globalThis)
    await page.goto(scene.portal.url)
    await page.evaluate(`localStorage.setItem('lang', 'en')
      sessionStorage.setItem('oauthTokenB64', '${scene.people.ana.token}')
      sessionStorage.setItem('user', 'ana')`)
    await page.goto(`${scene.portal.url}/certificates`)
    await mark()
    await page.getByRole('button', { name: 'Language: English' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Español', 'Català', 'English', 'Deutsch', 'Français'])
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    expect(await isMarked()).toBe(true)
    expect(await page.evaluate(`localStorage.getItem('lang')`)).toBe('de')

    await page.goto(`${scene.portal.url}/documents`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await mark()
    await page.getByRole('button', { name: /Deutsch/ }).click()
    await page.getByRole('menuitemradio', { name: 'Català' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ca')
    // While the page is being replaced it cannot be asked.
    await expect.poll(() => isMarked().catch(() => true)).toBe(false)
    await expect(page).toHaveURL(/\/documents$/)
  })

  test('the footer names the provider and the year, and the mail is the Spanish one for es and ca alone', async ({
    page,
    scene,
  }) => {
    const config = (await (await fetch(`${scene.portal.url}/config.json`)).json()) as {
      providerName: string
      supportMail: { spanish: string; english: string }
    }
    const footer = page.getByRole('contentinfo')
    await page.goto(scene.portal.url)
    for (const language of ['es', 'ca', 'en', 'de', 'fr']) {
      await page.evaluate(`localStorage.setItem('lang', '${language}')`)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(footer).toContainText(config.providerName)
      await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
      const address = config.supportMail[['es', 'ca'].includes(language) ? 'spanish' : 'english']
      await expect(footer.getByRole('link')).toHaveAttribute('href', `mailto:${address}`)
    }
    expect(config.supportMail.spanish).not.toBe(config.supportMail.english)
  })
})

test.describe('pending documents', () => {
  test('a row shows name, attachments, lock, date without time, tags, sender and certificate, and opens by See', async ({
    page,
    scene,
  }) => {
    const { guid: certificate, alias } = await certificateOf(scene, 'ana')
    const description = {
      fileName: '00 Everything.pdf',
      tags: ['legal', 'urgent'],
      senderName: 'Acme',
      description: 'The yearly agreement',
      signers: [{ userId: 'ana', readAll: true, certificate }],
    }
    const form = new FormData()
    form.set('description', JSON.stringify(description))
    form.set('document', new Blob([new Uint8Array(makePdf())]), 'd.pdf')
    form.set('attachment', new Blob([new Uint8Array(makePdf())]), 'annex.pdf')
    const headers = { authorization: `Bearer ${scene.senderToken}` }
    const sent = await fetch(`${scene.portal.url}/api/v1/documents`, { method: 'POST', headers, body: form })
    const { guid } = (await sent.json()) as { guid: string }

    await openAs(page, scene, { name: 'ana', path: '/documents' })
    const row = rowOf(page, '00 Everything.pdf')
    await expect(row.getByRole('img', { name: 'With attachments' })).toBeVisible()
    await expect(row.getByRole('img', { name: 'Has to be read completely' })).toBeVisible()
    const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date())
    await expect(row.getByRole('cell').nth(1)).toHaveText(today)
    await expect(row.getByRole('cell').nth(2)).toHaveText('legalurgent')
    await expect(row.getByRole('cell').nth(3)).toHaveText('Acme')
    await expect(row.getByRole('cell').nth(4)).toHaveText(alias)
    await page.getByRole('heading', { name: 'Pending documents' }).hover()
    await row.getByRole('link').first().hover()
    await expect(page.getByRole('tooltip')).toHaveText('The yearly agreement')
    await row.getByRole('link', { name: 'See 00 Everything.pdf' }).click()
    await expect(page).toHaveURL(new RegExp(`/documents/${guid}$`))
  })

  test('what a document does not have is said in words: tag, sender, certificate', async ({ page, scene }) => {
    await scene.send({ signers: ['ana'], description: { fileName: '00 Bare.pdf' } })
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    const cells = rowOf(page, '00 Bare.pdf').getByRole('cell')
    await expect(cells.nth(2)).toHaveText('Unspecified')
    await expect(cells.nth(3)).toHaveText('Unknown sender')
    await expect(cells.nth(4)).toHaveText('Any certificate')
    await expect(rowOf(page, '00 Bare.pdf').getByRole('img', { name: 'With attachments' })).toHaveCount(0)
  })

  test('each column sorts, and turns its order round when it is pressed again', async ({ page, scene }) => {
    const asked = new Set<string>()
    page.on('request', (request) => {
      const query = new URL(request.url()).searchParams
      if (query.has('OrderBy')) asked.add(`${query.get('OrderBy')} ${query.get('OrderType')}`)
    })
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    for (const [name, order] of [
      ['Document', 'ascending'],
      ['Sent', 'descending'],
      ['Tag', 'ascending'],
      ['Sender', 'ascending'],
      ['Certificate', 'ascending'],
    ] as const) {
      const head = page.getByRole('columnheader', { name })
      if (name !== 'Document') await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', order)
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', order === 'ascending' ? 'descending' : 'ascending')
    }
    const columns = ['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate']
    await expect.poll(() => [...asked].toSorted()).toEqual(columns.flatMap((c) => [`${c} asc`, `${c} des`]).toSorted())
  })

  test('the pager offers first, back, three pages, next, last and a page to go to, and five page sizes', async ({
    page,
    scene,
  }) => {
    const { Count } = await scene.people.ana.call.pendingDocuments({ query: {} })
    for (let i = Count; i < 21; i++)
      await scene.send({ signers: ['ana'], description: { fileName: `Filler ${i}.pdf` } })
    await openAs(page, scene, { name: 'ana', path: '/documents?size=5' })
    const pages = page.getByRole('navigation', { name: 'Pages of the list' })
    const current = pages.locator('[aria-current="page"]')
    const links = pages.getByRole('button', { name: /^Page \d+$/ })
    await expect(links).toHaveText(['1', '2', '3'])
    await expect(pages.getByRole('button', { name: 'First page' })).toBeDisabled()
    await expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await pages.getByRole('button', { name: 'Next page' }).click()
    await expect(current).toHaveText('2')
    await pages.getByRole('button', { name: 'Last page' }).click()
    await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()
    const last = Number(await current.textContent())
    expect(last).toBeGreaterThanOrEqual(5)
    await expect(links).toHaveText([last - 2, last - 1, last].map(String))
    await pages.getByRole('button', { name: 'Previous page' }).click()
    await expect(current).toHaveText(String(last - 1))
    await pages.getByRole('button', { name: 'First page' }).click()
    await expect(current).toHaveText('1')
    const box = page.getByRole('textbox', { name: 'Go to page' })
    await box.fill('x3y')
    await expect(box).toHaveValue('3')
    await box.press('Enter')
    await expect(current).toHaveText('3')
    await expect(page.getByRole('combobox').getByRole('option')).toHaveText(['5', '10', '30', '50', '100'])
    await page.getByRole('combobox').selectOption('30')
    await expect(page).toHaveURL(/size=30/)
    await expect(page.getByRole('textbox', { name: 'Go to page' })).toBeVisible()
  })

  test('Refresh shows what was sent meanwhile', async ({ page, scene }) => {
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await expect(page.getByRole('row')).not.toHaveCount(1)
    await scene.send({ signers: ['ana'], description: { fileName: '00 Fresh.pdf' } })
    await expect(rowOf(page, '00 Fresh.pdf')).toHaveCount(0)
    await page.getByRole('button', { name: 'Refresh the list' }).click()
    await expect(rowOf(page, '00 Fresh.pdf')).toHaveCount(1)
  })

  for (const [what, answer] of [
    ['a 404', problem(404, 'NO_PENDING_DOCUMENTS')],
    ['a 200 without rows', { json: { List: [], Count: 0, TotalPages: 0, PageNumber: 1, PageSize: 10 } }],
  ] as const) {
    test(`${what} is the empty list, which can be loaded again`, async ({ page, scene }) => {
      await page.route(LIST, (route) => route.fulfill(answer))
      await openAs(page, scene, { name: 'ana', path: '/documents' })
      await expect(page.getByText('You have no pending documents')).toBeVisible()
      await page.unroute(LIST)
      await page.getByRole('button', { name: 'Reload', exact: true }).click()
      await expect(page.getByRole('row')).not.toHaveCount(0)
    })
  }

  test('a single pending document opens by itself on entering the list, not on coming back; its list has a page to go to', async ({
    page,
    scene,
  }) => {
    await scene.send({ signers: ['ana'], description: { fileName: '00 Alone.pdf' } })
    await page.route(LIST, onlyOne)
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/)
    const comeBack = [() => page.goBack(), () => page.getByRole('link', { name: 'Back to the list' }).click()]
    for (const back of comeBack) {
      await back()
      await page.getByRole('button', { name: 'Refresh the list' }).click()
      await expect(page.getByRole('link', { name: /^See / })).toHaveCount(1)
      await expect(page).toHaveURL(/\/documents$/)
      await expect(page.getByRole('textbox', { name: 'Go to page' })).toBeVisible()
      await page.getByRole('link', { name: /^See / }).click()
      await expect(page).toHaveURL(/\/documents\/[0-9a-f-]{36}$/)
    }
  })
})

/** A locator's text or absence, while the stopped clock of the page is moved on in steps too small to matter. */
async function settles(page: Page, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(10)
    await check()
  }).toPass({ intervals: [50] })
}

/** Stops the clock of a page whose clock was installed. */
const stopClock = async (page: Page) => page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)

const isThere = (locator: Locator) => () => expect(locator).toBeVisible({ timeout: 100 })
const keepIn = (page: Page, values: Record<string, string>) =>
  page.addInitScript({
    content: `for (const [key, value] of Object.entries(${JSON.stringify(values)})) sessionStorage.setItem(key, value)`,
  })

test.describe('a document', () => {
  test('its bar names file and signer, Download saves it byte by byte, tabs and buttons are there', async ({
    page,
    scene,
  }) => {
    const sent = await scene.send({ signers: ['biel'], description: { fileName: 'Séance n° 1.pdf' } })
    const { List } = await scene.people.biel.call.pendingDocuments({ query: { FileName: 'Séance' } })
    await openAs(page, scene, { name: 'biel', path: `/documents/${sent.guid}` })
    await expect(page.getByRole('heading', { name: 'Séance n° 1.pdf' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText(List[0]!.SignerDTO.SignerName)
    await expect(page.getByRole('tab')).toHaveText(['Sign', 'Signers'])
    for (const name of ['Reject', 'Sign']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeEnabled()
    }
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the document' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Séance n° 1.pdf')
    expect((await readFile(await download.path())).equals(await scene.download(sent))).toBe(true)
  })

  test('the page counter is a box to type in above four pages, and Enter jumps', async ({ page, scene }) => {
    const send = (pages: number) => scene.send({ signers: ['biel'], pdf: makePdf({ pages }) })
    const box = page.getByRole('textbox', { name: 'Go to page' })
    await openAs(page, scene, { name: 'biel', path: `/documents/${(await send(4)).guid}` })
    await expect(page.getByRole('banner').getByText('Page 1 of 4')).toBeVisible()
    await expect(box).toHaveCount(0)
    await page.goto(`${scene.portal.url}/documents/${(await send(5)).guid}`)
    await box.fill('a5')
    await expect(box).toHaveValue('5')
    await box.press('Enter')
    await expect(page.getByRole('img', { name: 'Page 5 of 5' })).toBeInViewport()
    for (const wrong of ['0', '', '6']) {
      await box.fill(wrong)
      await box.press('Enter')
      await expect(page.getByRole('alertdialog')).toContainText('from 1 to 5')
      await page.getByRole('button', { name: 'Understood' }).click()
      await expect(box).toHaveValue('5')
    }
  })

  test('the reason of the signature can be folded, and without one a text says so', async ({ page, scene }) => {
    const send = (signer: object) => scene.send({ signers: ['biel'], signer })
    await openAs(page, scene, { name: 'biel', path: `/documents/${(await send({ reason: 'Yearly' })).guid}` })
    await expect(page.getByText('Yearly')).toBeVisible()
    await page.getByText('Reason for signing').click()
    await expect(page.getByText('Yearly')).toBeHidden()
    await page.goto(`${scene.portal.url}/documents/${(await send({})).guid}`)
    await expect(page.getByText('No reason was given')).toBeVisible()
  })

  test('while pages are unread Sign says why it waits', async ({ page, scene }) => {
    const pdf = makePdf({ pages: 3 })
    const { guid } = await scene.send({ signers: ['biel'], signer: { readAll: true }, pdf })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    const sign = page.getByRole('button', { name: 'Sign', exact: true })
    await expect(sign).toBeDisabled()
    await expect(sign).toHaveAttribute('title', /Some documents require full review/)
  })

  test.describe('in another time zone', () => {
    test.use({ timezoneId: 'Europe/Madrid' })
    test('signers show delivery, signature date and status; times without a zone are UTC, shown in the person’s', async ({
      page,
      scene,
    }) => {
      const { guid } = await scene.send({ signers: ['biel'] })
      const signer = (SignerName: string, OperationTime: string, SignatureStatus: string | null) => ({
        SignerName,
        UploadTime: '2026-03-05T23:03:09',
        OperationTime,
        SignatureStatus,
        GUID: crypto.randomUUID(),
        Approvers: [],
      })
      await page.route(`**/api/documentinfo/${guid}`, async (route) => {
        const response = await route.fetch()
        const Signers = [
          signer('Una', '2026-07-05T11:00:00Z', 'Signed'),
          signer('Dos', '', 'Unsigned'),
          signer('Tres', '', 'Rejected'),
          signer('Quatre', '', null),
        ]
        await route.fulfill({ response, json: { ...((await response.json()) as object), Signers } })
      })
      await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
      await page.getByRole('tab', { name: 'Signers' }).click()
      const table = page.getByRole('table', { name: 'Signers' })
      const cell = (name: string, index: number) =>
        table.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(index)
      const delivered = cell('Una', 1).locator('time')
      await expect(delivered).toHaveText('03/06/2026 12:03:09 AM')
      await expect(delivered).toHaveAttribute('datetime', '2026-03-05T23:03:09.000Z')
      await expect(delivered).toHaveAttribute('title', /Europe\/Madrid/)
      await expect(cell('Una', 2).locator('time')).toHaveText('07/05/2026 01:00:00 PM')
      await expect(cell('Dos', 2).locator('time')).toHaveCount(0)
      for (const [name, status] of [
        ['Una', 'Signed'],
        ['Dos', 'Unsigned'],
        ['Tres', 'Rejected'],
        ['Quatre', 'Undefined'],
      ] as const) {
        await expect(cell(name, 3)).toHaveText(status)
      }
    })
  })
})

test.describe('rejecting', () => {
  test('asks for 450 characters at most, says how far it is, and tells how the person came in', async ({
    page,
    scene,
  }) => {
    const { guid } = await scene.send({ signers: ['biel'] })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await page.evaluate(`sessionStorage.setItem('AccessMethod', 'SAML')`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const bodies: unknown[] = []
    await page.route('**/rejected', async (route) => {
      bodies.push(route.request().postDataJSON())
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
    await expect(reason).toHaveAttribute('maxlength', '450')
    await reason.fill('  Clause 4  ')
    await page.getByRole('button', { name: 'Reject document' }).click()
    await expect(page.getByRole('dialog').getByText('Rejecting document 1 of 1')).toBeVisible()
    await expect(page.getByRole('progressbar')).toBeVisible()
    answer()
    await expect(page.getByRole('status').getByText('The document was rejected')).toBeVisible()
    expect(bodies).toEqual([{ RejectionReason: 'Clause 4', AccessMethod: 'SAML' }])
  })
})

test.describe('signing', () => {
  const SIGN = '**/signature/keyvault/**'
  const openToSign = async (page: Page, scene: Scene) => {
    const { guid } = await scene.send({ signers: ['biel'] })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    return page.getByRole('button', { name: 'Sign', exact: true })
  }
  const pinIn = (page: Page) => page.getByRole('dialog').getByLabel('PIN of the certificate')

  test('of several certificates one is chosen first, a single one is chosen by itself', async ({ page, scene }) => {
    const sign = await openToSign(page, scene)
    await sign.click()
    await expect(pinIn(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.route('**/certs', async (route) => {
      const response = await route.fetch()
      const [own] = (await response.json()) as { GUID: string; certalias: string }[]
      await route.fulfill({ response, json: [own, { ...own, GUID: crypto.randomUUID(), certalias: 'The other' }] })
    })
    await page.reload()
    await sign.click()
    await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(2)
    await expect(pinIn(page)).toHaveCount(0)
    await page.getByRole('radio', { name: 'The other' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog')).toContainText('The other')
    await expect(pinIn(page)).toBeVisible()
  })

  test('without a certificate the dialog says so and leads to the certificates', async ({ page, scene }) => {
    await page.route('**/certs', (route) => route.fulfill(problem(404, 'NO_CERTIFICATES')))
    await (await openToSign(page, scene)).click()
    await expect(page.getByRole('dialog')).toContainText('You have no certificate to sign with')
    await page.getByRole('link', { name: 'Go to certificates' }).click()
    await expect(page).toHaveURL(/\/certificates$/)
    await expect(page.getByText('No certificates yet')).toBeVisible()
  })

  test('the sign call says certificate, PIN, type and access method, and the dialog how far it is', async ({
    page,
    scene,
  }) => {
    const sign = await openToSign(page, scene)
    await page.evaluate(`sessionStorage.setItem('AccessMethod', 'VID_WALLET')`)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    const bodies: unknown[] = []
    await page.route(SIGN, async (route) => {
      bodies.push(route.request().postDataJSON())
      await held
      await route.continue()
    })
    await sign.click()
    const { pin: PIN, certificateId: CertGUID } = scene.people.biel
    await pinIn(page).fill(PIN)
    await pinIn(page).press('Enter')
    await expect(page.getByRole('dialog').getByText('Signing document 1 of 1')).toBeVisible()
    await expect(page.getByRole('progressbar')).toBeVisible()
    answer()
    await expect(page.getByRole('status').getByText('The document was signed')).toBeVisible()
    expect(bodies).toEqual([{ CertGUID, PIN, CertType: 'keyvault', AccessMethod: 'VID_WALLET' }])
  })

  test('a 409 says that the document is no longer available, and three seconds later the list is there', async ({
    page,
    scene,
  }) => {
    await page.clock.install()
    const sign = await openToSign(page, scene)
    await page.route(SIGN, (route) => route.fulfill(problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE')))
    await sign.click()
    await pinIn(page).fill('1234')
    await stopClock(page)
    await pinIn(page).press('Enter')
    const notice = page.getByRole('alertdialog')
    await settles(page, isThere(notice))
    await expect(notice).toContainText('no longer available')
    await page.clock.runFor(2500)
    await expect(notice).toBeVisible()
    await page.clock.runFor(500)
    await settles(page, () => expect(page).toHaveURL(/\/documents$/, { timeout: 100 }))
  })

  test('any other error shows its status and the server’s words for three seconds, longer when pointed at, and clears the PIN', async ({
    page,
    scene,
  }) => {
    await page.clock.install()
    const sign = await openToSign(page, scene)
    await page.route(SIGN, (route) => route.fulfill(problem(500, 'DISK', 'The disk is full')))
    await sign.click()
    await pinIn(page).fill('1234')
    await stopClock(page)
    await pinIn(page).press('Enter')
    const toast = page.getByRole('status').getByText('Error 500: The disk is full')
    await settles(page, () => expect(toast).toHaveCount(1, { timeout: 100 }))
    await settles(page, () => expect(pinIn(page)).toHaveValue('', { timeout: 100 }))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await toast.hover()
    await page.clock.runFor(10_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(5, 400)
    await page.clock.runFor(2900)
    await expect(toast).toBeVisible()
    await page.clock.runFor(100)
    await settles(page, () => expect(toast).toHaveCount(0, { timeout: 100 }))
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await settles(page, isThere(page.getByRole('button', { name: 'Recent messages' })))
    await page.getByRole('button', { name: 'Recent messages' }).click()
    await settles(page, isThere(page.getByRole('dialog').getByText('Error 500: The disk is full')))
  })
})

test.describe('session', () => {
  for (const [lang, none, one, three] of [
    ['en', 'less than a minute', '1 minute ago', '3 minutes ago'],
    ['es', 'menos de un minuto', 'hace 1 minuto', 'hace 3 minutos'],
    ['ca', 'menys d’un minut', 'fa 1 minut', 'fa 3 minuts'],
  ] as const) {
    test(`a 401 opens a notice that counts the minutes, in ${lang}, and leads to the login without a session`, async ({
      page,
      scene,
    }) => {
      await page.clock.install()
      await page.route(LIST, (route) => route.fulfill(problem(401, 'SESSION_EXPIRED')))
      await openAs(page, scene, { name: 'ana', path: '/documents' })
      await page.evaluate(`localStorage.setItem('lang', '${lang}')`)
      await page.addInitScript({ content: `localStorage.setItem('lang', '${lang}')` })
      await page.reload()
      const notice = page.getByRole('alertdialog')
      await expect(notice).toContainText(none)
      await page.clock.fastForward(60_000)
      await expect(notice).toContainText(one)
      await page.clock.fastForward(60_000)
      await page.clock.fastForward(60_000)
      await expect(notice).toContainText(three)
      await notice.getByRole('button').click()
      await expect(page).toHaveURL(`${scene.portal.url}/`)
      expect(await session(page)).toEqual({})
    })
  }
})

test.describe('theme', () => {
  const APPEARANCE = {
    PrimaryColor: '#aa0011',
    PrimaryTextColor: '#ffffff',
    SecondaryColor: '#00629b',
    SecondaryTextColor: '#ffffff',
    Logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
  }
  const color = (page: Page, name: string) =>
    page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('${name}')`)

  test('the portal wears the colours and the logo of the subscription; hover is the secondary colour darker by 40', async ({
    page,
    scene,
  }) => {
    const { guid } = await scene.send({ signers: ['biel'] })
    await keepIn(page, { appearanceConf: Buffer.from(JSON.stringify(APPEARANCE)).toString('base64') })
    await openAs(page, scene, { name: 'biel', path: '/documents' })
    await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', APPEARANCE.Logo)
    expect(await color(page, '--brand')).toBe('#aa0011')
    await page.goto(`${scene.portal.url}/documents/${guid}`)
    const sign = page.getByRole('button', { name: 'Sign', exact: true })
    await expect(sign).toBeEnabled()
    await expect(sign).toHaveCSS('background-color', 'rgb(0, 98, 155)')
    await expect(sign).toHaveCSS('color', 'rgb(255, 255, 255)')
    await sign.hover()
    await expect(sign).toHaveCSS('background-color', 'rgb(0, 58, 115)')
  })

  test('without one it is #00bf71 with the default logo', async ({ page, scene }) => {
    await page.goto(scene.portal.url)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    for (const name of ['--brand', '--action']) expect(await color(page, name)).toBe('#00bf71')
    await openAs(page, scene, { name: 'biel', path: '/documents' })
    await expect(page.getByRole('banner').getByRole('link').first().locator('svg')).toBeVisible()
    await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
  })

  test('a screen on its way shows a loader of size 150 in the green of the theme', async ({ page, scene }) => {
    let arrive = () => {}
    const held = new Promise<void>((resolve) => (arrive = resolve))
    await page.route('**/assets/login-screen*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(scene.portal.url)
    const loader = page.getByRole('status').locator('svg')
    await expect(loader).toHaveCSS('color', 'rgb(0, 191, 113)')
    expect(await loader.boundingBox()).toMatchObject({ width: 150, height: 150 })
    arrive()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(loader).toHaveCount(0)
  })
})
