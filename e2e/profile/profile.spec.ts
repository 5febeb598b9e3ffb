/** The screen where people change their e-mail, their password and the signature that their documents show. */
import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, logIn, makePng, type DemoName, type Scene } from '@rubrica/testing'
import sharp from 'sharp'
import { holdRequests, openAs, PHONE, problem, test } from '../scenes/portal-scene.ts'
import { enterAs, logOutBy } from '../scenes/session-scene.ts'

const USER = '**/api/vidmobileuser/'
const IMAGE = '**/api/vidmobileusers/*/signatureimage'
const NEW_PASSWORD = 'Another-2026'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const discard = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true })
const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: 'Data updated' })).toBeVisible()
/** Asked for as soon as e-mail or password are other ones. */
const giveCurrent = (page: Page, password = DEMO_PASSWORD) => page.getByLabel('Current password').fill(password)
const own = (scene: Scene, name: DemoName) => ({ legalid: scene.people[name].legalId })

const putImage = (scene: Scene, name: DemoName, bytes: Uint8Array) =>
  scene.people[name].call.putSignatureImage({
    params: own(scene, name),
    body: { SignatureImage: Buffer.from(bytes).toString('base64') },
  })
const storedImage = async (scene: Scene, name: DemoName) =>
  Buffer.from((await scene.people[name].call.signatureImage({ params: own(scene, name) })).SignatureImage, 'base64')

const png = (name = 'mine.png') => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(makePng({ width: 60, height: 20 })),
})

async function openProfile(page: Page, scene: Scene, name: DemoName = 'ana'): Promise<void> {
  await openAs(page, scene, { name, path: '/profile' })
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New signature' })).toBeVisible()
}

async function openDrawing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New signature' }).click()
  await page.getByRole('tab', { name: 'Draw it' }).click()
}

const canvasOf = (page: Page) => page.getByRole('img', { name: 'Field for your signature' })

/** A line across the field, at so many pixels from its top. */
async function drawLine(page: Page, y: number): Promise<void> {
  await canvasOf(page).scrollIntoViewIfNeeded()
  const box = (await canvasOf(page).boundingBox())!
  await page.mouse.move(box.x + 40, box.y + y)
  await page.mouse.down()
  await page.mouse.move(box.x + 140, box.y + y + 20, { steps: 8 })
  await page.mouse.up()
}

/** Tells something about the field. */
const askCanvas = <T>(page: Page, fact: string) =>
  page.evaluate<T>(`(() => { const canvas = document.querySelector('canvas'); return ${fact} })()`)

/** How many pixels of the field are inked. */
const inked = (page: Page) =>
  askCanvas<number>(
    page,
    `canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
      .filter((value, index) => index % 4 === 3 && value > 0).length`,
  )

test.afterEach(async ({ scene }) => {
  for (const name of ['ana', 'biel'] as const) await putImage(scene, name, Buffer.alloc(0))
})

