import { expect, type Locator, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { allowTypes, FLAGS } from '../scenes/allow-types.ts'
import { openAs, problem, test, toasts } from '../scenes/portal-scene.ts'

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

const SIGN = '**/signature/keyvault/**'
const openToSign = async (page: Page, scene: Scene) => {
  const { guid } = await scene.send({ signers: ['biel'], signer: { reason: 'Because of the lease' } })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  return page.getByRole('button', { name: 'Sign', exact: true })
}
const pinIn = (page: Page) => page.getByRole('dialog').getByLabel('PIN of the certificate')

/** Signs with the page's clock stopped, and lets the server answer so. */
async function signAndGet(page: Page, scene: Scene, answer: ReturnType<typeof problem>): Promise<void> {
  await page.clock.install()
  const sign = await openToSign(page, scene)
  await page.route(SIGN, (route) => route.fulfill(answer))
  await sign.click()
  await pinIn(page).fill('1234')
  await stopClock(page)
  await pinIn(page).press('Enter')
}

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
  await expect(page.getByRole('dialog')).toContainText('Reason for signingBecause of the lease')
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
  await expect(page.getByRole('dialog')).toContainText('Reason for signingBecause of the lease')
  const { pin: PIN, certificateId: CertGUID } = scene.people.biel
  await pinIn(page).fill(PIN)
  await pinIn(page).press('Enter')
  await expect(page.getByRole('dialog').getByText('Signing document 1 of 1')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  answer()
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  expect(bodies).toEqual([{ CertGUID, PIN, CertType: 'keyvault', AccessMethod: 'VID_WALLET' }])
})

test('a 409 says that the document is no longer available, and three seconds later the list is there', async ({
  page,
  scene,
}) => {
  await signAndGet(page, scene, problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE'))
  const notice = page.getByRole('alertdialog')
  await settles(page, isThere(notice))
  await expect(notice).toContainText('no longer available')
  await page.clock.runFor(2500)
  await expect(notice).toBeVisible()
  await page.clock.runFor(500)
  await settles(page, () => expect(page).toHaveURL(/\/documents$/, { timeout: 100 }))
})

test('any other error shows its status and the server’s words over the dialog for three seconds, longer when pointed at, and clears the PIN', async ({
  page,
  scene,
}) => {
  await signAndGet(page, scene, problem(500, 'DISK', 'The disk is full'))
  const toast = toasts(page).getByText('Error 500: The disk is full')
  await settles(page, () => expect(toast).toHaveCount(1, { timeout: 100 }))
  await settles(page, () => expect(pinIn(page)).toHaveValue('', { timeout: 100 }))
  // It can be put away where it is, and the focus stays in the dialog.
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await expect(toast).toHaveCount(0)
  await expect(pinIn(page)).toBeFocused()
  await page.keyboard.type('1234')
  await page.keyboard.press('Enter')
  await settles(page, () => expect(toast).toHaveCount(1, { timeout: 100 }))
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
  // The header over the document has that button, too, and goes with it.
  await settles(page, isThere(page.getByRole('heading', { name: 'Pending documents' })))
  await settles(page, isThere(page.getByRole('button', { name: 'Recent messages' })))
  await page.getByRole('button', { name: 'Recent messages' }).click()
  await settles(page, isThere(page.getByRole('dialog').getByText('Error 500: The disk is full').first()))
})

/** Refusals as the server has them, each with the words that the portal has for it. */
const REFUSALS = [
  [403, 'SCOPE_TOO_NARROW', 'Your session does not allow this.'],
  [404, 'CERTIFICATE_NOT_FOUND', 'This certificate no longer exists.'],
  [422, 'READ_ALL_PENDING', 'The server has not sent you every page yet.'],
  [423, 'DOCUMENT_BUSY', 'Someone else is signing this document right now.'],
  [429, 'RATE_LIMITED', 'Too many attempts. Wait a minute and try again.'],
  [503, 'TIMESTAMP_UNAVAILABLE', 'The time stamp service does not answer'],
] as const

test('every other refusal of the server is told with its status, and stands in the dialog with what to do', async ({
  page,
  scene,
}) => {
  const sign = await openToSign(page, scene)
  await sign.click()
  await expect(pinIn(page)).toBeVisible()
  // Said by the server itself: the operator has taken the type of the certificate away meanwhile.
  await allowTypes(scene, 'biel', ['Local'])
  await pinIn(page).fill(scene.people.biel.pin)
  await pinIn(page).press('Enter')
  const notAllowed = 'Error 403: Your account may not use certificates of this type.'
  await expect(toasts(page).getByText(notAllowed)).toHaveCount(1)
  await allowTypes(scene, 'biel', FLAGS)
  for (const [status, code, words] of REFUSALS) {
    await page.route(SIGN, (route) => route.fulfill(problem(status, code)))
    await pinIn(page).fill('1234')
    await pinIn(page).press('Enter')
    await expect(toasts(page).getByText(`Error ${status}: ${words}`)).toHaveCount(1)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(words)
    await expect(pinIn(page)).toHaveValue('')
    await page.unroute(SIGN)
  }
  // A PIN that is wrong stands beside its field, and is no toast.
  await pinIn(page).fill('not the PIN')
  await pinIn(page).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Incorrect PIN, please try again')
  await expect(page.getByText(/^Error \d+: Incorrect PIN/)).toHaveCount(0)
})

test('who leaves while the only document is signed is told how it ended, wherever they are by then', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['biel'], description: { fileName: 'Left behind.pdf' } })
  await openAs(page, scene, { name: 'biel', path: '/documents?name=Left' })
  await page.locator(`a[href*="${guid}"]`).first().click()
  let answer = (): void => undefined
  const asked = new Promise<void>((isAsked) => {
    void page.route(SIGN, async (route) => {
      await new Promise<void>((go) => {
        answer = go
        isAsked()
      })
      await route.fulfill(problem(422, 'WRONG_PIN'))
    })
  })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await pinIn(page).fill('1234')
  await pinIn(page).press('Enter')
  await asked
  await page.goBack()
  await expect(page).toHaveURL(/\/documents(\?|$)/)
  answer()
  await expect(page.getByRole('status').getByText(/PIN/)).toBeVisible()
})