test('the menu leads to the data: who one is stands fixed, and the e-mail is saved', async ({ page, scene }) => {
  const { call } = scene.people.biel
  const before = await call.user({})
  await openAs(page, scene, { name: 'biel', path: '/certificates' })
  await page.getByRole('button', { name: 'Account of biel' }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Update data', 'Certificates', 'Log out'])
  await page.getByRole('menuitem', { name: 'Update data' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page).toHaveTitle(/^Update data/)
  for (const fact of [before.userid, before.username, before.legalid]) {
    await expect(page.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
  }
  await expect(page.getByRole('textbox')).toHaveCount(3)
  await expect(save(page)).toBeDisabled()
  const email = page.getByLabel('E-mail')
  await email.fill('biel@')
  await save(page).click()
  await expect(page.getByText('Enter an e-mail address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('new@example.com')
  await email.press('Enter')
  await expect(page.getByText('Enter your current password')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await giveCurrent(page, 'Wrong-2026')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('The current password is not right.')
  await giveCurrent(page)
  await email.press('Enter')
  await saved(page)
  await expect(page.getByText('Nothing has been changed.')).toBeVisible()
  expect(await call.user({})).toEqual({ ...before, email: 'new@example.com' })
  await call.updateUser({ body: { email: before.email, currentpassword: DEMO_PASSWORD } })
})

test('the language of the account is changed with the other data, and the screens follow', async ({ page, scene }) => {
  const { call } = scene.people.biel
  await call.updateUser({ body: { language: 'en' } })
  await openProfile(page, scene, 'biel')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  // Nothing happens before it is saved.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await save(page).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('status').filter({ hasText: 'Daten aktualisiert' })).toBeVisible()
  expect((await call.user({})).language).toBe('de')
  // What is chosen in the header is the same thing.
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
  await expect(page.getByText('Nothing has been changed.')).toBeVisible()
  expect((await call.user({})).language).toBe('en')
})

test('Save waits for a password that follows every rule and is repeated, which the list shows while it is typed', async ({
  page,
  scene,
}) => {
  const { carla } = scene.people
  const other = await logIn(scene.portal.url, { userId: 'carla', password: DEMO_PASSWORD })
  await openProfile(page, scene, 'carla')
  const [password, repeated] = [
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Repeat new password'),
  ]
  const met = page
    .getByRole('list', { name: 'A secure password has' })
    .getByRole('listitem')
    .filter({ hasText: /, met$/ })
  await expect(met).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'such as @ # $' })).toBeVisible()
  for (const [typed, count] of [
    ['a', 2],
    ['aB', 3],
    ['aB1', 4],
    ['aB1@', 5],
    ['aB1@ 678', 5],
    ['aB1@5678', 6],
  ] as const) {
    await password.fill(typed)
    await expect(met).toHaveCount(count)
    await expect(save(page)).toBeDisabled()
  }
  await expect(page.getByText('6 of 6 rules met')).toBeAttached()
  await password.fill(NEW_PASSWORD)
  await repeated.fill('Another-2025')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await repeated.fill(NEW_PASSWORD)
  await expect(page.getByText('Passwords do not match')).toBeHidden()
  await giveCurrent(page)
  await save(page).click()
  await saved(page)
  await expect(password).toHaveValue('')
  // This session goes on, the other one is over.
  expect((await carla.call.user({})).userid).toBe('carla')
  await expect(other.call.user({})).rejects.toMatchObject({ status: 401 })
  await logIn(scene.portal.url, { userId: 'carla', password: NEW_PASSWORD })
  await carla.call.updateUser({ body: { password: DEMO_PASSWORD, currentpassword: NEW_PASSWORD } })
})

test('a signature from a file is looked at, saved before the data, shown, and deleted', async ({ page, scene }) => {
  await openProfile(page, scene)
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.url().replace(/.*\//, '') || 'user')
  })
  await page.getByRole('button', { name: 'New signature' }).click()
  await save(page).click()
  await expect(page.getByText('Choose a png, jpg or jpeg image')).toBeVisible()
  await expect(page.getByLabel('Image of your signature')).toBeFocused()
  const file = page.getByLabel('Image of your signature')
  await file.setInputFiles({ name: 'mine.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('This is no png or jpeg image.')).toBeVisible()
  await save(page).click()
  expect(puts).toEqual([])
  await file.setInputFiles(png('mine.PNG'))
  await expect(page.getByRole('img', { name: 'The image that was chosen' })).toBeVisible()
  await save(page).click()
  await saved(page)
  expect(puts).toEqual(['signatureimage', 'user'])
  await expect(page.getByRole('img', { name: 'Your signature at present' })).toBeVisible()
  expect(await sharp(await storedImage(scene, 'ana')).metadata()).toMatchObject({ width: 60, height: 20 })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('The signature will be deleted when you save.')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('You have no signature image yet.')).toBeVisible()
  expect(await storedImage(scene, 'ana')).toHaveLength(0)
})

test('a dropped file is taken as a chosen one', async ({ page, scene }) => {
  await openProfile(page, scene)
  await page.getByRole('button', { name: 'New signature' }).click()
  // What the browser does itself when a file falls on such a field.
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'dropped.jpeg'))
    const field = document.querySelector('input[type=file]')
    field.files = data.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)
  await expect(page.getByText('dropped.jpeg')).toBeVisible()
})

test('an image that the server refuses is told of under the image, and the data is not sent', async ({
  page,
  scene,
}) => {
  await openProfile(page, scene)
  await page.getByLabel('E-mail').fill('unsent@example.com')
  await giveCurrent(page)
  await page.getByRole('button', { name: 'New signature' }).click()
  const file = page.getByLabel('Image of your signature')
  await file.setInputFiles({ ...png(), buffer: png().buffer.subarray(0, 50) })
  await save(page).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('alert')).toHaveText('The image is damaged. Choose another one, or save it again.')
  expect((await scene.people.ana.call.user({})).email).not.toBe('unsent@example.com')
  await expect(page.getByLabel('E-mail')).toHaveValue('unsent@example.com')
  await file.setInputFiles(png())
  await expect(panel.getByRole('alert')).toBeHidden()
  await page.route(IMAGE, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(problem(400, 'OTHER', 'Words of the server')) : route.continue(),
  )
  await save(page).click()
  await expect(panel.getByRole('alert')).toHaveText('Words of the server')
})

test('when only the signature could be saved, that is said and only the rest is sent again', async ({
  page,
  scene,
}) => {
  await openProfile(page, scene)
  await page.route(USER, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(problem(503, 'TEMPORARILY_UNAVAILABLE')) : route.continue(),
  )
  await page.getByRole('button', { name: 'New signature' }).click()
  await page.getByLabel('Image of your signature').setInputFiles(png())
  await page.getByLabel('E-mail').fill('later@example.com')
  await giveCurrent(page)
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('The signature was saved, the other data was not.')
  await expect(page.getByRole('img', { name: 'Your signature at present' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue('later@example.com')
  await page.unroute(USER)
  const puts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).pathname)
  })
  await save(page).click()
  await saved(page)
  expect(puts).toEqual(['/api/vidmobileuser/'])
  await scene.people.ana.call.updateUser({ body: { email: 'ana@sandbox.example', currentpassword: DEMO_PASSWORD } })
})

test('a signature is drawn in blue, stroke by stroke, taken back, and kept on a clear ground', async ({
  page,
  scene,
}) => {
  await openProfile(page, scene)
  await openDrawing(page)
  await save(page).click()
  await expect(page.getByText('Draw your signature or type your name')).toBeVisible()
  expect(await askCanvas(page, 'canvas.clientHeight')).toBe(200)
  await drawLine(page, 60)
  const once = await inked(page)
  expect(once).toBeGreaterThan(100)
  await drawLine(page, 120)
  expect(await inked(page)).toBeGreaterThan(once)
  await page.getByRole('button', { name: 'Undo the last stroke' }).click()
  await expect.poll(() => inked(page)).toBe(once)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => inked(page)).toBe(0)
  await drawLine(page, 90)
  // What one tab holds is there when it is looked at again.
  await page.getByRole('tab', { name: 'From a file' }).click()
  await page.getByRole('tab', { name: 'Draw it' }).click()
  await expect.poll(() => inked(page)).toBeGreaterThan(100)
  await save(page).click()
  await saved(page)
  const kept = sharp(await storedImage(scene, 'ana'))
  expect(await kept.metadata()).toMatchObject({ format: 'png', hasAlpha: true })
  const { channels } = await kept.stats()
  expect([channels[3]!.min, channels[3]!.max, channels[2]!.max]).toEqual([0, 255, 255])
})

test('who cannot draw types a name, with the keyboard alone', async ({ page, scene }) => {
  await openProfile(page, scene, 'biel')
  await page.getByRole('button', { name: 'New signature' }).press('Enter')
  await page.getByRole('tab', { name: 'From a file' }).press('ArrowRight')
  await page.getByLabel('Or type your name').pressSequentially('Biel Ferrer')
  await expect(page.getByRole('img', { name: 'Field for your signature: with the name Biel Ferrer' })).toBeVisible()
  await expect.poll(() => inked(page)).toBeGreaterThan(1000)
  await page.getByLabel('Or type your name').press('Enter')
  await saved(page)
  const { width, height } = await sharp(await storedImage(scene, 'biel')).metadata()
  expect(width).toBeGreaterThan(2 * height)
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a finger draws sharp lines, and the page stays where it is', async ({ page, scene }) => {
    await openProfile(page, scene)
    await openDrawing(page)
    const facts = '[canvas.width / canvas.clientWidth, getComputedStyle(canvas).touchAction]'
    expect(await askCanvas(page, facts)).toEqual([2, 'none'])
    await canvasOf(page).scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate('scrollY')
    const box = (await canvasOf(page).boundingBox())!
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 60, y: box.y + y }],
      })
    await touch('touchStart', 160)
    for (const y of [130, 90, 50]) await touch('touchMove', y)
    await touch('touchEnd', 0)
    await expect.poll(() => inked(page)).toBeGreaterThan(100)
    expect(await page.evaluate('scrollY')).toBe(scrolled)
  })
})

test('changes are discarded, and left behind, only after a question', async ({ page, scene }) => {
  await openProfile(page, scene)
  await expect(discard(page)).toBeDisabled()
  const email = page.getByLabel('E-mail')
  const before = await email.inputValue()
  await email.fill('other@example.com')
  await discard(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await expect(email).toHaveValue('other@example.com')
  await discard(page).click()
  await dialog.getByRole('button', { name: 'Discard the changes' }).click()
  await expect(email).toHaveValue(before)

  await email.fill('other@example.com')
  await page.getByRole('link', { name: 'Pending documents', exact: true }).click()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('button', { name: 'Account of ana' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await expect(email).toHaveValue('other@example.com')
  await page.getByRole('link', { name: 'Pending documents', exact: true }).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/documents$/)
})

test('logging out with changes goes through after the question', async ({ page, scene }) => {
  await enterAs(page, scene, { name: 'ana', path: '/profile' })
  await page.getByLabel('E-mail').fill('other@example.com')
  await logOutBy(page, 'ana')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('grey lines stand for the data until it comes, and a failure says what to do', async ({ page, scene }) => {
  const release = await holdRequests(page, USER)
  await openAs(page, scene, { name: 'ana', path: '/profile' })
  await expect(page.getByText('Loading your data')).toBeAttached()
  release()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await page.unroute(USER)
  await page.route(USER, (route) => route.fulfill(problem(404, 'USER_NOT_FOUND')))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your data could not be loaded' })).toBeVisible()
  await page.unroute(USER)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
})
